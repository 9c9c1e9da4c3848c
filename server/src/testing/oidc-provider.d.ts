declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface Context {
    oidc: {
      client: { clientId: string }
      session: { accountId: string }
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant }
    }
  }

  /** The parts of a certified OpenID Connect provider that the tests use. */
  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: object[]
        jwks: { keys: object[] }
        claims: Record<string, string[]>
        features: Record<string, object>
        cookies: { keys: string[] }
        ttl: Record<string, number>
        clientBasedCORS(): boolean
        fetch(url: unknown, call: { body?: unknown }): Promise<Response>
        findAccount(
          context: unknown,
          id: string,
        ): Promise<{ accountId: string; claims(): Promise<Record<string, unknown>> } | undefined>
        loadExistingGrant(context: Context): Promise<Grant>
      },
    )
    readonly Client: { find(id: string): Promise<{ backchannelLogout(sub: string, sid: string): Promise<void> }> }
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } } | { error: string; error_description: string },
    ): Promise<void>
  }
}

import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'

export const clientId = 'check-requests'
export const clientSecret = 'a secret that both sides know'

/** A provider's claims about a user. `sub` is the id that never changes. */
type PersonThere = Record<string, unknown> & { readonly sub: string }

/** Changes an id_token's claims before it is signed. */
type Tampering = (claims: Record<string, unknown>) => Record<string, unknown>

/** A real provider on loopback, with switches for invalid responses. */
export interface TestIdentityProvider {
  readonly issuer: string
  /** The users who can log in there, by login name. */
  readonly people: Map<string, PersonThere>
  tamper: Tampering | undefined
  /** Set to sign with an unpublished key. */
  signsWithOtherKey: boolean
  rotateKeys(): void
  /** Receives a logout token that the provider sends. Returns the response status. */
  deliverLogout: (token: string) => Promise<number>
  /** Makes the provider send a logout token for a user's session. Returns the response status. */
  logOut(sub: string, sid: string): Promise<number>
  /** Signs any claims with the provider's current key. */
  sign(claims: object): string
  /** Logs a user in as a browser would. Returns the query string of the redirect back. */
  signIn(url: string, login: string): Promise<string>
  close(): Promise<void>
}

interface Key {
  readonly kid: string
  readonly secret: KeyObject
}

/** Starts a provider that redirects users to these URLs. */
export async function startIdentityProvider(redirectUris: readonly string[]): Promise<TestIdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let key = newKey()
  const self: TestIdentityProvider = {
    issuer,
    people: new Map(),
    tamper: undefined,
    signsWithOtherKey: false,
    rotateKeys() {
      key = newKey()
      provider = providerOf(self, redirectUris, key)
    },
    deliverLogout: () => Promise.reject(new Error('No server accepts the logout token.')),
    async logOut(sub, sid) {
      const client = await provider.Client.find(clientId)
      await client.backchannelLogout(sub, sid)
      return 200
    },
    sign: (claims) => signed(claims, { ...key, ...(self.signsWithOtherKey && { secret: newKey().secret }) }),
    signIn: (url, login) => signIn(url, login, redirectUris),
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
  let provider = providerOf(self, redirectUris, key)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) return void interact(self, provider, request, response)
    if (request.url === '/token') resign(self, response, () => key)
    provider.callback()(request, response)
  })
  return self
}

function newKey(): Key {
  return { kid: randomUUID(), secret: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }
}

function providerOf(self: TestIdentityProvider, redirectUris: readonly string[], key: Key): Provider {
  const { issuer, people } = self
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        id_token_signed_response_alg: 'ES256',
        backchannel_logout_uri: 'https://checks.example/back-channel-logout',
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...key.secret.export({ format: 'jwk' }), kid: key.kid, use: 'sig', alg: 'ES256' }] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'groups', 'store'],
    },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // The URL is made up, so the test delivers the request itself.
    async fetch(_url, { body }) {
      const status = await self.deliverLogout(new URLSearchParams(String(body)).get('logout_token') ?? '')
      return new Response(null, { status })
    },
    cookies: { keys: ['cookies of a test'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    clientBasedCORS: () => false,
    async findAccount(_context, id) {
      const person = [...people.values()].find(({ sub }) => sub === id)
      return person && { accountId: id, claims: async () => person }
    },
    async loadExistingGrant({ oidc: { provider, client, session } }) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

async function interact(
  { people }: TestIdentityProvider,
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html lang="en"><title>Directory</title><link rel="icon" href="data:,"><h1>Directory</h1>
      <form method="post"><label>User <input name="login" required></label><button>Sign in</button>
      <button name="cancel" value="1" formnovalidate>Cancel</button></form></html>`,
    )
    return
  }
  const form = new URLSearchParams(await text(request))
  const sub = people.get(form.get('login') ?? '')?.sub
  const denied = { error: 'access_denied', error_description: 'The user canceled.' }
  await provider.interactionFinished(
    request,
    response,
    sub === undefined || form.has('cancel') ? denied : { login: { accountId: sub } },
  )
}

// Changes the id_token in an outgoing response, and signs it again.
function resign(self: TestIdentityProvider, response: ServerResponse, keyNow: () => Key): void {
  const { tamper, signsWithOtherKey } = self
  if (!tamper && !signsWithOtherKey) return
  const end = response.end.bind(response)
  response.end = ((chunk: unknown) => {
    const answer = JSON.parse(String(chunk))
    if (typeof answer.id_token === 'string') {
      const [, payload = ''] = answer.id_token.split('.')
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const { kid, secret } = keyNow()
      answer.id_token = signed(tamper ? tamper(claims) : claims, {
        kid,
        secret: signsWithOtherKey ? newKey().secret : secret,
      })
    }
    const body = JSON.stringify(answer)
    response.setHeader('content-length', Buffer.byteLength(body))
    return end(body)
  }) as typeof response.end
}

function signed(claims: object, { kid, secret }: Key): string {
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encoded({ alg: 'ES256', typ: 'JWT', kid })}.${encoded(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), { key: secret, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

async function signIn(url: string, login: string, redirectUris: readonly string[]): Promise<string> {
  const jar = new Map<string, string>()
  let next = url
  for (let steps = 0; steps < 10; steps++) {
    const isForm = next.includes('/interaction/')
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams({ login }) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    next = new URL(location, next).href
    if (redirectUris.some((uri) => next.startsWith(`${uri}?`))) return new URL(next).search.slice(1)
  }
  throw new Error('The provider never finishes the sign-in')
}

declare module 'autocannon' {
  namespace autocannon {
    interface Request {
      readonly method?: string
      readonly path?: string
      readonly headers?: Record<string, string>
      readonly body?: string
      /** Makes the request that is sent now. */
      readonly setupRequest?: (request: Request) => Request
      readonly onResponse?: (status: number) => void
    }

    interface Client {
      setRequests(requests: readonly Request[]): void
    }

    interface Options {
      readonly url: string
      readonly connections: number
      /** Seconds. */
      readonly duration: number
      /** Milliseconds between two checks of the clock. */
      readonly sampleInt: number
      readonly requests: readonly Request[]
      readonly setupClient?: (client: Client) => void
      /** Replaces every `[<id>]` in a request with a new value each time. */
      readonly idReplacement?: boolean
    }

    interface Result {
      readonly duration: number
      readonly errors: number
      readonly statusCodeStats: Record<string, { readonly count: number }>
    }
  }

  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export = autocannon
}

declare module 'autocannon' {
  namespace autocannon {
    interface Request {
      readonly method?: string
      readonly path?: string
      readonly headers?: Record<string, string>
      readonly body?: string
      /** Creates the request to send next. */
      readonly setupRequest?: (request: Request) => Request
      readonly onResponse?: (status: number) => void
    }

    interface Client {
      setRequests(requests: readonly Request[]): void
    }

    interface Options {
      readonly url: string
      readonly connections: number
      /** The duration in seconds. */
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

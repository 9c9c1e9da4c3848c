import { isDeepStrictEqual } from 'node:util'
import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import {
  apiBase,
  type Endpoint,
  failureEnvelope,
  statusesOf,
  successEnvelope,
} from '@check-requests/domain/api/endpoint.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { z } from 'zod'

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : never

/** The parts of a call, as its endpoint declares them. */
export interface Parts<Row extends Endpoint> {
  readonly params?: Record<string, number | string>
  readonly query?: Input<Row['query']>
  readonly body?: Input<Row['body']>
  readonly headers?: Record<string, string>
}

/** A call that no endpoint declares, such as one with a broken body. `from` is the caller's address. */
export interface RawParts {
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly from?: string
}

/** A response as received, and parsed if it is JSON. */
export interface RawReply {
  readonly status: number
  readonly headers: LightMyRequestResponse['headers']
  readonly text: string
  readonly bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape; their contract is checked on arrival.
  readonly body: any
}

/** A parsed response. Has either `data` or `error`, depending on the status. */
export interface Reply<Data> extends RawReply {
  readonly message: string
  readonly data: Data
  readonly error: z.output<typeof failureEnvelope>['error']
}

/** Calls the API in-process, and checks every response against its endpoint's schema. */
export class Client {
  readonly #app: FastifyInstance
  readonly headers: Record<string, string>

  constructor(app: FastifyInstance, headers: Record<string, string> = {}) {
    this.#app = app
    this.headers = headers
  }

  async call<Row extends Endpoint>(row: Row, parts: Parts<Row> = {}): Promise<Reply<z.output<Row['reply']>>> {
    const path = row.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(parts.params?.[name])))
    const reply = await this.send(row.method, `${apiBase}${path}`, parts)
    return { ...reply, ...(reply.body as { message: string; data: never; error: never }) }
  }

  async send(method: Endpoint['method'], url: string, parts: RawParts = {}): Promise<RawReply> {
    const query = Object.entries(parts.query ?? {}).map(([name, value]) => [name, inQuery(value)])
    const response = await this.#app.inject({
      method,
      url,
      query: Object.fromEntries(query),
      headers: { ...this.headers, ...parts.headers },
      ...(parts.from !== undefined && { remoteAddress: parts.from }),
      ...(parts.body !== undefined && { payload: parts.body as object }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const reply = {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      body: isJson ? response.json() : undefined,
    }
    const row = endpointAt(method, url)
    if (row && isJson) checkContract(row, reply)
    return reply
  }

  /** The same caller with additional headers. */
  with(headers: Record<string, string>): Client {
    return new Client(this.#app, { ...this.headers, ...headers })
  }
}

/** A value in a query. Objects are sent as JSON, because some shapes have no text form. */
function inQuery(value: unknown): string {
  if (Array.isArray(value)) return value.map((part) => inQuery(part ?? '')).join()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Finds the endpoint for a path. If two endpoints match, the one without a parameter is chosen. */
function endpointAt(method: string, url: string): Endpoint | undefined {
  const [path = ''] = url.replace(/^\/api(\/v1)?(?=\/)/, '').split('?')
  const rows = allEndpoints.filter((row) => row.method === method)
  const fits = (row: Endpoint) => new RegExp(`^${row.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  return rows.find((row) => row.path === path) ?? rows.find(fits)
}

/** Throws unless the response matches the endpoint's schema exactly. */
function checkContract(row: Endpoint, { status, text, body }: RawReply): void {
  const schema = status === row.status ? successEnvelope(row.reply) : failureEnvelope
  const result = schema.safeParse(body)
  // Endpoints don't declare internal errors.
  requireThat(status === 500 || statusesOf(row).includes(status), row, `${status} isn’t declared`)
  requireThat(result.success, row, `${status} ${text.slice(0, 500)} ${result.error}`)
  requireThat(isDeepStrictEqual(result.data, body), row, `undeclared content: ${text.slice(0, 500)}`)
}

function requireThat(holds: boolean, row: Endpoint, error: string): void {
  if (!holds) throw new Error(`${row.method} ${row.path} breaks its contract: ${error}`)
}

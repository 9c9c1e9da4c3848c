import { apiBase, type Endpoint, failureEnvelope, successEnvelope } from '@check-requests/domain/api/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : never

/** The parts of a call, as its endpoint declares them. */
export interface Parts<Row extends Endpoint> {
  readonly params?: Record<string, number | string>
  readonly query?: Input<Row['query']>
  readonly body?: Input<Row['body']>
  readonly headers?: Record<string, string>
}

/** What came back. One of `data` and `error` is there, as the status says. */
export interface Reply<Data> {
  readonly status: number
  readonly message: string
  readonly data: Data
  readonly error: z.output<typeof failureEnvelope>['error']
  readonly headers: Record<string, unknown>
}

/** Something that calls the API in-process; every answer is held to the schema that its endpoint promises. */
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
    if (reply.status === row.status) successEnvelope(row.reply).parse(reply.body)
    else if (reply.status !== 304) failureEnvelope.parse(reply.body)
    return { ...reply, ...(reply.body as { message: string; data: never; error: never }) }
  }

  /** A call that no endpoint declares, such as one with a broken body. */
  async send(
    method: Endpoint['method'],
    url: string,
    parts: { query?: unknown; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; headers: Record<string, unknown>; body: unknown }> {
    const query = Object.entries(parts.query ?? {}).map(([name, value]) => [name, String(value)])
    const response = await this.#app.inject({
      method,
      url,
      query: Object.fromEntries(query),
      headers: { ...this.headers, ...parts.headers },
      ...(parts.body !== undefined && { payload: parts.body as object }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.body }
  }
}

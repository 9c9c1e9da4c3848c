import type { Endpoint } from '@check-requests/domain/api/endpoint.ts'
import type { z } from 'zod'

/**
 * The part of an endpoint row that the browser needs at run time; of its schemas, only the types remain (see
 * `endpoint-rows.ts`).
 */
export type Call = Pick<Endpoint, 'method' | 'path' | 'failure'> & {
  /** The time limit for a response in milliseconds, if not the default. */
  readonly patience?: number
}

/** The type of `data` in a successful response. */
export type ReplyOf<Row> = Row extends { reply: infer Reply extends z.ZodType } ? z.output<Reply> : unknown

type ParamsOf<Row> = Row extends { params: infer Params extends z.ZodType }
  ? { params: { [Name in keyof z.input<Params>]: string | number } }
  : object

type QueryOf<Row> = Row extends { query: infer Query extends z.ZodType } ? { query: z.input<Query> } : object

type BodyOf<Row> = Row extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : object

/** The type of a call's input: the path parameters, query, and body that its row declares. */
export type InputOf<Row> = ParamsOf<Row> & QueryOf<Row> & BodyOf<Row>

/** The input at run time, already type-checked against the call's row. */
export interface RawInput {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** Path and query of a call, relative to the API base. Omits blank query values. */
export function urlOf(call: Call, input: RawInput): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

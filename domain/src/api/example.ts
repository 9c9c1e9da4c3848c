import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** An example call, and what `data` of its response could hold. A path has the id 127 unless `params` says otherwise. */
export interface Example {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly reply: unknown
}

type ExampleOf<Row extends Endpoint> = { readonly reply: z.input<Row['reply']> } & (Row extends {
  body: infer Body extends z.ZodType
}
  ? { readonly body: z.input<Body> }
  : unknown) &
  (Row extends { query: infer Query extends z.ZodType } ? { readonly query: z.input<Query> } : unknown) &
  (Row extends { params: infer Params extends z.ZodType } ? { readonly params?: z.input<Params> } : unknown)

/** An example of each call of a feature. */
export type ExamplesOf<Table extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Table]: ExampleOf<Table[Name]>
}

import { z } from 'zod'
import type { Action } from '../access/permissions.ts'

/** One call of the API: where it is, who may make it, what goes in and what comes out. */
export interface Endpoint {
  /** What generated clients call it, in the product's words; unique over all. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API base, with `:name` parts, as the router reads it. */
  readonly path: string
  readonly summary: string
  /** The row of the permission table that guards it, or `public`. */
  readonly policy: Action | 'public'
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** What `data` of a successful answer holds. */
  readonly reply: z.ZodType
  readonly status: 200 | 201
  /** Statuses of refusals that do not follow from the other columns (see `statusesOf`). */
  readonly refusals?: readonly number[]
  /** Set where the answer is a file instead of the envelope. */
  readonly produces?: 'text/csv' | typeof spreadsheetType
  /** Shown when a failed call brings no message of its own (R228, R229). */
  readonly failure: string
}

/** The media type of XLSX files. */
export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Base of every path; the same calls answer below `/api` without a version (A1). */
export const apiBase = '/api/v1'

/** Declares an endpoint and keeps its exact types. */
export function endpoint<const Row extends Endpoint>(row: Row): Row {
  return row
}

/** Default of a failed call that has no text of its own. */
export const somethingWentWrong = 'Something went wrong..'

/** An id in a path: decimal digits only. */
export const idParams = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, { error: 'An id is a whole number' })
    .transform(Number),
})

/** What every failed call answers (A2). */
export const failureEnvelope = z
  .object({
    success: z.literal(false),
    message: z.string(),
    error: z.object({
      code: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      /** What stands there now, where a stale version was refused. */
      current: z.object({ version: z.int(), updated_at: z.string(), updated_by: z.string() }).optional(),
    }),
  })
  .meta({ id: 'Failure' })

/** What every successful call answers (A2). */
export function successEnvelope<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), message: z.string(), data })
}

import { z } from 'zod'
import type { Action } from '../access/permissions.ts'

/** A call of the API: its path, permission, input, and output. */
export interface Endpoint {
  /** Name of the call in generated clients; unique. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the API base, with `:name` parameters in router syntax. */
  readonly path: string
  readonly summary: string
  /** The row of the permission table that guards the call, or `public`. */
  readonly policy: Action | 'public'
  /** Set if users with a second factor must have verified it within the last ten minutes. */
  readonly freshProof?: true
  /** Set if the call is available to users who still have to choose a password or add a second factor. */
  readonly setsUp?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /**
   * Set if the body is a form instead of JSON. `file`: the form contains one file, and `body` describes the other
   * fields. `fields`: the form contains only fields, as sent by other servers.
   */
  readonly takes?: 'file' | 'fields'
  /** Maximum size of a JSON body in bytes, if different from `mostBytesOfJson`. */
  readonly mostBytes?: number
  /** The shape of `data` in a successful response. */
  readonly reply: z.ZodType
  readonly status: 200 | 201
  /** Error statuses that don't follow from the call's other properties (see `statusesOf`). */
  readonly refusals?: readonly number[]
  /** Set if the response is a file instead of the JSON envelope. */
  readonly produces?:
    | 'text/csv'
    | 'application/octet-stream'
    | 'application/pdf'
    | 'application/zip'
    | typeof spreadsheetType
  /** The possible media types of the file, if there are several. */
  readonly producesOneOf?: readonly string[]
  /** Set if `Range` requests can return part of the file. */
  readonly inParts?: true
  /** Set if the work grows with the amount of data and can exceed the usual time limit (see `answersWithin`). */
  readonly takesLong?: true
  /** Shown when a call fails without a specific message (R228, R229). */
  readonly failure: string
}

/** The maximum size in bytes of a body without a file, unless `mostBytes` overrides it. */
export const mostBytesOfJson = 65_536

/** The media type of XLSX files. */
export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Base of every path; the same calls are also served below `/api` without a version (A1). */
export const apiBase = '/api/v1'

/** Declares an endpoint and preserves its exact type. */
export function endpoint<const Row extends Endpoint>(row: Row): Row {
  return row
}

/** The error message for an unknown cursor. */
export const notACursor = 'This cursor isn’t from an earlier response. Start again from the first page.'

/** The default message for a call that fails without a specific one. */
export const somethingWentWrong = 'Something went wrong..'

/** An id in a path: a positive whole number without leading zeros, at most 16 digits. */
export const idParams = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, { error: 'Enter an ID as a whole number.' })
    .transform(Number),
})

/** The response of every failed call (A2). */
export const failureEnvelope = z
  .object({
    success: z.literal(false),
    message: z.string(),
    error: z.object({
      code: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      /** The object's current state, if the request was refused because of a stale version. */
      current: z.object({ version: z.int(), updated_at: z.string(), updated_by: z.string() }).optional(),
      /**
       * How the caller can prove their identity for SECOND_FACTOR_NEEDED and FRESH_PROOF_NEEDED. `pending_token`: the
       * token for the second step of a login.
       */
      proof: z
        .object({
          ways: z.array(z.enum(['passkey', 'code', 'recovery-code', 'password'])),
          pending_token: z.string().optional(),
          pending_until: z.iso.datetime().optional(),
        })
        .optional(),
    }),
  })
  .meta({ id: 'Failure' })

/** The response of every successful call (A2). */
export function successEnvelope<Data extends z.ZodType>(data: Data) {
  const waits = z.string().optional().describe('The part of the change that needs a second person, as a sentence')
  return z.object({ success: z.literal(true), message: z.string(), data, waits })
}

/** The kinds of data that responses depend on. A change to a kind makes its responses stale. */
export const topics = ['check-requests', 'organisation', 'users', 'inbox', 'documents'] as const

export type Topic = (typeof topics)[number]

/** The data that a response depends on: a topic, or everything that can wait for a user. */
export type FreshBy = Topic | 'waiting'

/** The time limit in milliseconds for ordinary calls. */
export const answersUsuallyWithin = 20_000

const takesLongest = 120_000
// PDFs are generated in a separate process, which may need a second attempt.
const pdfIsMadeWithin = 40_000
// An archive contains several PDFs.
const archiveIsMadeWithin = 240_000

/**
 * The time limit for a response in milliseconds, counted from the end of the request body; afterwards the server
 * answers 503.
 */
export function answersWithin({ produces, takesLong }: Pick<Endpoint, 'produces' | 'takesLong'>): number {
  if (produces === 'application/pdf') return pdfIsMadeWithin
  if (produces === 'application/zip') return archiveIsMadeWithin
  return takesLong ? takesLongest : answersUsuallyWithin
}

/** What each response status means (A2). */
export const statusTexts: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  206: 'The part requested by `Range`',
  304: 'Nothing has changed since the response named by `If-None-Match`',
  400: 'The path, the query, or the body is malformed',
  401: 'No session, or one that has ended; at login, a wrong email or password',
  403: 'The caller’s role or scope doesn’t allow this call',
  404: 'The record doesn’t exist or is outside the caller’s scope',
  409: 'The call conflicts with the current state, a newer version, or another tab of the session',
  413: 'The body is too large',
  415: 'This call doesn’t accept the content type of the body',
  416: 'The requested `Range` is outside the file',
  422: 'Some fields are invalid; `error.fields` lists them',
  423: 'The account is inactive',
  429: 'Too many calls or attempts; retry after `Retry-After` seconds',
  431: 'The headers are too large',
  503: 'Starting, stopping, or overloaded; retry after `Retry-After` seconds',
  507: 'There is no storage space left for the file',
}

const always = [429, 431, 503]
const withSession = [401, 403, 409]
const withInput = [400, 422]
const withBody = [413, 415]
const withTarget = [400, 404, 422]

/** Every status that a call can return, except for internal server errors. */
export function statusesOf(row: Endpoint): number[] {
  const isGuarded = row.policy !== 'public'
  const isWrite = row.method !== 'GET'
  const statuses = [
    row.status,
    ...always,
    ...(isGuarded ? withSession : []),
    ...(isWrite || row.query ? withInput : []),
    ...(isWrite ? withBody : []),
    ...(row.params || (isGuarded && row.body) ? withTarget : []),
    ...(row.inParts ? [206, 416] : []),
    ...(row.refusals ?? []),
  ]
  return [...new Set(statuses)].sort((one, other) => one - other)
}

/** An example call and an example of `data` in its response. Ids in the path are 127 unless `params` overrides them. */
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

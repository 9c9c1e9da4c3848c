import type { failureEnvelope } from '@check-requests/domain/api/endpoint.ts'
import type { z } from 'zod'

/** How somebody can prove who they are, where a call was refused because they did not; at a login, with its token. */
export type NeededProof = NonNullable<z.output<typeof failureEnvelope>['error']['proof']>

interface MoreOfFailure {
  readonly explained?: boolean
  readonly proof?: NeededProof | undefined
}

/** A call that failed. `message` is a sentence for people. */
export class ApiFailure extends Error {
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  readonly code: string
  /** Message per field, when the server refused fields. */
  readonly fields: Record<string, string> | undefined
  /** False when the server gave no reason: `message` is then the default of the call (R229). */
  readonly explained: boolean
  readonly proof: NeededProof | undefined

  constructor(
    message: string,
    status: number,
    code: string,
    fields?: Record<string, string>,
    more: MoreOfFailure = {},
  ) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.fields = fields
    this.explained = more.explained ?? true
    this.proof = more.proof
  }
}

/** Retrying the same call is pointless while nothing else changes. */
export function isFinal(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500 && failure.status !== 429
}

const unreachable = 'The server cannot be reached. Check your connection and try again.'

export function networkFailure(): ApiFailure {
  return new ApiFailure(unreachable, 0, 'NETWORK')
}

import type { failureEnvelope } from '@check-requests/domain/api/endpoint.ts'
import type { z } from 'zod'

/** How somebody can prove who they are, where a call was refused because they did not; at a login, with its token. */
export type NeededProof = NonNullable<z.output<typeof failureEnvelope>['error']['proof']>

/** A call that failed. `message` is the server's sentence, else the default of the call (R229). */
export class ApiFailure extends Error {
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  readonly code: string
  /** Message per field, when the server refused fields. */
  readonly fields: Record<string, string> | undefined
  readonly proof: NeededProof | undefined

  constructor(message: string, status: number, code: string, fields?: Record<string, string>, proof?: NeededProof) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.fields = fields
    this.proof = proof
  }
}

const finalStatuses = new Set([400, 401, 403, 404, 409, 422])

/** Another try cannot change the answer while nothing else changes (F5). */
export function isFinal(failure: unknown): boolean {
  return failure instanceof ApiFailure && finalStatuses.has(failure.status)
}

const unreachable = 'The server cannot be reached. Check your connection and try again.'

export function networkFailure(): ApiFailure {
  return new ApiFailure(unreachable, 0, 'NETWORK')
}

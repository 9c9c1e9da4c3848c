import type { failureEnvelope } from '@check-requests/domain/api/endpoint.ts'
import type { z } from 'zod'
import type { Notice } from '#platform/notices.tsx'

/**
 * The ways to verify the user's identity after a call that requires verification was refused. During a login, also the
 * login's token.
 */
export type NeededProof = NonNullable<z.output<typeof failureEnvelope>['error']['proof']>

/** A failed call. `message` is the server's message, or the call's default message (R229). */
export class ApiFailure extends Error {
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  readonly code: string
  /** A message for each field that the server refused, if any. */
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

/** A retry can't succeed unless something else changes (F5). */
export function isFinal(failure: unknown): boolean {
  return failure instanceof ApiFailure && finalStatuses.has(failure.status)
}

const unreachable = 'The server can’t be reached. Check your connection and try again.'

export function networkFailure(): ApiFailure {
  return new ApiFailure(unreachable, 0, 'NETWORK')
}

/** The notice for any call that fails because the session has ended (R228). */
export const unauthorizedNotice: Notice = { title: 'Unauthorized access...', destructive: true }

/** The notice about a failed call: the attempted action, and the failure's message (F6). */
export function failureNotice(title: string, failure: unknown): Notice {
  if (failure instanceof ApiFailure && failure.status === 401) return unauthorizedNotice
  return { title, description: messageOf(failure), destructive: true }
}

/** The message of a failure for display. */
export function messageOf(failure: unknown): string {
  return failure instanceof ApiFailure ? failure.message : 'Something went wrong!'
}

/** Asks the user to verify their identity in one of these ways; true once the server has accepted the proof. */
export type AskForProof = (ways: NeededProof['ways']) => Promise<boolean>

const needed = 'FRESH_PROOF_NEEDED'

/**
 * Handles calls that require identity verification: asks the user and repeats the call. Calls refused in the meantime
 * wait for the same verification. If the user cancels, the call fails.
 */
export function createProofGate() {
  let ask: AskForProof | undefined
  let asking: Promise<boolean> | undefined

  function isProved(ways: NeededProof['ways']): Promise<boolean> | undefined {
    asking ??= ask?.(ways).finally(() => {
      asking = undefined
    })
    return asking
  }

  return {
    async pass<Answer>(send: () => Promise<Answer>): Promise<Answer> {
      try {
        return await send()
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== needed || !error.proof) throw error
        if (!(await isProved(error.proof.ways))) throw error
        return send()
      }
    },
    /** From now on, uses `next` to ask the user. Returns a function that stops this. */
    open(next: AskForProof): () => void {
      ask = next
      return () => {
        ask = undefined
      }
    },
  }
}

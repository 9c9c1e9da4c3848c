import type { failureEnvelope } from '@check-requests/domain/api/endpoint.ts'
import type { z } from 'zod'
import type { Notice } from '#platform/notices.tsx'

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

/** The session has ended; whatever the person tried, this is what they need to know (R228). */
export const unauthorizedNotice: Notice = { title: 'Unauthorized access...', destructive: true }

/** The notice about a failed call: what was attempted, and the sentence of the failure (F6). */
export function failureNotice(title: string, failure: unknown): Notice {
  if (failure instanceof ApiFailure && failure.status === 401) return unauthorizedNotice
  return { title, description: messageOf(failure), destructive: true }
}

/** The sentence of a failure as shown to people. */
export function messageOf(failure: unknown): string {
  return failure instanceof ApiFailure ? failure.message : 'Something went wrong!'
}

/** Asks the person for a fresh proof in one of these ways; true once the server has accepted it. */
export type AskForProof = (ways: NeededProof['ways']) => Promise<boolean>

const needed = 'FRESH_PROOF_NEEDED'

/**
 * Lets calls pass that need a fresh proof: the person is asked, and the very same call is sent again. Calls that are
 * refused meanwhile wait for the same answer. Without one, a call fails as it did.
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
    /** From now on `next` is asked; returns a stop function. */
    open(next: AskForProof): () => void {
      ask = next
      return () => {
        ask = undefined
      }
    },
  }
}

import { ApiFailure, type NeededProof } from '#platform/api-failure.ts'

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

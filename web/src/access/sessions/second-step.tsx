import { proofEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import type { FreshProof, SignInProof } from '@check-requests/domain/access/second-factor/fields.ts'
import { ProofForm } from '#access/second-factor/proof-form.tsx'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { useApi } from '#platform/api-context.tsx'
import { ApiFailure, type NeededProof } from '#platform/api-failure.ts'
import { Button } from '#ui/button.tsx'

/** The error code returned if the password was entered too long ago. */
const startAgain = 'SIGN_IN_EXPIRED'

interface SecondStepProps {
  needed: NeededProof
  /** Returns to the password step, with a reason unless the user chose to go back. */
  onStartAgain(reason?: string): void
}

/** The step after the password: a passkey, a code, or a recovery code. */
export function SecondStep({ needed, onStartAgain }: SecondStepProps) {
  const api = useApi()
  const { logInBy } = useSessionActions()
  const pending_token = needed.pending_token ?? ''
  function restart(error: unknown): never {
    if (error instanceof ApiFailure && error.code === startAgain) onStartAgain(error.message)
    throw error
  }
  async function prove(proof: SignInProof | FreshProof) {
    if (proof.way === 'password') return
    const user = await api.call(proofEndpoints.finishSignIn, { body: { pending_token, proof } }).catch(restart)
    await logInBy(async () => user)
  }
  return (
    <section aria-labelledby="second-step" className="grid gap-4">
      <header className="grid gap-1">
        <h2 id="second-step" className="text-base font-semibold">
          One More Step
        </h2>
        <p className="text-ink-soft">Your password is correct. Now verify your identity.</p>
      </header>
      <ProofForm
        ways={needed.ways}
        options={() => api.call(proofEndpoints.secondStepOptions, { body: { pending_token } }).catch(restart)}
        prove={prove}
        buttons={
          <Button variant="secondary" onClick={() => onStartAgain()}>
            Back
          </Button>
        }
      />
    </section>
  )
}

import { proofEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import type { ProofWay } from '@check-requests/domain/access/second-factor/fields.ts'
import { ProofForm } from '#access/second-factor/proof-form.tsx'
import { useApi } from '#platform/api-context.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

export interface FreshProofDialogProps {
  ways: readonly ProofWay[]
  open: boolean
  /** True once the server has accepted a proof; false if the user cancels. */
  onAnswer(proved: boolean): void
}

/** Asks a signed-in user to prove their identity again. */
export function FreshProofDialog({ ways, open, onAnswer }: FreshProofDialogProps) {
  const api = useApi()
  async function prove(body: Parameters<Parameters<typeof ProofForm>[0]['prove']>[0]) {
    if (body.way === 'recovery-code') return
    await api.call(proofEndpoints.prove, { body })
    onAnswer(true)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onAnswer(false)}
      title="Verify Your Identity"
      description="This action needs a recent sign-in. It continues after you verify, and you won’t be asked again for ten minutes."
    >
      <ProofForm
        ways={ways}
        options={() => api.call(proofEndpoints.proofOptions, {})}
        prove={prove}
        buttons={
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
        }
      />
    </Dialog>
  )
}

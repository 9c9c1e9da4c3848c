import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { useState } from 'react'
import { useRefreshOwnSecondFactor } from '#access/second-factor/api.ts'
import { PasskeyNameForm } from '#access/second-factor/passkey-name-form.tsx'
import { useApi } from '#platform/api-context.tsx'
import { messageOf } from '#platform/api-failure.ts'
import { makePasskey } from '#platform/passkeys.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'

const texts = { done: 'Passkey added', failed: 'Couldn’t add this passkey', refreshes: [] }

interface AddPasskeyDialogProps {
  onOpenChange(open: boolean): void
  onCodes(codes: readonly string[]): void
}

/** Names a passkey and has the browser create it. */
export function AddPasskeyDialog({ onOpenChange, onCodes }: AddPasskeyDialogProps) {
  const api = useApi()
  const refresh = useRefreshOwnSecondFactor()
  const [making, setMaking] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const add = useWriteWithNotices(secondFactorEndpoints.addPasskey, texts, {
    onSuccess({ recovery_codes }) {
      refresh()
      onOpenChange(false)
      if (recovery_codes) onCodes(recovery_codes)
    },
    onError: (failure) => setRefusal(failure.message),
  })
  async function make(name: string) {
    if (making || add.isPending) return
    setMaking(true)
    setRefusal(undefined)
    try {
      const options = await api.call(secondFactorEndpoints.passkeyCreationOptions, {})
      add.mutate({ body: { name, response: await makePasskey(options) } })
    } catch (error) {
      setRefusal(messageOf(error))
    }
    setMaking(false)
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Add Passkey"
      description="Next, your browser asks where to save the passkey: on this device, on your phone, or on a security key."
    >
      <PasskeyNameForm
        name=""
        label="Continue"
        pending={making || add.isPending}
        refusal={refusal}
        onSubmit={(name) => void make(name)}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

import type { PasskeyReply } from '@check-requests/domain/second-factor/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { lazy, Suspense, useState } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { hasPasskeys } from '#platform/has-passkeys.ts'
import { FactorRow } from '#second-factor/factor-row.tsx'
import { Button } from '#ui/button.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const AddDialog = lazy(async () => ({
  default: (await import('#second-factor/add-passkey-dialog.tsx')).AddPasskeyDialog,
}))
const RenameDialog = lazy(async () => ({
  default: (await import('#second-factor/rename-passkey-dialog.tsx')).RenamePasskeyDialog,
}))
const RemoveDialog = lazy(async () => ({
  default: (await import('#second-factor/remove-passkey-dialog.tsx')).RemovePasskeyDialog,
}))

interface PasskeysProps {
  passkeys: readonly PasskeyReply[]
  /** Shows the recovery codes that came with the first factor. */
  onCodes(codes: readonly string[]): void
}

/** One's passkeys: added, renamed and removed. */
export function Passkeys({ passkeys, onCodes }: PasskeysProps) {
  const [adding, setAdding] = useState(false)
  const rename = useDialogFor<PasskeyReply>(RenameDialog)
  const remove = useDialogFor<PasskeyReply>(RemoveDialog)
  return (
    <>
      <FactorRow title="Passkeys" text={explained(passkeys.length)}>
        {hasPasskeys && (
          <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
            Add Passkey
          </Button>
        )}
      </FactorRow>
      <ul aria-label="Passkeys">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="sm:ps-4">
            <FactorRow title={markHidden(passkey.name)} text={factsOf(passkey)}>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Rename ${passkey.name}`}
                onClick={() => rename.openFor(passkey)}
              >
                Rename
              </Button>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => remove.openFor(passkey)}
              >
                Remove
              </Button>
            </FactorRow>
          </li>
        ))}
      </ul>
      {adding && (
        <Suspense>
          <AddDialog onOpenChange={setAdding} onCodes={onCodes} />
        </Suspense>
      )}
      {rename.dialog}
      {remove.dialog}
    </>
  )
}

function explained(count: number): string {
  if (!hasPasskeys) return 'Passkeys need a secure address (HTTPS) and a browser that knows them.'
  return count === 0
    ? 'Sign in with your fingerprint, face or PIN, or with a security key, without a password.'
    : 'They sign you in without a password.'
}

function factsOf({ added_at, last_used_at, synced }: PasskeyReply): string {
  const used = last_used_at ? `last used ${formatMoment(last_used_at)}` : 'not used yet'
  return `${synced ? 'Synced between devices' : 'On one device'}, added ${formatMoment(added_at)}, ${used}`
}

import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import type { PasskeyReply } from '@check-requests/domain/access/second-factor/fields.ts'
import { type CalendarDate, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Copy, Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useOwnSecondFactor, useRefreshOwnSecondFactor } from '#access/second-factor/api.ts'
import type { NewCodes } from '#access/second-factor/codes-dialog.tsx'
import { FactorRow, RecoveryCodes } from '#access/second-factor/factor-rows.tsx'
import { usePerson, useSessionActions } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { failureNotice } from '#platform/api-failure.ts'
import { hasPasskeys } from '#platform/browser-features.ts'
import { saveFile } from '#platform/downloads.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useNotices } from '#platform/notices.tsx'
import { useWrite, useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const purpose = 'A passkey or a code protects your account even if someone else knows your password.'

function neededFrom(day: CalendarDate): string {
  return `Your dealer group requires a passkey or an authenticator app starting ${formatDate(day)}.`
}

/** The user's second factors. */
export function OwnSecondFactor() {
  const own = useOwnSecondFactor()
  const { error, onRetry } = useLoadFailure(own)
  const [codes, setCodes] = useState<readonly string[]>()
  const requirement = usePerson().second_factor_demand
  const { findOut } = useSessionActions()
  function leaveCodes() {
    setCodes(undefined)
    // Adding the first factor removes the reminder or the page that requires a second factor.
    if (requirement) findOut()
  }
  return (
    <Card
      title="Sign-In"
      description={requirement && !requirement.required ? `${purpose} ${neededFrom(requirement.from)}` : purpose}
      flush
    >
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {own.isPending && !error && <SkeletonRows count={3} />}
      {own.data && (
        <>
          <Passkeys passkeys={own.data.passkeys} onCodes={setCodes} />
          <AuthenticatorApp addedAt={own.data.codes?.added_at} onCodes={setCodes} />
          <RecoveryCodes own={own.data} onCodes={setCodes} />
        </>
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={leaveCodes} />}
    </Card>
  )
}

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onClose(): void
}

/** Shows recovery codes once. Closing without saving them asks for confirmation. */
function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const notices = useNotices()
  const { email } = usePerson()
  const [kept, setKept] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => (kept ? onClose() : setAsking(true))

  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'))
    setKept(true)
    notices.show({ title: 'Recovery codes copied' })
  }

  function save() {
    const text = `Recovery codes for ${email}\nEach code works once.\n\n${codes.join('\n')}\n`
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
    setKept(true)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Save These Recovery Codes"
      description="If you lose your passkeys and your app, each code signs you in once, together with your password. The codes aren’t shown again."
    >
      <ul className="grid gap-x-6 gap-y-1.5 rounded-md border border-line bg-sunken p-3 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="text-center">
            <code className="select-all">{code}</code>
          </li>
        ))}
      </ul>
      <DialogFooter>
        {isSecureContext && (
          <Button variant="secondary" onClick={() => void copy()}>
            <Copy aria-hidden className="size-4" />
            Copy
          </Button>
        )}
        <Button variant="secondary" onClick={save}>
          <Download aria-hidden className="size-4" />
          Save as File
        </Button>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Have you saved the codes?"
        text="The codes aren’t shown again. You can create new codes later."
        confirmLabel="I Saved the Codes"
        cancelLabel="Go Back"
        danger={false}
        onConfirm={onClose}
      />
    </Dialog>
  )
}

const CodesDialog = lazy(async () => ({
  default: (await import('#access/second-factor/codes-dialog.tsx')).CodesDialog,
}))

const removed = { done: 'Authenticator app removed', failed: 'Couldn’t remove this authenticator app', refreshes: [] }

interface AuthenticatorAppProps {
  /** When the authenticator app was added; undefined if there is none. */
  addedAt: string | undefined
  onCodes(codes: readonly string[]): void
}

/** An authenticator app, which shows a code every thirty seconds. */
function AuthenticatorApp({ addedAt, onCodes }: AuthenticatorAppProps) {
  const [fresh, setFresh] = useState<NewCodes>()
  const [removing, setRemoving] = useState(false)
  const refresh = useRefreshOwnSecondFactor()
  const notices = useNotices()
  const begin = useWrite(secondFactorEndpoints.beginCodes, {
    refreshes: [],
    onSuccess: setFresh,
    onError: (failure) => notices.show(failureNotice('Couldn’t add this authenticator app', failure)),
  })
  const remove = useWriteWithNotices(secondFactorEndpoints.removeCodes, removed, {
    onSuccess() {
      refresh()
      setRemoving(false)
    },
    onError: refresh,
  })
  return (
    <>
      <FactorRow
        title="Authenticator App"
        text={addedAt ? `Added ${formatMoment(addedAt)}` : 'An app on your phone shows a new code every 30 seconds.'}
      >
        <Button variant="secondary" size="sm" pending={begin.isPending} onClick={() => begin.mutate({})}>
          {addedAt ? 'Replace App' : 'Add App'}
        </Button>
        {addedAt && (
          <Button variant="secondary" size="sm" aria-label="Remove authenticator app" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )}
      </FactorRow>
      {fresh && (
        <Suspense>
          <CodesDialog fresh={fresh} onClose={() => setFresh(undefined)} onCodes={onCodes} />
        </Suspense>
      )}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title="Remove the authenticator app?"
        text="You can no longer use its codes to sign in or to verify your identity."
        confirmLabel="Remove"
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate({})}
      />
    </>
  )
}

const AddDialog = lazy(async () => ({
  default: (await import('#access/second-factor/add-passkey-dialog.tsx')).AddPasskeyDialog,
}))
const RenameDialog = lazy(async () => ({
  default: (await import('#access/second-factor/rename-passkey-dialog.tsx')).RenamePasskeyDialog,
}))
const RemoveDialog = lazy(async () => ({
  default: (await import('#access/second-factor/remove-passkey-dialog.tsx')).RemovePasskeyDialog,
}))

interface PasskeysProps {
  passkeys: readonly PasskeyReply[]
  /** Called with the recovery codes that were created together with the first factor. */
  onCodes(codes: readonly string[]): void
}

/** The user's passkeys, with buttons to add, rename, and remove. */
function Passkeys({ passkeys, onCodes }: PasskeysProps) {
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
  if (!hasPasskeys) return 'Passkeys require HTTPS and a browser that supports them.'
  return count === 0
    ? 'Sign in with your fingerprint, face, PIN, or security key instead of a password.'
    : 'Passkeys sign you in without a password.'
}

function factsOf({ added_at, last_used_at, synced }: PasskeyReply): string {
  const used = last_used_at ? `last used ${formatMoment(last_used_at)}` : 'not used yet'
  return `${synced ? 'Synced between devices' : 'On one device'}, added ${formatMoment(added_at)}, ${used}`
}

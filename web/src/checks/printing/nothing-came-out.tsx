import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { useState } from 'react'
import { numbersOf } from '#checks/printing/run-words.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

interface NothingCameOutProps {
  run: PrintRunReply
  open: boolean
  onOpenChange(open: boolean): void
  pending: boolean
  failure: string | undefined
  onRelease(): void
  onSpoil(reason: string): void
}

/** Releases the numbers of a run, or spoils them all where its file was opened. */
export function NothingCameOut({ run, ...props }: NothingCameOutProps) {
  const { open, onOpenChange, pending, failure, onRelease, onSpoil } = props
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const dialog = { open, onOpenChange, pending, error: failure }
  if (run.fetched_at === null)
    return (
      <ConfirmDialog
        {...dialog}
        title="Release the numbers?"
        text={`Nobody has opened the checks, so ${numbersOf(run)} can go back to the account. The requests stay Approved.`}
        confirmLabel="Release the Numbers"
        danger={false}
        onConfirm={onRelease}
      />
    )
  return (
    <ConfirmDialog
      {...dialog}
      title={run.count === 1 ? 'Spoil the number?' : `Spoil all ${run.count} numbers?`}
      text={`The checks were opened, so ${numbersOf(run)} may be on paper and are never used again. The requests stay Approved, and get the next numbers when they are printed again.`}
      confirmLabel={run.count === 1 ? 'Spoil It' : 'Spoil All'}
      onConfirm={() => (reason.trim() === '' ? setMissing(true) : onSpoil(reason))}
    >
      <Field
        label="What Happened"
        required
        error={isMissing && reason.trim() === '' ? 'Say what happened to the sheets.' : undefined}
      >
        <Input autoComplete="off" maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ConfirmDialog>
  )
}

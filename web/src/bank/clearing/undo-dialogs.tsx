import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { type ClearingReply, undoClearingBody } from '@check-requests/domain/bank/files/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { refuseUndoNotices, undoNotices } from '#bank/clearing/api.ts'
import { counted, stillInWords } from '#bank/clearing/clearing-words.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** A check that was cleared, or a confirmed bank file of an account. */
export type Undoable =
  | { readonly check: WholeCheckReply }
  | { readonly accountId: number; readonly file: ClearingReply['files'][number] }

/** What a user does about undoing a clearing: ask, confirm another user's request, or keep the clearing. */
export type UndoAct = 'ask' | 'confirm' | 'keep'

/** Undoes a clearing in two steps, by two users. */
export function UndoDialog({ subject: { act, of }, ...open }: DialogFor<{ act: UndoAct; of: Undoable }>) {
  const Dialog = { ask: AskDialog, confirm: ConfirmUndoDialog, keep: KeepDialog }[act]
  return <Dialog subject={of} {...open} />
}

const schema = undoClearingBody.omit({ version: true })

/** Asks to undo a clearing. Nothing changes before a second person confirms. */
function AskDialog({ subject, open, onOpenChange }: DialogFor<Undoable>) {
  const form = useZodForm(schema, { reason: '' })
  const after = {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }: { fields?: Readonly<Record<string, string>> | undefined }) => showServerErrors(form, fields),
  }
  const undoCheck = useWriteWithNotices(bankFileEndpoints.unclear, undoNotices.asked, after)
  const undoFile = useWriteWithNotices(bankFileEndpoints.undoClearing, undoNotices.asked, after)
  const send = ({ reason }: { reason: string }) =>
    'check' in subject
      ? undoCheck.mutate({ params: { id: subject.check.id }, body: { reason, version: subject.check.version } })
      : undoFile.mutate({ params: paramsOf(subject), body: { reason, version: subject.file.version } })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={titleOf(subject)}
      size="md"
      dirty={form.formState.isDirty && !undoCheck.isSuccess && !undoFile.isSuccess}
    >
      <Form form={form} className="grid gap-4" onSubmit={send}>
        <p>{effectOf(subject)} A second person has to confirm.</p>
        <DescriptionList items={factsOf(subject)} />
        <FormField form={form} name="reason" label="What Is Wrong" required>
          {(field) => <Textarea {...field} rows={2} maxLength={500} />}
        </FormField>
        <FormFailure failure={undoCheck.error ?? undoFile.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={undoCheck.isPending || undoFile.isPending}>
            Ask to Undo
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

/** Confirms another user's request to undo a clearing. */
function ConfirmUndoDialog({ subject, open, onOpenChange }: DialogFor<Undoable>) {
  const after = { onSuccess: () => onOpenChange(false) }
  const undoCheck = useWriteWithNotices(bankFileEndpoints.confirmUnclear, undoNotices.done, after)
  const undoFile = useWriteWithNotices(bankFileEndpoints.confirmUndoClearing, undoNotices.done, after)
  const error = undoCheck.error ?? undoFile.error
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={titleOf(subject)}
      text={effectOf(subject)}
      details={[...factsOf(subject), ...askedIn(subject)]}
      confirmLabel="Undo"
      pending={undoCheck.isPending || undoFile.isPending}
      error={error?.message}
      onConfirm={() =>
        'check' in subject
          ? undoCheck.mutate({ params: { id: subject.check.id }, body: { version: subject.check.version } })
          : undoFile.mutate({ params: paramsOf(subject), body: { version: subject.file.version } })
      }
    />
  )
}

/** Refuses to undo a clearing, or takes back the user's own request. */
function KeepDialog({ subject, open, onOpenChange }: DialogFor<Undoable>) {
  const after = { onSuccess: () => onOpenChange(false) }
  const refuseCheck = useWriteWithNotices(bankFileEndpoints.refuseUnclear, refuseUndoNotices, after)
  const refuseFile = useWriteWithNotices(bankFileEndpoints.refuseUndoClearing, refuseUndoNotices, after)
  const error = refuseCheck.error ?? refuseFile.error
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keep as Cleared"
      text="The request to undo the clearing ends, and nothing changes."
      details={[...factsOf(subject), ...askedIn(subject)]}
      confirmLabel="Keep as Cleared"
      danger={false}
      pending={refuseCheck.isPending || refuseFile.isPending}
      error={error?.message}
      onConfirm={() =>
        'check' in subject
          ? refuseCheck.mutate({ params: { id: subject.check.id }, body: { version: subject.check.version } })
          : refuseFile.mutate({ params: paramsOf(subject), body: { version: subject.file.version } })
      }
    />
  )
}

type FileOfAccount = Extract<Undoable, { file: unknown }>

function paramsOf({ accountId: id, file }: FileOfAccount) {
  return { id, file: file.id }
}

function titleOf(subject: Undoable): string {
  return 'check' in subject ? `Undo Clearing of Check ${subject.check.number}` : 'Undo Bank File'
}

function effectOf(subject: Undoable): string {
  return 'check' in subject
    ? 'The check becomes outstanding again, and the bank’s payment becomes an open exception.'
    : 'Its checks become outstanding again, and its exceptions are closed. Payments that a later file repeats then count for that file. Afterward, you can upload the same file again.'
}

function factsOf(subject: Undoable): Description[] {
  if ('file' in subject) {
    const { name, cleared, written_by, undo_asked } = subject.file
    const still = undo_asked?.still_cleared
    return [
      { label: 'File', value: markHidden(name), wide: true },
      { label: 'Cleared', value: counted(cleared, 'check') },
      { label: 'Confirmed By', value: markHidden(written_by.name) },
      ...(still && still.checks > 0 ? [{ label: 'Stays Cleared', value: stillInWords(still), wide: true }] : []),
    ]
  }
  const { amount, payee_name, bank_paid_on } = subject.check
  return [
    { label: 'Check', value: `${formatDollars(amount)} to ${markHidden(payee_name)}`, wide: true },
    ...(bank_paid_on === null ? [] : [{ label: 'Paid by the Bank On', value: formatDate(bank_paid_on) }]),
  ]
}

function askedIn(subject: Undoable): Description[] {
  const asked = 'check' in subject ? subject.check.clearing?.undo_asked : subject.file.undo_asked
  if (!asked) return []
  return [
    { label: 'Requested By', value: markHidden(asked.by.name), wide: true },
    { label: 'Reason', value: markHidden(asked.reason), wide: true },
  ]
}

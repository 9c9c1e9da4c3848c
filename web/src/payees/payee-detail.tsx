import { type PayeeAct, payeeActsAt } from '@check-requests/domain/payees/lifecycle.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Merge, Pencil } from 'lucide-react'
import { lazy } from 'react'
import { actLabels } from '#payees/payee-act-labels.ts'
import { PayeeDocuments } from '#payees/payee-documents.tsx'
import { PayeeFacts } from '#payees/payee-facts.tsx'
import { PayeeLikeness } from '#payees/payee-likeness.tsx'
import { ListOffNote, MergedNotes } from '#payees/payee-notes.tsx'
import { PayeeRequests } from '#payees/payee-requests.tsx'
import { PayeeStateBadge } from '#payees/payee-state-badge.tsx'
import { may } from '#sessions/may.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const ActDialog = lazy(async () => ({ default: (await import('#payees/payee-act-dialog.tsx')).PayeeActDialog }))
const EditDialog = lazy(async () => ({ default: (await import('#payees/payee-dialog.tsx')).PayeeDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('#payees/merge-dialog.tsx')).MergeDialog }))
const TaxFormDialog = lazy(async () => ({ default: (await import('#payees/tax-form-dialog.tsx')).TaxFormDialog }))

/** All about a payee: who it is, who has verified it and how, what it was paid, and what was handed in for that. */
export function PayeeDetail({ payee }: { payee: PayeeReply }) {
  return (
    <>
      <PageHeader
        title={markHidden(payee.name)}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            <PayeeStateBadge state={payee.state} isMerged={payee.merged_into !== null} />
            <span>{markHidden(payee.dealer_group_name)}</span>
          </span>
        }
        actions={<Actions payee={payee} />}
      />
      <ListOffNote />
      <MergedNotes payee={payee} />
      {!payee.merged_into && <PayeeLikeness payeeId={payee.id} />}
      <PayeeFacts payee={payee} />
      <PayeeRequests payeeId={payee.id} />
      <PayeeDocuments payeeId={payee.id} />
    </>
  )
}

function Actions({ payee }: { payee: PayeeReply }) {
  const person = usePerson()
  const act = useDialogFor<{ payee: PayeeReply; act: PayeeAct }>(ActDialog)
  const edit = useDialogFor<PayeeReply | null>(EditDialog)
  const merge = useDialogFor<PayeeReply>(MergeDialog)
  const taxForm = useDialogFor<PayeeReply>(TaxFormDialog)
  const [writes, verifies] = [may(person, 'payees.write'), may(person, 'payees.verify')]
  const acts = payeeActsAt(payee.state).filter((one) => (one === 'verify' ? verifies : writes))
  if (payee.merged_into) return null
  return (
    <>
      {verifies && (
        <Button variant="secondary" onClick={() => taxForm.openFor(payee)}>
          W-9
        </Button>
      )}
      {writes && (
        <Button variant="secondary" onClick={() => edit.openFor(payee)}>
          <Pencil aria-hidden className="size-4" />
          Edit
        </Button>
      )}
      {writes && (
        <Button variant="secondary" onClick={() => merge.openFor(payee)}>
          <Merge aria-hidden className="size-4" />
          Merge…
        </Button>
      )}
      {acts.map((one) => (
        <Button
          key={one}
          variant={one === 'verify' ? 'primary' : 'secondary'}
          onClick={() => act.openFor({ payee, act: one })}
        >
          {actLabels[one]}
        </Button>
      ))}
      {act.dialog}
      {edit.dialog}
      {merge.dialog}
      {taxForm.dialog}
    </>
  )
}

import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { labelOfKind } from '@check-requests/domain/documents/attachments/fields.ts'
import { type PayeeAct, payeeActsAt } from '@check-requests/domain/payees/lifecycle.ts'
import type { PayeeDocument, PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { useParams } from '@tanstack/react-router'
import { FileText, Merge, Pencil } from 'lucide-react'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatDay, formatMoment } from '#check-requests/list/moments.ts'
import { usePurposes } from '#organization/api.ts'
import { checkRequestPath, paths } from '#paths.ts'
import { usePayee, usePayeeDocuments } from '#payees/api.ts'
import { ListOffNote, MergedNotes } from '#payees/payee-notes.tsx'
import { PayeeRequests } from '#payees/payee-requests.tsx'
import { actLabels, PayeeStateBadge } from '#payees/payee-state-badge.tsx'
import { SimilarToPayee } from '#payees/similar-payees.tsx'
import { isFinal } from '#platform/api-failure.ts'
import { PageTitle } from '#platform/brand.tsx'
import { sizeInWords } from '#platform/downloads.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { LinkButton, TextLink } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function AdminPayeeScreen() {
  const id = Number(useParams({ strict: false }).id)
  const { data: payee, error, refetch } = usePayee(id)
  if (error && (error.status === 404 || (!payee && isFinal(error)))) return <Missing message={error.message} />
  return (
    <>
      {error && (
        <Card flush>
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        </Card>
      )}
      {!payee && !error && <Waiting />}
      {payee && <PageTitle text={`${markHidden(payee.name)} · Payees`} />}
      {payee && <PayeeDetail key={id} payee={payee} />}
    </>
  )
}

function Waiting() {
  return (
    <>
      <PageHeader title="Payee" />
      <Card>
        <SkeletonRows count={4} />
      </Card>
    </>
  )
}

function Missing({ message }: { message: string }) {
  return (
    <>
      <PageHeader title="Payee" />
      <Card>
        <EmptyState text={message} action={<LinkButton to={paths.payees}>Payees</LinkButton>} />
      </Card>
    </>
  )
}

const ActDialog = lazy(async () => ({ default: (await import('#payees/payee-act-dialog.tsx')).PayeeActDialog }))
const EditDialog = lazy(async () => ({ default: (await import('#payees/payee-dialog.tsx')).PayeeDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('#payees/merge-dialog.tsx')).MergeDialog }))
const TaxFormDialog = lazy(async () => ({ default: (await import('#payees/tax-form-dialog.tsx')).TaxFormDialog }))

/** A payee with its data, verification, payments, and documents. */
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
      {!payee.merged_into && <SimilarToPayee payeeId={payee.id} />}
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
          Merge
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

/** The documents of a payee's requests, newest first; each document opens next to its request. */
function PayeeDocuments({ payeeId }: { payeeId: number }) {
  const { documents, failure } = usePayeeDocuments(payeeId)
  return (
    <Card title="Documents">
      {failure.error && <ErrorState message={failure.error} onRetry={failure.onRetry} />}
      {!documents && !failure.error && <SkeletonRows count={2} />}
      {documents?.length === 0 && <p className="text-ink-soft">No documents for this payee that you can view.</p>}
      <ul className="grid divide-y divide-line">
        {documents?.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </ul>
    </Card>
  )
}

function DocumentRow({ document }: { document: PayeeDocument }) {
  const { id, name, kind, size, created_by, created_at, request } = document
  return (
    <li className="flex items-start gap-3 py-2 first:pt-0 last:pb-0">
      <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <TextLink to={checkRequestPath(request.id)} search={{ document: String(id) }} className="wrap-anywhere">
          {markHidden(name)}
        </TextLink>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-soft">
          {request.request_number} · {kind && `${labelOfKind(kind)} · `}
          {sizeInWords(size)} · {markHidden(created_by.name)}, {formatMoment(created_at)}
        </p>
      </div>
    </li>
  )
}

/** The data of a payee and its verification. */
function PayeeFacts({ payee }: { payee: PayeeReply }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card title="Payee Information">
        <DescriptionList items={useFacts(payee).map(marked)} />
      </Card>
      <Card title="Verification">
        <DescriptionList columns={1} items={storyOf(payee).map(marked)} />
        <TrailLink payeeId={payee.id} />
      </Card>
    </div>
  )
}

function useFacts(payee: PayeeReply): Description[] {
  const purpose = usePurposes().data?.find(({ id }) => id === payee.default_purpose_id)?.name
  return [
    { label: 'Type', value: `${capitalized(payee.payee_type)}, ${payee.payee_sub_type}` },
    { label: 'Usual Purpose', value: purpose && capitalized(purpose) },
    { label: 'Address', value: payee.address, wide: true },
    { label: 'Email', value: payee.email },
    { label: 'Phone', value: payee.phone },
    { label: 'W-9', value: taxFormInWords(payee) },
    { label: 'Added On', value: formatDay(payee.created_at) },
    ...(payee.note === null ? [] : [{ label: 'Note', value: payee.note, wide: true }]),
  ]
}

function taxFormInWords({ has_tax_form, has_tax_form_document }: PayeeReply): string {
  if (has_tax_form) return has_tax_form_document ? 'On file' : 'On file, without the signed form'
  return has_tax_form_document ? 'Signed form on file' : 'None'
}

function storyOf(payee: PayeeReply): Description[] {
  const { verified_by, verified_at, verified_how, edited_by, blocked_reason } = payee
  const editors = listWithAnd(edited_by.map(({ name }) => name))
  const verified = verified_by && `${verified_by.name}, ${verified_at ? formatMoment(verified_at) : ''}`
  return [
    ...(blocked_reason === null ? [] : [{ label: 'Reason for Block', value: blocked_reason }]),
    { label: 'Verified By', value: verified ?? 'Not verified yet' },
    ...(verified_how === null ? [] : [{ label: 'Verification Method', value: verified_how }]),
    ...(editors === '' ? [] : [{ label: 'Added or Changed By', value: editors }]),
  ]
}

function marked(fact: Description): Description {
  return typeof fact.value === 'string' ? { ...fact, value: markHidden(fact.value) } : fact
}

/** A link to the payee's audit trail, for users who can read it. */
function TrailLink({ payeeId }: { payeeId: number }) {
  if (!may(usePerson(), 'audit.read')) return null
  return (
    <p className="mt-3">
      <TextLink to={paths.audit} search={{ entity: 'payee', id: payeeId }}>
        Audit trail for this payee
      </TextLink>
    </p>
  )
}

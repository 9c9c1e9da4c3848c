import { signatureField } from '@check-requests/domain/checks/fields.ts'
import type { CheckReply, WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { eventInWords, kindWords, originWords } from '@check-requests/domain/checks/words.ts'
import { isMailed } from '@check-requests/domain/organization/fields.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { lazy } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { UndoAct, Undoable } from '#bank/clearing/undo-dialogs.tsx'
import { useCheckRequest } from '#check-requests/api.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { DrawnSignature } from '#checks/detail/drawn-signature.tsx'
import { type People, peopleOf } from '#checks/detail/employee-named.ts'
import { actsOn, type CheckAct } from '#checks/detail/offered-acts.ts'
import { WaitingNotes } from '#checks/detail/waiting-notes.tsx'
import { CheckAmount, CheckStateBadge, RequestsPaid } from '#checks/register/check-state.tsx'
import { checkPath, checkRequestPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { NewTabLink, TextLink } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** A check with its data, actions, recipient, and history. */
export function CheckDetail({ check }: { check: WholeCheckReply }) {
  const request = useCheckRequest(check.check_request_id).data
  const { acts, refusals } = actsOn(check, usePerson(), request)
  return (
    <>
      <PageHeader
        title={`Check ${check.number}`}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            <CheckStateBadge check={check} />
            <span>
              <CheckAmount check={check} /> to {markHidden(check.payee_name)}
            </span>
          </span>
        }
        actions={
          <CheckActs
            check={check}
            acts={acts}
            people={request ? peopleOf(request, check) : []}
            mailed={request !== undefined && isMailed(request.delivery_method_kind)}
          />
        }
      />
      <WaitingNotes check={check} refusals={refusals} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <CheckFacts check={check} />
          {check.hand_over && <HandOverReceipt receipt={check.hand_over} requestId={check.check_request_id} />}
        </div>
        <CheckStory check={check} />
      </div>
    </>
  )
}

/** The history of a check, newest first: user, role, time, event, and note. */
function CheckStory({ check: { events, hand_over } }: { check: WholeCheckReply }) {
  return (
    <Card title="History">
      <ol className="grid divide-y divide-line">
        {events.toReversed().map((event) => (
          <li key={`${event.at} ${event.act} ${event.user_id}`} className="grid gap-1.5 py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
              <p>
                <span className="font-medium">{markHidden(event.user_name)}</span>{' '}
                <span className="text-ink-soft">({event.role})</span> {eventInWords(event.act, hand_over?.kind)}
              </p>
              <time className="text-[0.8125rem] text-ink-soft" dateTime={event.at}>
                {formatMoment(event.at)}
              </time>
            </div>
            {event.note && (
              <blockquote className="border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line">
                {markHidden(event.note)}
              </blockquote>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

type Receipt = NonNullable<WholeCheckReply['hand_over']>

/** The recipient of a check, their identification, and their signature. */
function HandOverReceipt({ receipt, requestId }: { receipt: Receipt; requestId: number | null }) {
  return (
    <Card title="Handover">
      <DescriptionList items={itemsOf(receipt)} />
      {receipt.attachment_id !== null && requestId !== null && (
        <p className="mt-4">
          <NewTabLink to={checkRequestPath(requestId)} search={{ document: String(receipt.attachment_id) }}>
            View the signed slip
          </NewTabLink>
        </p>
      )}
      {receipt.signature && receipt.signature.length > 0 && (
        <figure className="mt-4 grid gap-1.5">
          <figcaption className="text-[0.8125rem] text-ink-soft">Signature</figcaption>
          <svg
            viewBox={`0 0 ${signatureField.width} ${signatureField.height}`}
            role="img"
            aria-label={`Signature of ${receipt.receiver ?? 'the person who took the check'}`}
            className="w-full max-w-md rounded-md border border-line bg-sunken"
          >
            <DrawnSignature strokes={receipt.signature} />
          </svg>
        </figure>
      )}
    </Card>
  )
}

function itemsOf(receipt: Receipt): Description[] {
  const { identification, identification_last4 } = receipt
  const identified = identification && [identification, identification_last4].filter(Boolean).join(', ending in ')
  return [
    { label: 'Method', value: kindWords[receipt.kind] },
    { label: 'Time', value: formatMoment(receipt.at) },
    ...given('Received By', receipt.receiver),
    ...given('Relation to the Payee', receipt.relation),
    ...given('Identified By', identified),
    ...given('Witness', receipt.witness),
    ...given('Tracking Number', receipt.tracking_number),
  ]
}

function given(label: string, text: string | null): Description[] {
  return text === null ? [] : [{ label, value: markHidden(text) }]
}

/** The data of a check, its payment, and its state. */
function CheckFacts({ check }: { check: WholeCheckReply }) {
  return (
    <Card title="Check Information">
      <DescriptionList items={[...paperItems(check), ...fateItems(check)].map(marked)} />
    </Card>
  )
}

function paperItems(check: WholeCheckReply): Description[] {
  const { combined, signed_by } = check
  return [
    { label: 'Payee', value: check.payee_name },
    { label: 'Amount', value: <CheckAmount check={check} /> },
    { label: 'Date', value: formatDate(check.check_date) },
    { label: 'Account', value: check.bank_account_name },
    { label: combined.length > 0 ? 'Requests' : 'Request', value: <RequestsPaid check={check} /> },
    { label: 'Kind', value: originWords[check.kind] },
    { label: 'Paper Location', value: check.paper },
    { label: 'Signed By', value: signed_by.map(({ name }) => name).join(', ') },
    ...linked('Replaces', check.replaces),
    ...linked('Replaced By', check.replaced_by),
  ]
}

function linked(label: string, other: CheckReply['replaces']): Description[] {
  if (!other) return []
  return [{ label, value: <TextLink to={checkPath(other.id)}>Check {other.number}</TextLink> }]
}

function fateItems(check: CheckReply): Description[] {
  const { issued_on, bank_paid_on, ended_on, reason, stop_number, stop_fee, stop_lapses_on } = check
  return [
    ...dated('Issued On', issued_on),
    ...dated('Paid by the Bank On', bank_paid_on),
    ...dated('Ended On', ended_on),
    ...(stop_number === null ? [] : [{ label: 'Bank’s Stop Number', value: stop_number }]),
    ...(stop_fee === null ? [] : [{ label: 'Stop Fee', value: formatDollars(stop_fee) }]),
    ...dated('Stop Expires On', stop_lapses_on),
    ...(reason === null ? [] : [{ label: 'Reason', value: reason, wide: true }]),
  ]
}

function dated(label: string, day: string | null): Description[] {
  return day === null ? [] : [{ label, value: formatDate(day) }]
}

function marked(fact: Description): Description {
  return typeof fact.value === 'string' ? { ...fact, value: markHidden(fact.value) } : fact
}

const HandOver = lazy(async () => ({ default: (await import('#checks/detail/hand-over-dialog.tsx')).HandOverDialog }))
const Allow = lazy(async () => ({
  default: (await import('#checks/detail/allow-exception-dialog.tsx')).AllowExceptionDialog,
}))
const Refuse = lazy(async () => ({
  default: (await import('#checks/detail/refuse-exception-dialog.tsx')).RefuseExceptionDialog,
}))
const TakeBack = lazy(async () => ({
  default: (await import('#checks/detail/take-back-exception-dialog.tsx')).TakeBackExceptionDialog,
}))
const Agree = lazy(async () => ({ default: (await import('#checks/detail/agree-dialog.tsx')).AgreeDialog }))
const Void = lazy(async () => ({ default: (await import('#checks/detail/void-dialog.tsx')).VoidDialog }))
const Stop = lazy(async () => ({ default: (await import('#checks/detail/stop-dialog.tsx')).StopDialog }))
const ConfirmStop = lazy(async () => ({
  default: (await import('#checks/detail/confirm-stop-dialog.tsx')).ConfirmStopDialog,
}))

const RenewStop = lazy(async () => ({
  default: (await import('#checks/detail/renew-stop-dialog.tsx')).RenewStopDialog,
}))
const ConfirmEntry = lazy(async () => ({
  default: (await import('#checks/entering/confirm-entry-dialog.tsx')).ConfirmEntryDialog,
}))
const DiscardEntry = lazy(async () => ({
  default: (await import('#checks/entering/discard-entry-dialog.tsx')).DiscardEntryDialog,
}))

const Undo = lazy(async () => ({ default: (await import('#bank/clearing/undo-dialogs.tsx')).UndoDialog }))

const labels: Record<CheckAct, string> = {
  'hand over': 'Hand Over',
  allow: 'Allow Exception',
  refuse: 'Decline Exception',
  'take back': 'Take Back Exception',
  agree: 'Agree to Void',
  void: 'Void',
  stop: 'Stop',
  'confirm stop': 'Enter Bank’s Number',
  'renew stop': 'Renew Stop',
  'confirm entry': 'Confirm',
  'discard entry': 'Discard',
  'undo clearing': 'Undo Clearing',
  'confirm undo': 'Confirm Undo',
  'keep clearing': 'Keep as Cleared',
}

const undoActs = { 'undo clearing': 'ask', 'confirm undo': 'confirm', 'keep clearing': 'keep' } as const

const nextSteps: readonly CheckAct[] = ['hand over', 'allow', 'agree', 'confirm stop', 'confirm entry', 'confirm undo']

interface CheckActsProps {
  check: WholeCheckReply
  acts: readonly CheckAct[]
  people: People
  /** True if the check's request was approved for mailing. */
  mailed: boolean
}

/** Buttons for actions on a check, with their dialogs. */
function CheckActs({ check, acts, people, mailed }: CheckActsProps) {
  const handOver = useDialogFor<Pick<CheckActsProps, 'check' | 'people' | 'mailed'>>(HandOver)
  const dialogs = {
    allow: useDialogFor<WholeCheckReply>(Allow),
    refuse: useDialogFor<WholeCheckReply>(Refuse),
    'take back': useDialogFor<WholeCheckReply>(TakeBack),
    agree: useDialogFor<WholeCheckReply>(Agree),
    void: useDialogFor<WholeCheckReply>(Void),
    stop: useDialogFor<WholeCheckReply>(Stop),
    'confirm stop': useDialogFor<WholeCheckReply>(ConfirmStop),
    'renew stop': useDialogFor<WholeCheckReply>(RenewStop),
    'confirm entry': useDialogFor<WholeCheckReply>(ConfirmEntry),
    'discard entry': useDialogFor<WholeCheckReply>(DiscardEntry),
  }
  const undo = useDialogFor<{ act: UndoAct; of: Undoable }>(Undo)
  const open = (act: CheckAct) => {
    if (act === 'hand over') handOver.openFor({ check, people, mailed })
    else if (act in undoActs) undo.openFor({ act: undoActs[act as keyof typeof undoActs], of: { check } })
    else dialogs[act as keyof typeof dialogs].openFor(check)
  }
  return (
    <>
      {acts.map((act) => (
        <Button key={act} variant={nextSteps.includes(act) ? 'primary' : 'secondary'} onClick={() => open(act)}>
          {labels[act]}
        </Button>
      ))}
      {handOver.dialog}
      {dialogs.allow.dialog}
      {dialogs.refuse.dialog}
      {dialogs['take back'].dialog}
      {dialogs.agree.dialog}
      {dialogs.void.dialog}
      {dialogs.stop.dialog}
      {dialogs['confirm stop'].dialog}
      {dialogs['renew stop'].dialog}
      {dialogs['confirm entry'].dialog}
      {dialogs['discard entry'].dialog}
      {undo.dialog}
    </>
  )
}

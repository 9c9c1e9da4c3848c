import type { CheckToMailReply } from '@check-requests/domain/checks/fields.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { ChosenBar, checkColumns, chooseColumn, leftOutInWords, MarkedChecks } from '#checks/chosen-checks.tsx'
import { PickUpList } from '#checks/ready-papers.tsx'
import { RequestLinks } from '#checks/register/check-state.tsx'
import { checkPath } from '#paths.ts'
import { useApi } from '#platform/api-context.tsx'
import type { ReplyOf } from '#platform/call.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices, type WriteNotices } from '#platform/use-write.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { Input } from '#ui/form/field.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { SelectAllBox, SelectionProvider, useSelection } from '#ui/table/row-selection.tsx'

/** Checks ready to be mailed. The user can record many mailed checks together, with tracking numbers. */
export function MailChecks() {
  const { checks, failure } = useReadyChecks('to-mail')
  // Kept outside of state so that typing rerenders only one field.
  const [trackingNumbers] = useState(() => new Map<number, string>())
  const selection = useSelection({ rows: checks, rowKey: ({ id }) => id, isMeant: canLeave, about: '' })
  const mail = useWriteWithNotices(leavingEndpoints.mail, mailNotices, { onSuccess: selection.clear })
  const chosen = selection.rows.filter(canLeave)
  function type(check: CheckToMailReply, text: string) {
    trackingNumbers.set(check.id, text)
    if (text.trim() !== '' && !selection.has(check)) selection.toggle(check)
  }
  const hasAccounts = new Set(checks?.map(({ bank_account_id: id }) => id)).size > 1
  return (
    <Card title="Checks Ready to Be Mailed" flush>
      <SelectionProvider value={selection}>
        <div className="px-4 pb-3 sm:hidden">
          <SelectAllBox label="Select all shown" />
        </div>
        <div className="[&_tbody_tr:has(.select-column_:checked)]:bg-accent-soft">
          <MarkedChecks checks={checks} requestsOf={requestsOf}>
            <DataTable
              caption="Checks to mail"
              columns={columnsToMail({ trackingNumbers, onType: type, hasAccounts })}
              rows={checks}
              rowKey={({ id }) => id}
              rowVersion={({ version }) => version}
              {...failure}
              empty={<EmptyState text="No checks are ready to be mailed." />}
              skeletonRows={4}
            />
          </MarkedChecks>
        </div>
      </SelectionProvider>
      {checks && checks.length > 0 && (
        <ChosenBar
          chosen={chosen}
          lost={selection.lost}
          choose="Choose the checks that you have mailed."
          act="Record as Mailed"
          pending={mail.isPending}
          failure={mail.error?.message}
          leftOut={mail.data?.refused}
          onAct={() => mail.mutate({ body: { checks: chosen.map((check) => mailed(check, trackingNumbers)) } })}
        />
      )}
    </Card>
  )
}

/** Checks ready to be picked up, each with a link to the check, where the handover is recorded. */
export function HandOverChecks() {
  const { checks, failure } = useReadyChecks('to-hand-over')
  const hasAccounts = new Set(checks?.map(({ bank_account_id: id }) => id)).size > 1
  return (
    <Card
      title="Checks Ready to Be Picked Up"
      description="Open a check to record who takes it."
      actions={<PickUpList account={0} />}
      flush
    >
      <MarkedChecks checks={checks} requestsOf={requestsOf}>
        <DataTable
          caption="Checks to hand over"
          columns={[
            shared.number,
            shared.payee,
            shared.amount,
            shared.risk,
            act,
            request,
            shared.dealership,
            ...(hasAccounts ? [shared.accountName] : []),
          ]}
          rows={checks}
          rowKey={({ id }) => id}
          rowVersion={({ version }) => version}
          {...failure}
          empty={<EmptyState text="No checks are waiting to be picked up." />}
          skeletonRows={2}
        />
      </MarkedChecks>
    </Card>
  )
}

function canLeave({ refusal }: CheckToMailReply): boolean {
  return refusal === null
}

function mailed({ id }: CheckToMailReply, trackingNumbers: ReadonlyMap<number, string>) {
  return { check_id: id, tracking_number: trackingNumbers.get(id) ?? '' }
}

// Changes to checks also change their requests.
const topic = 'check-requests'

/** Checks ready to be mailed, or to be handed over. */
function useReadyChecks(leaves: 'to-mail' | 'to-hand-over') {
  const row = leaves === 'to-mail' ? leavingEndpoints.toMail : leavingEndpoints.toHandOver
  const query = useQuery({
    queryKey: [topic, `checks-${leaves}`],
    queryFn: read(useApi(), row, {}),
    ...listFreshness,
    staleTime: 0,
  })
  return { checks: query.data, failure: useLoadFailure(query) }
}

const mailNotices: WriteNotices<ReplyOf<typeof leavingEndpoints.mail>> = {
  done: 'Checks mailed',
  failed: 'Couldn’t record the mailing',
  detail: ({ mailed, refused }) => {
    const done = mailed === 1 ? '1 check is on its way.' : `${mailed} checks are on their way.`
    return refused.length === 0 ? done : `${done} ${leftOutInWords(refused.length)}`
  },
  refreshes: [topic],
}

interface ToMail {
  trackingNumbers: ReadonlyMap<number, string>
  onType(check: CheckToMailReply, text: string): void
  /** True if there is more than one account. */
  hasAccounts: boolean
}

/** The columns for checks ready to be mailed. */
function columnsToMail(toMail: ToMail): readonly Column<CheckToMailReply>[] {
  return [
    chooseColumn(
      ({ number }) => `check ${number}`,
      ({ refusal }) => refusal ?? undefined,
    ),
    shared.number,
    shared.payee,
    shared.amount,
    shared.risk,
    {
      key: 'tracking',
      header: 'Tracking #',
      width: 180,
      onCard: 'below',
      className: 'visible',
      cell: (check) => <Tracking {...toMail} check={check} />,
    },
    address,
    request,
    shared.dealership,
    ...(toMail.hasAccounts ? [shared.accountName] : []),
  ]
}

function Tracking({ check, trackingNumbers, onType }: ToMail & { check: CheckToMailReply }) {
  if (check.refusal !== null)
    return (
      <p className="row-note" title={check.refusal}>
        {check.refusal}
      </p>
    )
  return (
    <TrackingField
      label={`Tracking number for check ${check.number}`}
      typed={trackingNumbers.get(check.id) ?? ''}
      onType={(text) => onType(check, text)}
    />
  )
}

const address: Column<CheckToMailReply> = {
  key: 'address',
  header: 'Send To',
  width: 200,
  grows: true,
  tellsInFull: true,
  onCard: 'mark',
  cell: ({ address: lines }) => markHidden(lines.join(', ')),
}

const request: Column<CheckToMailReply> = {
  key: 'request',
  header: 'Request #',
  width: 160,
  givesWay: 2,
  cell: ({ requests }) => <RequestLinks requests={requests} />,
}

const act: Column<CheckToMailReply> = {
  key: 'act',
  header: 'Action',
  width: 220,
  grows: true,
  onCard: 'below',
  cell: ({ id, number, refusal }) =>
    refusal === null ? (
      <LinkButton to={checkPath(id)} variant="secondary" size="sm" aria-label={`Hand over check ${number}`}>
        Hand Over
      </LinkButton>
    ) : (
      <p className="row-note" title={refusal}>
        {refusal}
      </p>
    ),
}

interface TrackingFieldProps {
  label: string
  /** The value typed before the row was rendered. */
  typed: string
  onType(text: string): void
}

/** The tracking number of a check. Enter, which bar code scanners send after each code, moves to the next field. */
function TrackingField({ label, typed, onType }: TrackingFieldProps) {
  return (
    <Input
      aria-label={label}
      autoComplete="off"
      className="relative z-10 h-8 w-full"
      data-tracking
      defaultValue={typed}
      maxLength={100}
      placeholder="Tracking number"
      onChange={({ currentTarget: { value } }) => onType(value)}
      onKeyDown={goOn}
    />
  )
}

function goOn(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-tracking]')]
  fields[fields.indexOf(event.currentTarget) + 1]?.focus()
}

const requestsOf = ({ requests }: CheckToMailReply) => requests.map(({ id }) => id)
const shared = checkColumns(requestsOf)

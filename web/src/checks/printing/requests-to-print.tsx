import { warningOfPayee } from '@check-requests/domain/bank/file-text.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { layoutOf } from '@check-requests/domain/checks/layouts.ts'
import { addDays, todayIn } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { columns } from '#check-requests/list/columns.tsx'
import { OnHoldBadge } from '#check-requests/status/badges.tsx'
import { WithPayoffDays } from '#check-requests/status/payoff-days.tsx'
import { refusalOfRequest } from '#checks/account-rules.ts'
import { useApproved, useWaitingForReasons } from '#checks/api.ts'
import { ChosenBar, chooseColumn } from '#checks/chosen-checks.tsx'
import { useCombining } from '#checks/printing/combine-offers.tsx'
import { type RequestGroup, requestGroups } from '#checks/printing/default-accounts.ts'
import { firstNumberInWords, makeNotices } from '#checks/printing/run-words.ts'
import { printRunPath } from '#paths.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { LoadMore } from '#ui/table/load-more.tsx'
import { SelectAllBox, SelectionProvider, useSelection } from '#ui/table/row-selection.tsx'

interface RequestsToPrintProps {
  account: BankAccountReply
  /** All bank accounts of the user. */
  accounts: readonly BankAccountReply[]
  preselected: readonly number[]
  hidden: boolean
}

/**
 * The approved requests that draw on an account. The chosen requests get check numbers and are printed together.
 * Requests with another default account are listed below and must be chosen one by one.
 */
export function RequestsToPrint({ account, accounts, preselected, hidden }: RequestsToPrintProps) {
  const person = usePerson()
  const navigate = useNavigate()
  const { list, rows } = useApproved(account)
  const waiting = useWaitingForReasons(account.id, !hidden)
  const refusalOf = (request: ListedRequest) => refusalOfRequest(person, account, request) ?? waiting.get(request.id)
  const warningOf = ({ payee_name_1, payee_name_2 }: ListedRequest) =>
    account.omits_foreign_payees ? warningOfPayee(`${payee_name_1} ${payee_name_2 ?? ''}`) : undefined
  const isPrintable = (request: ListedRequest) => refusalOf(request) === undefined
  const [own, ...others] = requestGroups(rows ?? [], account, accounts)
  const selection = useSelection({
    rows,
    rowKey: ({ id }) => id,
    isMeant: (request) => isPrintable(request) && own.rows.includes(request),
    about: String(account.id),
    initial: preselected,
  })
  const chosen = selection.rows.filter(isPrintable)
  const { checks, body, offers } = useCombining(chosen, account, !hidden)
  const [typed, setTyped] = useState<TypedRun>({ date: undefined, first: undefined, position: 1 })
  const first = typed.first ?? String(account.next_check_number)
  const isNumbered = account.stock === 'preprinted'
  const make = useWriteWithNotices(printRunEndpoints.make, makeNotices, {
    onSuccess: ({ id, left_out, warnings }) => void navigate({ to: printRunPath(id), state: { left_out, warnings } }),
  })
  if (hidden) return null
  const takeNumbers = () =>
    make.mutate({
      body: {
        bank_account_id: account.id,
        ...body,
        ...(typed.date && { check_date: typed.date }),
        ...(isNumbered && { first_number: Number(first) }),
        ...(hasPositions(account) && { first_position: typed.position }),
      },
    })
  return (
    <Card
      title="Approved Requests"
      description={`Requests that can be printed on the account “${account.name}”.`}
      flush
    >
      <RunFields account={account} typed={typed} onChange={setTyped} failure={make.error} />
      <SelectionProvider value={selection}>
        <div className="px-4 py-3 sm:hidden">
          <SelectAllBox label="Select all shown" />
        </div>
        <div className="[&_tbody_tr:has(.select-column_:checked)]:bg-accent-soft">
          <DataTable
            caption="Approved requests"
            columns={columnsFor(refusalOf, warningOf)}
            rows={rows && own.rows}
            rowKey={({ id }) => id}
            rowVersion={({ version }) => version}
            {...list.failure}
            empty={<EmptyState text={emptyText(others.length > 0)} />}
            more={others.length === 0 ? list.more : undefined}
            skeletonRows={4}
          />
          {others.map((group) => (
            <OfOtherAccount key={group.account?.id} {...{ group, refusalOf, warningOf }} />
          ))}
          {others.length > 0 && <LoadMore {...list.more} />}
        </div>
      </SelectionProvider>
      {offers}
      {rows && rows.length > 0 && (
        <ChosenBar
          chosen={checks}
          lost={selection.lost}
          choose="Choose the requests to print checks for."
          act="Reserve Numbers and Print"
          pending={make.isPending}
          refusal={isNumbered ? firstNumberInWords(first, account.next_check_number).error : undefined}
          failure={make.error?.fields ? undefined : make.error?.message}
          onAct={takeNumbers}
        />
      )}
    </Card>
  )
}

function emptyText(hasOthers: boolean): string {
  return hasOthers
    ? 'No approved requests use this account by default.'
    : 'No approved requests can be printed on this account.'
}

type RefusalOf = (request: ListedRequest) => string | undefined

interface OfOtherAccountProps {
  group: RequestGroup
  refusalOf: RefusalOf
  warningOf: RefusalOf
}

/** Requests that are printed on their default account unless the user chooses them here. */
function OfOtherAccount({ group: { account, rows }, refusalOf, warningOf }: OfOtherAccountProps) {
  const title = `Default account: ${markHidden(account?.name ?? '')}`
  const [choose, ...columns] = columnsFor(refusalOf, warningOf)
  return (
    <section aria-label={title}>
      <h3 className="border-t border-line bg-sunken px-4 py-2 font-medium sm:px-5">{title}</h3>
      <DataTable
        caption={title}
        columns={[{ ...choose, headerCell: <span className="sr-only">Select</span> }, ...columns]}
        rows={rows}
        rowKey={({ id }) => id}
        rowVersion={({ version }) => version}
        empty={null}
      />
    </section>
  )
}

function columnsFor(
  refusalOf: RefusalOf,
  warningOf: RefusalOf,
): readonly [Column<ListedRequest>, ...Column<ListedRequest>[]] {
  const { number, payee, amount, dealership, dueDate } = columns
  return [
    chooseColumn(({ request_number }) => request_number, refusalOf),
    number,
    { ...payee, cell: (request) => <PayeeCell request={request} warning={warningOf(request)} /> },
    amount,
    dealership,
    { ...dueDate, width: 112 },
    {
      key: 'state',
      header: 'Blocked By',
      width: 96,
      onCard: 'mark',
      cell: (request) => <InTheWay request={request} refusal={refusalOf(request)} />,
    },
  ]
}

function PayeeCell({ request, warning }: { request: ListedRequest; warning: string | undefined }) {
  return (
    <>
      <WithPayoffDays request={request}>{markHidden(request.payee_name_1)}</WithPayoffDays>
      {warning && (
        <p className="row-note" title={warning}>
          {warning}
        </p>
      )}
    </>
  )
}

function InTheWay({ request, refusal }: { request: ListedRequest; refusal: string | undefined }) {
  if (!refusal) return null
  return (
    <>
      <OnHoldBadge hold={request.hold} />
      <p className="row-note" title={refusal}>
        {refusal}
      </p>
    </>
  )
}

/** The typed values of a run; undefined for today in the account's time zone, and the account's next number. */
interface TypedRun {
  readonly date: string | undefined
  readonly first: string | undefined
  /** The first free check on the sheet in the tray. */
  readonly position: number
}

const positions = [
  { value: 1, label: 'Top (whole sheet)' },
  { value: 2, label: 'Middle (two checks left)' },
  { value: 3, label: 'Bottom (one check left)' },
] as const

/** True if the sheet in the tray can be partly used: preprinted, with several checks. */
function hasPositions({ stock, layout }: BankAccountReply): boolean {
  return stock === 'preprinted' && layoutOf(layout).checks.length > 1
}

const mostDaysAhead = 31

interface RunFieldsProps {
  account: BankAccountReply
  typed: TypedRun
  onChange(typed: TypedRun): void
  failure: ApiFailure | null
}

/** The check date and, on prenumbered paper, the number of the first sheet. */
function RunFields({ account, typed, onChange, failure }: RunFieldsProps) {
  const today = todayIn(account.time_zone)
  const next = account.next_check_number
  const first = typed.first ?? String(next)
  const { hint, error } = firstNumberInWords(first, next)
  const isNumbered = account.stock === 'preprinted'
  return (
    <div className="grid gap-4 border-y border-line px-4 py-4 sm:grid-cols-2 sm:px-5 lg:grid-cols-3">
      <Field
        label="Check Date"
        hint={isNumbered ? undefined : `The first check gets number ${next}.`}
        error={failure?.fields?.check_date}
      >
        <TypedDateInput
          value={typed.date ?? today}
          min={today}
          max={addDays(today, mostDaysAhead)}
          onChange={(date) => onChange({ ...typed, date })}
        />
      </Field>
      {isNumbered && (
        <Field
          label="First Number in the Tray"
          hint={hint}
          error={failure?.fields?.first_number ?? error}
          className="lg:col-span-2"
        >
          <Input
            className="max-w-48"
            inputMode="numeric"
            autoComplete="off"
            value={first}
            onChange={({ target }) => onChange({ ...typed, first: target.value.trim() })}
          />
        </Field>
      )}
      {hasPositions(account) && (
        <Field
          label="First Free Check on the Sheet"
          hint="The run starts there; the positions before it stay blank."
          error={failure?.fields?.first_position}
        >
          <NativeSelect
            className="w-full"
            options={positions}
            value={typed.position}
            onChange={(position) => onChange({ ...typed, position: Number(position) })}
          />
        </Field>
      )}
    </div>
  )
}

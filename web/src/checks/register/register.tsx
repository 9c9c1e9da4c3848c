import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { type CheckState, checkStates, stateWords } from '@check-requests/domain/checks/lifecycle.ts'
import type { StateTotal, TakenNumbersReply } from '@check-requests/domain/checks/replies.ts'
import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { formatDate, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { clsx } from 'clsx'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { lazy } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { ReadyPapers } from '#checks/ready-papers.tsx'
import {
  endsBelow,
  queryOf,
  type RegisterFilter,
  useAccountsOfChecks,
  useRegister,
  useTakenNumbers,
} from '#checks/register/api.ts'
import { registerColumns } from '#checks/register/register-columns.tsx'
import { type RegisterState, refusedAmount, useRegisterState } from '#checks/register/register-state.ts'
import { paths } from '#paths.ts'
import { counted } from '#platform/counted.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useDownload } from '#platform/downloads.ts'
import { MoneyInput } from '#platform/money-input.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { SearchField, useTypedValue } from '#ui/form/search-field.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { DataTable } from '#ui/table/data-table.tsx'

const SampleDialog = lazy(async () => ({ default: (await import('#people/auditors/sample-dialog.tsx')).SampleDialog }))

/** All checks of the user's accounts, highest number first. */
export function Register() {
  const { audits } = usePerson()
  const state = useRegisterState()
  const accounts = useAccountsOfChecks().data ?? []
  const { checks, totals, failure, more } = useRegister(state.values)
  return (
    <Card
      title="Register"
      flush
      actions={
        <>
          <ReadyPapers account={state.values.account} />
          <RegisterExports filter={state.values} />
          {audits && <DrawSample />}
        </>
      }
    >
      <RegisterToolbar state={state} accounts={accounts} />
      <RegisterTotals
        totals={totals}
        chosen={state.values.state}
        onChoose={(chosen) => state.change({ state: chosen })}
      />
      <DataTable
        caption="Checks"
        columns={registerColumns(accounts, state.values.asOf)}
        rows={checks}
        rowKey={({ id }) => id}
        rowVersion={({ version }) => version}
        {...failure}
        empty={state.narrowed ? <NoMatch onClear={state.clear} /> : <NoChecks />}
        more={more}
      />
      {state.values.asOf === '' && <TakenNumbers account={state.values.account} />}
    </Card>
  )
}

/** Opens the dialog that draws a random sample of checks. */
function DrawSample() {
  const { openFor, dialog } = useDialogFor(SampleDialog)
  return (
    <>
      <Button variant="secondary" onClick={() => openFor(null)}>
        Draw a Sample
      </Button>
      {dialog}
    </>
  )
}

function NoMatch({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      text="No checks found matching your criteria"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear Filters
        </Button>
      }
    />
  )
}

function NoChecks() {
  return (
    <EmptyState
      text="No checks have been printed yet. Print checks for approved requests to list them here by number."
      action={<LinkButton to={paths.checkRequests}>View Requests</LinkButton>}
    />
  )
}

const failed = 'Couldn’t export the checks'

/** Saves all pages of the filtered register, for use in spreadsheets. */
function RegisterExports({ filter }: { filter: RegisterFilter }) {
  const csv = useDownload(checkReportEndpoints.exportCsv, { name: 'checks.csv', failed })
  const spreadsheet = useDownload(checkReportEndpoints.exportSpreadsheet, { name: 'checks.xlsx', failed })
  const input = { query: { ...queryOf(filter), time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } }
  return (
    <>
      <Button variant="secondary" size="sm" pending={spreadsheet.isPending} onClick={() => spreadsheet.mutate(input)}>
        {!spreadsheet.isPending && <FileSpreadsheet aria-hidden className="size-4" />}
        Excel (XLSX)
      </Button>
      <Button variant="secondary" size="sm" pending={csv.isPending} onClick={() => csv.mutate(input)}>
        {!csv.isPending && <FileText aria-hidden className="size-4" />}
        CSV
      </Button>
    </>
  )
}

/** Shows for each account whether every number taken has a row in the register. */
function TakenNumbers({ account }: { account: number }) {
  const accounts = useTakenNumbers(account)?.filter(({ taken }) => taken > 0) ?? []
  if (accounts.length === 0) return null
  return (
    <ul aria-label="Numbers" className="grid gap-1 border-t border-line px-4 py-3 text-ink-soft sm:px-5">
      {accounts.map((numbers) => (
        <li key={numbers.bank_account_id} className={numbers.gaps === 0 ? undefined : 'font-medium text-danger'}>
          {sentenceOf(numbers)}
        </li>
      ))}
    </ul>
  )
}

function sentenceOf({ bank_account_name, first, next, taken, rows, gaps }: TakenNumbersReply): string {
  const found = `${markHidden(bank_account_name)}: numbers ${first} to ${next - 1}, ${counted(taken, 'number')} used, ${counted(rows, 'row')}, ${counted(gaps, 'gap')}.`
  if (gaps === 0) return found
  return `${found} A number without a row indicates a system error. Ask your administrator to verify the audit trail before you print anything else.`
}

interface RegisterTotalsProps {
  totals: readonly StateTotal[] | null
  chosen: CheckState | ''
  onChoose(state: CheckState | ''): void
}

/**
 * Number and total of the matching checks in each state; clicking a state filters by that state, and clicking the state
 * again removes the filter.
 */
function RegisterTotals({ totals, chosen, onChoose }: RegisterTotalsProps) {
  if (totals === null)
    return (
      <p className="px-4 pb-4 text-sm text-ink-soft sm:px-5">
        Too many checks match these words to calculate totals. Use longer or more specific words to see totals.
      </p>
    )
  if (totals.length === 0) return null
  return (
    <ul aria-label="Totals" className="flex flex-wrap gap-2 px-4 pb-4 sm:px-5">
      {totals.map(({ state, count, amount }) => (
        <li key={state}>
          <button
            type="button"
            aria-pressed={state === chosen}
            className={clsx(
              'grid min-h-6 rounded-md border px-3 py-1.5 text-start hover:border-accent',
              state === chosen ? 'border-accent bg-accent-soft' : 'border-line',
            )}
            onClick={() => onChoose(state === chosen ? '' : state)}
          >
            <span className="text-[0.8125rem] text-ink-soft">
              {stateWords[state]}: {count.toLocaleString('en-US')}
            </span>
            <span className="font-medium">{formatDollars(amount)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const states = [
  { value: '', label: 'All states' },
  ...checkStates.map((state) => ({ value: state, label: stateWords[state] })),
] as const

interface RegisterToolbarProps {
  state: RegisterState
  accounts: readonly BankAccountReply[]
}

/** The filters of the register. */
function RegisterToolbar({ state: { values, change }, accounts }: RegisterToolbarProps) {
  const choices = [{ value: 0, label: 'All accounts' }, ...accounts.map(({ id, name }) => ({ value: id, label: name }))]
  const changeAmount = (end: 'amountFrom' | 'amountTo') => (amount: string) =>
    change({ [end]: amount }, { replace: true })
  return (
    <div className="grid gap-3 px-4 pb-4 sm:px-5">
      <SearchField
        label="Search Checks"
        placeholder="Search by check number, payee, request, or memo..."
        value={values.search}
        onChange={(search) => change({ search }, { replace: true })}
      />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 2xl:grid-cols-7">
        <Field label="Account">
          <NativeSelect
            className="w-full"
            options={choices}
            value={values.account}
            onChange={(account) => change({ account })}
          />
        </Field>
        <Field label="State">
          <NativeSelect
            className="w-full"
            options={states}
            value={values.state}
            onChange={(state) => change({ state })}
          />
        </Field>
        <Field label="From">
          <TypedDateInput value={values.from} max={values.to} onChange={(from) => isDay(from) && change({ from })} />
        </Field>
        <Field label="To">
          <TypedDateInput value={values.to} min={values.from} onChange={(to) => isDay(to) && change({ to })} />
        </Field>
        <AmountField label="Amount from" value={values.amountFrom} onChange={changeAmount('amountFrom')} />
        <AmountField
          label="Amount to"
          value={values.amountTo}
          error={endsBelow(values) ? 'The highest amount is below the lowest amount' : undefined}
          onChange={changeAmount('amountTo')}
        />
        <Field label="As of">
          <TypedDateInput value={values.asOf} onChange={(asOf) => isDay(asOf) && change({ asOf })} />
        </Field>
      </div>
      {values.asOf !== '' && (
        <p role="status" className="text-ink-soft">
          The register as it was at the end of {formatDate(values.asOf)}. Later changes aren’t shown.
        </p>
      )}
    </div>
  )
}

interface AmountFieldProps {
  label: string
  value: string
  error?: string | undefined
  onChange(amount: string): void
}

/** A field for the minimum or maximum amount. An invalid amount is ignored and marked as an error. */
function AmountField({ label, value, error, onChange }: AmountFieldProps) {
  const [typed, setTyped] = useTypedValue(value, (amount) => refusedAmount(amount) === undefined && onChange(amount))
  return (
    <Field label={label} error={refusedAmount(typed) ?? error}>
      <MoneyInput value={typed} onChange={setTyped} />
    </Field>
  )
}

/** True for a complete date. Incomplete text isn't used as a filter. */
function isDay(text: string): boolean {
  return text === '' || isCalendarDate(text)
}

import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { checkStates, stateWords } from '@check-requests/domain/checks/lifecycle.ts'
import { formatDate, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { endsBelow } from '#checks/register/api.ts'
import { type RegisterState, refusedAmount } from '#checks/register/register-state.ts'
import { MoneyInput } from '#platform/money-input.tsx'
import { TypedDateInput } from '#platform/typed-date-input.tsx'
import { Field } from '#ui/field.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useTypedValue } from '#ui/use-typed-value.ts'

const states = [
  { value: '', label: 'All states' },
  ...checkStates.map((state) => ({ value: state, label: stateWords[state] })),
] as const

interface RegisterToolbarProps {
  state: RegisterState
  accounts: readonly BankAccountReply[]
}

/** The filters of the register. */
export function RegisterToolbar({ state: { values, change }, accounts }: RegisterToolbarProps) {
  const choices = [{ value: 0, label: 'All accounts' }, ...accounts.map(({ id, name }) => ({ value: id, label: name }))]
  const changeAmount = (end: 'amountFrom' | 'amountTo') => (amount: string) =>
    change({ [end]: amount }, { replace: true })
  return (
    <div className="grid gap-3 px-4 pb-4 sm:px-5">
      <SearchField
        label="Search checks"
        placeholder="Search by check number, payee, request or memo..."
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
          error={endsBelow(values) ? 'The highest amount is below the lowest' : undefined}
          onChange={changeAmount('amountTo')}
        />
        <Field label="As of">
          <TypedDateInput value={values.asOf} onChange={(asOf) => isDay(asOf) && change({ asOf })} />
        </Field>
      </div>
      {values.asOf !== '' && (
        <p role="status" className="text-ink-soft">
          The register as it was at the end of {formatDate(values.asOf)}. What came later is not told.
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

/** One end of the amounts. What no check can be for is no filter, and says so. */
function AmountField({ label, value, error, onChange }: AmountFieldProps) {
  const [typed, setTyped] = useTypedValue(value, (amount) => refusedAmount(amount) === undefined && onChange(amount))
  return (
    <Field label={label} error={refusedAmount(typed) ?? error}>
      <MoneyInput value={typed} onChange={setTyped} />
    </Field>
  )
}

/** What is typed halfway is no filter yet. */
function isDay(text: string): boolean {
  return text === '' || isCalendarDate(text)
}

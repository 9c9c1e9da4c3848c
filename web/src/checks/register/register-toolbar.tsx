import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { checkStates, stateWords } from '@check-requests/domain/checks/lifecycle.ts'
import { formatDate, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import type { RegisterState } from '#checks/register/register-state.ts'
import { TypedDateInput } from '#platform/typed-date-input.tsx'
import { Field } from '#ui/field.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { SearchField } from '#ui/search-field.tsx'

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
  return (
    <div className="grid gap-3 px-4 pb-4 sm:px-5">
      <SearchField
        label="Search checks"
        placeholder="Search by check number, payee, request or memo..."
        value={values.search}
        onChange={(search) => change({ search }, { replace: true })}
      />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
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

/** What is typed halfway is no filter yet. */
function isDay(text: string): boolean {
  return text === '' || isCalendarDate(text)
}

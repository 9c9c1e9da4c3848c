import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { addDays, todayIn } from '@check-requests/domain/values/calendar-date.ts'
import { firstNumberInWords } from '#checks/printing/run-words.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { TypedDateInput } from '#platform/typed-date-input.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

/** What is typed about a run; undefined while it is today by the clock of the account, and the account's next number. */
export interface TypedRun {
  readonly date: string | undefined
  readonly first: string | undefined
}

const mostDaysAhead = 31

interface RunFieldsProps {
  account: BankAccountReply
  typed: TypedRun
  onChange(typed: TypedRun): void
  failure: ApiFailure | null
}

/** The date of the checks, and on paper with numbers that of the first sheet. */
export function RunFields({ account, typed, onChange, failure }: RunFieldsProps) {
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
    </div>
  )
}

import { federalHolidays, type Holiday } from '@check-requests/domain/organization/calendar.ts'
import { holidayBody, mostHolidays } from '@check-requests/domain/organization/local-settings.ts'
import { localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { counted } from '#platform/counted.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

export const noHoliday: Holiday = { date: '', name: '' }

interface HolidaysEditorProps {
  holidays: readonly Holiday[]
  onChange(holidays: Holiday[]): void
  /** The working days of the week, 0 for Sunday to 6 for Saturday. */
  weekdays: readonly number[]
  /** The entered holiday that hasn't been added yet. */
  draft: Holiday
  onDraftChange(draft: Holiday): void
  /** Why the entered holiday can't be added. */
  refusal: string | undefined
  onRefuse(sentence: string | undefined): void
}

/** The holidays of a calendar: upcoming ones, past ones collapsed, and a form that adds more. */
export function HolidaysEditor(props: HolidaysEditorProps) {
  const { holidays, onChange } = props
  const [today] = useState(() => localToday(new Date()))
  const remove = (gone: Holiday) => onChange(holidays.filter(({ date }) => date !== gone.date))
  const past = holidays.filter(({ date }) => date < today)
  const coming = holidays.filter(({ date }) => date >= today)
  return (
    <div className="grid gap-3">
      {coming.length > 0 ? (
        <Holidays label="Upcoming holidays" holidays={coming} onRemove={remove} />
      ) : (
        <p className="text-ink-soft">No upcoming holidays.</p>
      )}
      {past.length > 0 && (
        <details>
          <summary className="cursor-pointer text-ink-soft">Past holidays ({past.length})</summary>
          <Holidays label="Past holidays" holidays={past} onRemove={remove} />
        </details>
      )}
      <NewHoliday {...props} />
      <FederalHolidays {...props} year={Number(today.slice(0, 4))} />
    </div>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

function Holidays(props: { label: string; holidays: readonly Holiday[]; onRemove(holiday: Holiday): void }) {
  return (
    <ul aria-label={props.label} className="divide-y divide-line rounded-md border border-line">
      {props.holidays.map((holiday) => (
        <li key={holiday.date} className="flex items-center justify-between gap-2 py-1 ps-3 pe-1">
          <span className="min-w-0 sm:flex sm:flex-1 sm:justify-between sm:gap-3">
            <span className="block wrap-anywhere">{markHidden(holiday.name)}</span>
            <span className="block shrink-0 text-ink-soft tabular-nums">
              {weekdayFormat.format(new Date(holiday.date))}, {dayFormat.format(new Date(holiday.date))}
            </span>
          </span>
          <RowAction small icon={Trash2} label={`Remove ${holiday.name}`} onClick={() => props.onRemove(holiday)} />
        </li>
      ))}
    </ul>
  )
}

function NewHoliday({ holidays, onChange, draft, onDraftChange, refusal, onRefuse }: HolidaysEditorProps) {
  function change(part: Partial<Holiday>) {
    onDraftChange({ ...draft, ...part })
    onRefuse(undefined)
  }
  function add() {
    const sentence = refusalToAdd(draft, holidays)
    onRefuse(sentence)
    if (sentence) return
    onChange(inOrder([...holidays, holidayBody.parse(draft)]))
    onDraftChange(noHoliday)
  }
  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter adds the holiday instead of submitting the form.
    <div className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-[9rem_1fr_auto]" onKeyDown={addOnEnter}>
      <Field label="Date" error={refusal}>
        <TypedDateInput value={draft.date} onChange={(date) => change({ date })} />
      </Field>
      <Field label="Holiday Name">
        <Input autoComplete="off" value={draft.name} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <Button variant="secondary" className="sm:mt-6.5" onClick={add}>
        Add Holiday
      </Button>
    </div>
  )
}

function FederalHolidays({ holidays, onChange, weekdays, year }: HolidaysEditorProps & { year: number }) {
  const [chosen, choose] = useState(year)
  const [done, setDone] = useState<string>()
  function add() {
    const missing = federalHolidays(chosen, weekdays).filter((one) => !holidays.some(({ date }) => date === one.date))
    if (missing.length > 0) onChange(inOrder([...holidays, ...missing]))
    setDone(missing.length > 0 ? `${counted(missing.length, 'holiday')} added.` : 'These holidays were already added.')
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <NativeSelect
        aria-label="Year"
        options={[year, year + 1, year + 2].map((value) => ({ value, label: String(value) }))}
        value={chosen}
        onChange={(value) => choose(Number(value))}
      />
      <Button variant="secondary" onClick={add}>
        Add US Federal Holidays
      </Button>
      <span role="status" className="text-ink-soft">
        {done}
      </span>
    </div>
  )
}

function refusalToAdd(draft: Holiday, holidays: readonly Holiday[]): string | undefined {
  const [issue] = holidayBody.safeParse(draft).error?.issues ?? []
  if (issue) return issue.message
  const twin = holidays.find(({ date }) => date === draft.date)
  if (twin) return `${twin.name} is already on this day.`
  return holidays.length < mostHolidays ? undefined : `A calendar can have at most ${mostHolidays} holidays.`
}

function inOrder(holidays: readonly Holiday[]): Holiday[] {
  return holidays.toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

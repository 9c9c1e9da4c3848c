import { weekdays } from '@check-requests/domain/organisation/calendar-in-words.ts'
import type { HoursOfDay } from '@check-requests/domain/organisation/local-settings.ts'
import { Input } from '#ui/input.tsx'

interface BusinessHoursEditorProps {
  /** The days on which the group works. */
  weekdays: readonly number[]
  hours: readonly HoursOfDay[]
  onChange(hours: readonly HoursOfDay[]): void
  refusal: string | undefined
}

const usual = { opens: '09:00', closes: '18:00' }

/** From when to when each business day goes. */
export function BusinessHoursEditor({ weekdays: worked, hours, onChange, refusal }: BusinessHoursEditorProps) {
  function change(day: HoursOfDay) {
    onChange([...hours.filter(({ weekday }) => weekday !== day.weekday), day])
  }
  return (
    <div className="grid gap-2">
      {weekdays
        .filter(({ day }) => worked.includes(day))
        .map(({ day, name }) => {
          const row = hours.find(({ weekday }) => weekday === day) ?? { weekday: day, ...usual }
          return (
            <div
              key={day}
              className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1 sm:grid-cols-[6.5rem_8.5rem_auto_8.5rem]"
            >
              <span className="max-sm:col-span-3">{name}</span>
              <Input
                type="time"
                aria-label={`${name} from`}
                value={row.opens}
                onChange={({ target }) => change({ ...row, opens: target.value })}
              />
              <span className="text-ink-soft">to</span>
              <Input
                type="time"
                aria-label={`${name} to`}
                value={row.closes}
                onChange={({ target }) => change({ ...row, closes: target.value })}
              />
            </div>
          )
        })}
      {refusal && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {refusal}
        </p>
      )}
    </div>
  )
}

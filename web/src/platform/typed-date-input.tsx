import { formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { parseTypedDate } from '@check-requests/domain/values/typed-date.ts'
import { DateInput, type DateInputProps } from '#ui/date-input.tsx'

/** A date that can be typed as people say it: `12/3`, `+5`, `fri`. Without a year it is on or after `min`. */
export function TypedDateInput(props: DateInputProps) {
  const read = (text: string) => parseTypedDate(text, { today: localToday(new Date()), from: props.min || undefined })
  return <DateInput {...props} read={read} show={formatDate} />
}

import { formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { parseTypedDate } from '@check-requests/domain/values/typed-date.ts'
import { CalendarDays } from 'lucide-react'
import { type FocusEvent, type Ref, useRef, useState } from 'react'
import { Input } from '#ui/form/field.tsx'

/** A date entered as `12/3`, `+5`, or `fri`. Without a year, it is the next such date on or after `min`. */
export function TypedDateInput(props: DateInputProps) {
  const read = (text: string) => parseTypedDate(text, { today: localToday(new Date()), from: props.min || undefined })
  return <DateInput {...props} read={read} show={formatDate} />
}

interface DateInputProps {
  /** A date as `2026-11-21`, or the invalid typed text. */
  value: string
  onChange(value: string): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
  /** The earliest and latest day that the calendar offers. */
  min?: string | undefined
  max?: string | undefined
}

interface TypedDate {
  /** The date that an entered text represents, if any. */
  read(text: string): string | undefined
  /** The display text of a date. */
  show(date: string): string
}

/** A date field for typing, with the browser's calendar. On touch screens, the browser's own date field. */
function DateInput({ read, show, ...props }: DateInputProps & TypedDate) {
  const { value, onChange, min, max, ...rest } = props
  const [isTouch] = useState(() => matchMedia('(pointer: coarse)').matches)
  const calendar = { type: 'date', min, max, value: read(value) === value ? value : '' }
  if (isTouch) return <Input {...rest} {...calendar} onChange={(event) => onChange(event.target.value)} />
  return (
    <div className="relative">
      <TextOfDate {...rest} value={value} onChange={onChange} read={read} show={show} />
      <Calendar {...calendar} onChange={onChange} />
    </div>
  )
}

function TextOfDate({ value, onChange, onBlur, read, show, ...rest }: Omit<DateInputProps, 'min' | 'max'> & TypedDate) {
  const [typed, setTyped] = useState<string>()
  const shown = read(value) === value ? show(value) : value
  return (
    <Input
      {...rest}
      className="pe-9"
      autoComplete="off"
      value={typed ?? shown}
      onFocus={(event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        onChange(read(text) ?? text)
      }}
      onBlur={() => {
        setTyped(undefined)
        onBlur?.()
      }}
    />
  )
}

/** The browser's calendar, for pointer users. Keyboard users type the date. */
function Calendar({ onChange, ...field }: { value: string; onChange(value: string): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        {...field}
        ref={input}
        aria-hidden
        tabIndex={-1}
        className="pointer-events-none absolute end-1 bottom-0 size-px opacity-0"
        onChange={(event) => onChange(event.target.value)}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label="Choose from a calendar"
        className="absolute inset-y-0 end-1 my-auto grid size-7 place-items-center rounded-sm text-ink-soft hover:text-ink"
        onClick={() => input.current?.showPicker()}
      >
        <CalendarDays aria-hidden className="size-4" />
      </button>
    </>
  )
}

import type { KeyboardEvent } from 'react'
import { Input } from '#ui/input.tsx'

interface TrackingFieldProps {
  label: string
  /** What was typed before the row was drawn. */
  typed: string
  onType(text: string): void
}

/** The tracking number of one check. Enter, which a scanner of bar codes types after each one, leads to the next field. */
export function TrackingField({ label, typed, onType }: TrackingFieldProps) {
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

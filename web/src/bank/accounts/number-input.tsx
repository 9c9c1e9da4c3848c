import { useFieldControl } from '#ui/field.tsx'

interface NumberInputProps {
  /** As it is typed; empty when nothing is. */
  value: string
  onChange(value: string): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  allowNegative?: boolean | undefined
  /** Offered while nothing is typed. */
  placeholder?: string | undefined
}

/** A whole number. What is none stays as it is typed, and the form says so. */
export function NumberInput({ onChange, allowNegative = false, ...rest }: NumberInputProps) {
  return (
    <input
      className="control"
      inputMode={allowNegative ? 'text' : 'numeric'}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      {...useFieldControl()}
      {...rest}
    />
  )
}

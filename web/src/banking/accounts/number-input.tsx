import { NumericFormat } from 'react-number-format'
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

/** A whole number. */
export function NumberInput({ value, onChange, allowNegative = false, ...rest }: NumberInputProps) {
  return (
    <NumericFormat
      className="control"
      inputMode={allowNegative ? 'text' : 'numeric'}
      autoComplete="off"
      decimalScale={0}
      valueIsNumericString
      allowNegative={allowNegative}
      value={value}
      onValueChange={(next) => next.value !== value && onChange(next.value)}
      {...useFieldControl()}
      {...rest}
    />
  )
}

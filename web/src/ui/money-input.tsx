import type { Ref } from 'react'
import { NumericFormat } from 'react-number-format'
import { useFieldControl } from '#ui/field.tsx'

interface MoneyInputProps {
  /** Dollars as plain decimal text, such as `1234.5`; empty when nothing is typed. */
  value: string
  onChange(value: string): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
  disabled?: boolean | undefined
}

/** Dollars, shown as `$1,234.50` while typing. The value stays text, so no float ever touches it. */
export function MoneyInput({ value, onChange, onBlur, ref, ...rest }: MoneyInputProps) {
  function leave() {
    if (value !== withCents(value)) onChange(withCents(value))
    onBlur?.()
  }
  return (
    <NumericFormat
      {...moneyFormat}
      value={value}
      onBlur={leave}
      onValueChange={(next) => next.value !== value && onChange(next.value)}
      {...(ref && { getInputRef: ref })}
      {...useFieldControl()}
      {...rest}
    />
  )
}

/** How dollars look in a field. */
export const moneyFormat = {
  className: 'control text-end',
  inputMode: 'decimal',
  autoComplete: 'off',
  placeholder: '$0.00',
  prefix: '$',
  thousandSeparator: true,
  decimalScale: 2,
  allowNegative: false,
  valueIsNumericString: true,
} as const

/** `1234.5` as `1234.50`. */
export function withCents(value: string): string {
  const [dollars = '', cents = ''] = value.split('.')
  return value === '' ? '' : `${dollars || '0'}.${cents.padEnd(2, '0')}`
}

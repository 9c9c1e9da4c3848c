import { plainAmount } from '@check-requests/domain/values/typed-amount.ts'
import { type Ref, useState } from 'react'
import { useFieldControl } from '#ui/form/field.tsx'

interface MoneyInputProps {
  /** Dollars as plain decimal text, such as `1234.5`, or other typed text; empty if nothing is typed. */
  value: string
  onChange(value: string): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
  disabled?: boolean | undefined
}

/** A field for dollars, which formats the amount as `$1,234.50` on blur. Invalid text stays as typed (F17). */
export function MoneyInput({ value, onChange, onBlur, ...rest }: MoneyInputProps) {
  const { text, type, leave } = useMoneyText(value, onChange)
  return (
    <input
      {...moneyInput}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        leave()
        onBlur?.()
      }}
      {...useFieldControl()}
      {...rest}
    />
  )
}

export const moneyInput = {
  className: 'control text-end',
  inputMode: 'decimal',
  autoComplete: 'off',
  placeholder: '$0.00',
} as const

/** The text shown in a dollar field; the value stays text to avoid floating-point numbers. */
export function useMoneyText(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string>()
  const change = (next: string) => next !== value && onChange(next)
  return {
    text: typed !== undefined && readTyped(typed) === value ? typed : shownDollars(value),
    type(text: string) {
      setTyped(text)
      change(readTyped(text))
    },
    leave() {
      setTyped(undefined)
      change(withCents(value))
    },
  }
}

function readTyped(typed: string): string {
  return plainAmount(typed) ?? typed.trim()
}

/** Adds missing cents: `1234.5` becomes `1234.50`. Invalid text stays unchanged. */
export function withCents(value: string): string {
  const plain = plainAmount(value)
  if (plain === undefined) return value
  const [dollars, cents = ''] = plain.split('.')
  return `${dollars}.${cents.padEnd(2, '0')}`
}

function shownDollars(value: string): string {
  const isAmount = plainAmount(value) !== undefined
  return isAmount ? `$${withCents(value).replaceAll(/\B(?=(\d{3})+\.)/g, ',')}` : value
}

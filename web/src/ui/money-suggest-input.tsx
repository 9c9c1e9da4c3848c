import type { ComponentProps } from 'react'
import { NumericFormat } from 'react-number-format'
import { moneyFormat, withCents } from '#ui/money-input.tsx'
import { SuggestInput } from '#ui/suggest-input.tsx'
import type { Suggestion } from '#ui/suggestion-list.tsx'

type MoneySuggestInputProps = Omit<ComponentProps<typeof SuggestInput<Suggestion>>, 'children' | 'onChoose'>

/** A `MoneyInput` with amounts that are suggested; their values are plain decimal text, such as `1234.50`. */
export function MoneySuggestInput({ value, onChange, onBlur, suggestions, ...rest }: MoneySuggestInputProps) {
  function leave() {
    if (value !== withCents(value)) onChange(withCents(value))
    onBlur?.()
  }
  return (
    <SuggestInput
      {...rest}
      value={value}
      onChange={(shown) => onChange(shown.replace(/[$,]/g, ''))}
      onBlur={leave}
      suggestions={suggestions.filter((suggestion) => suggestion.value !== value && suggestion.value.startsWith(value))}
      onChoose={(suggestion) => onChange(suggestion.value)}
    >
      {({ ref, defaultValue: _, type: __, ...input }) => (
        <NumericFormat {...input} {...moneyFormat} value={value} {...(ref && { getInputRef: ref })} />
      )}
    </SuggestInput>
  )
}

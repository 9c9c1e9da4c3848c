import type { ComponentProps } from 'react'
import { moneyInput, useMoneyText } from '#platform/money-input.tsx'
import { SuggestInput } from '#ui/form/suggest-input.tsx'
import type { Suggestion } from '#ui/form/suggestion-list.tsx'

type MoneySuggestInputProps = Omit<ComponentProps<typeof SuggestInput<Suggestion>>, 'children' | 'onChoose'>

/** A `MoneyInput` with amounts that are suggested; their values are plain decimal text, such as `1234.50`. */
export function MoneySuggestInput({ value, onChange, onBlur, suggestions, ...rest }: MoneySuggestInputProps) {
  const { text, type, leave } = useMoneyText(value, onChange)
  return (
    <SuggestInput
      {...rest}
      value={text}
      onChange={type}
      onBlur={() => {
        leave()
        onBlur?.()
      }}
      suggestions={suggestions.filter((suggestion) => suggestion.value !== value && suggestion.value.startsWith(value))}
      onChoose={(suggestion) => onChange(suggestion.value)}
    >
      {(input) => <input {...input} {...moneyInput} />}
    </SuggestInput>
  )
}

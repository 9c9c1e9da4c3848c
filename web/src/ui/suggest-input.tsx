import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { useFieldControl } from '#ui/field.tsx'
import { type Suggestion, SuggestionList } from '#ui/suggestion-list.tsx'
import { useSuggestions } from '#ui/use-suggestions.ts'

interface SuggestInputProps<Item extends Suggestion> {
  value: string
  onChange(value: string): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
  /** Those that fit what is typed. */
  suggestions: readonly Item[]
  /** What they are: 'Earlier payees'. */
  about: string
  onChoose(item: Item): void
  /** Shows the field in its own way. */
  children?: (input: ComponentProps<'input'>) => ReactNode
}

/**
 * A line of text with suggestions below, a combobox: whatever is typed counts, arrow keys and Enter choose a
 * suggestion. The one of Base UI hides the rest of the page, labels included, from screen readers while it is open.
 */
export function SuggestInput<Item extends Suggestion>(props: SuggestInputProps<Item>) {
  const { value, onChange, onBlur, name, ref, suggestions, about, onChoose, children = plainInput } = props
  const listId = useId()
  const list = useSuggestions(suggestions, value, onChoose)
  const { active } = list
  const optionId = (item: Suggestion) => `${listId}-${suggestions.findIndex((other) => other.value === item.value)}`
  const input: ComponentProps<'input'> = {
    ...useFieldControl(),
    ref,
    name,
    value,
    autoComplete: 'off',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': list.isShown,
    ...(list.isShown && { 'aria-controls': listId }),
    ...(active && { 'aria-activedescendant': optionId(active) }),
    onChange(event) {
      list.open()
      onChange(event.currentTarget.value)
    },
    onClick: list.open,
    onKeyDown: list.handleKey,
    onBlur() {
      list.close()
      onBlur?.()
    },
  }
  return (
    <div className="relative">
      {children(input)}
      <span role="status" className="sr-only">
        {list.isShown && `${about}: ${suggestions.length}`}
      </span>
      {list.isShown && (
        <SuggestionList
          id={listId}
          label={about}
          items={suggestions}
          idOf={optionId}
          active={active}
          onPoint={list.point}
          onChoose={list.choose}
        />
      )}
    </div>
  )
}

function plainInput(input: ComponentProps<'input'>) {
  return <input className="control" {...input} />
}

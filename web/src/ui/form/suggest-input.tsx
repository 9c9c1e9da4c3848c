import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { useFieldControl } from '#ui/form/field.tsx'
import { type Suggestion, SuggestionList } from '#ui/form/suggestion-list.tsx'

interface SuggestInputProps<Item extends Suggestion> {
  value: string
  onChange(value: string): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
  /** The options that match the typed text. */
  suggestions: readonly Item[]
  /** The heading of the suggestions, such as 'Earlier payees'. */
  about: string
  onChoose(item: Item): void
  /** Renders the field. */
  children?: (input: ComponentProps<'input'>) => ReactNode
}

/**
 * A text field with suggestions below. Any text is accepted, and arrow keys and Enter choose a suggestion. Doesn't use
 * Base UI's combobox because that hides the rest of the page, including labels, from screen readers while its list is
 * open.
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

/** The visible suggestions of a text field, and the suggestion highlighted with the arrow keys. */
function useSuggestions<Item extends Suggestion>(
  suggestions: readonly Item[],
  typed: string,
  onChoose: (item: Item) => void,
) {
  const [isOpen, setOpen] = useState(false)
  const [reached, setReached] = useState<string>()
  // If the only suggestion is already typed, no list covers the fields below. The arrow keys still open the list.
  const isNews = suggestions.some(({ value }) => value !== typed.trim())
  const isShown = isOpen && (isNews || (reached !== undefined && suggestions.length > 0))
  const active = isShown ? suggestions.find(({ value }) => value === reached) : undefined

  function change(open: boolean) {
    setOpen(open)
    setReached(undefined)
  }

  function choose(item: Item) {
    change(false)
    onChoose(item)
  }

  /** Moves the highlight, wrapping around at both ends. */
  function step(by: 1 | -1) {
    const start = by > 0 ? -1 : 0
    const at = active ? suggestions.indexOf(active) : start
    setOpen(true)
    setReached(suggestions.at((at + by) % suggestions.length)?.value)
  }

  function actOf(key: string): (() => void) | undefined {
    if (key === 'Enter' && active) return () => !active.isDisabled && choose(active)
    if (key === 'Escape' && isShown) return () => change(false)
    if (suggestions.length === 0) return undefined
    if (key === 'ArrowDown') return () => step(1)
    if (key === 'ArrowUp') return () => step(-1)
    return undefined
  }

  function handleKey(event: KeyboardEvent) {
    const isModified = event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey
    const act = isModified ? undefined : actOf(event.key)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return {
    isShown,
    active,
    open: () => change(true),
    close: () => change(false),
    point: (item: Item) => setReached(item.value),
    choose,
    handleKey,
  }
}

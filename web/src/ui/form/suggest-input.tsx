import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { useFieldControl } from '#ui/form/field.tsx'
import { type Suggestion, SuggestionList } from '#ui/form/suggestion-list.tsx'

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

/** Which suggestions of a text field are shown, and which of them the arrow keys have reached. */
function useSuggestions<Item extends { readonly value: string }>(
  suggestions: readonly Item[],
  typed: string,
  onChoose: (item: Item) => void,
) {
  const [isOpen, setOpen] = useState(false)
  const [reached, setReached] = useState<string>()
  // What is typed in full needs no list over the fields below; the arrow keys show it all the same.
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

  /** Steps on from the one reached, around both ends. */
  function step(by: 1 | -1) {
    const start = by > 0 ? -1 : 0
    const at = active ? suggestions.indexOf(active) : start
    setOpen(true)
    setReached(suggestions.at((at + by) % suggestions.length)?.value)
  }

  function actOf(key: string): (() => void) | undefined {
    if (key === 'Enter' && active) return () => choose(active)
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

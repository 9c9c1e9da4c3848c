import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { useFieldControl } from '#ui/field.tsx'
import { useSuggestions } from '#ui/use-suggestions.ts'

/** Something that could be typed here. */
export interface Suggestion {
  /** What the field says once it is chosen; unique. */
  readonly value: string
  readonly label: string
  readonly detail?: string | undefined
}

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
        <ul
          id={listId}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list of choices for the field above it.
          role="listbox"
          aria-label={about}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-[300px] overflow-y-auto overscroll-contain rounded-md border border-line bg-raised p-1 shadow-popup"
        >
          {suggestions.map((item) => (
            <Choice
              key={item.value}
              id={optionId(item)}
              item={item}
              isActive={active === item}
              onPoint={() => list.point(item)}
              onChoose={() => list.choose(item)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function plainInput(input: ComponentProps<'input'>) {
  return <input className="control" {...input} />
}

interface ChoiceProps {
  id: string
  item: Suggestion
  isActive: boolean
  onPoint(): void
  onChoose(): void
}

function Choice({ id, item, isActive, onPoint, onChoose }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which has the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
    <li
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a choice of the list.
      role="option"
      aria-selected={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      className={clsx(
        'grid min-h-8 cursor-default content-center rounded-sm px-2 py-1 select-none pointer-coarse:min-h-11',
        isActive && 'bg-accent-soft',
      )}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className="break-words font-medium">{item.label}</span>
      {item.detail && <span className="text-[0.8125rem] text-ink-soft">{item.detail}</span>}
    </li>
  )
}

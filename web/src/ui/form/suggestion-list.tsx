import { clsx } from 'clsx'

/** A text suggested for a field. */
export interface Suggestion {
  /** The text that choosing the suggestion puts into the field; unique. */
  readonly value: string
  readonly label: string
  readonly detail?: string | undefined
  /** A word about the suggestion, such as 'Verified'. */
  readonly mark?: SuggestionMark | undefined
  /** True for a suggestion that is shown, struck out, but can't be chosen. */
  readonly isDisabled?: boolean | undefined
}

export interface SuggestionMark {
  readonly text: string
  readonly tone: 'good' | 'plain' | 'bad'
}

const tones: Record<SuggestionMark['tone'], string> = {
  good: 'bg-green-soft text-green',
  plain: 'bg-sunken text-ink-soft',
  bad: 'bg-red-soft text-red',
}

interface SuggestionListProps<Item extends Suggestion> {
  id: string
  /** The heading of the suggestions, such as 'Earlier payees'. */
  label: string
  items: readonly Item[]
  idOf(item: Item): string
  active: Item | undefined
  onPoint(item: Item): void
  onChoose(item: Item): void
}

/** The suggestions below a text field, which keeps the focus and handles the keys. */
export function SuggestionList<Item extends Suggestion>(props: SuggestionListProps<Item>) {
  const { id, label, items, idOf, active, onPoint, onChoose } = props
  return (
    <ul
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list of options for the field above it.
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-[300px] overflow-y-auto overscroll-contain rounded-md border border-line bg-raised p-1 shadow-popup"
    >
      {items.map((item) => (
        <Choice
          key={item.value}
          id={idOf(item)}
          item={item}
          isActive={active === item}
          onPoint={() => onPoint(item)}
          onChoose={() => onChoose(item)}
        />
      ))}
    </ul>
  )
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
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which handles the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <li
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the list.
      role="option"
      aria-selected={isActive}
      aria-disabled={item.isDisabled || undefined}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      className={clsx(
        'grid min-h-8 cursor-default content-center rounded-sm px-2 py-1 select-none pointer-coarse:min-h-11',
        isActive && 'bg-accent-soft',
      )}
      // Keeps the focus in the text field.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={item.isDisabled ? undefined : onChoose}
    >
      <span className="flex items-baseline justify-between gap-2 wrap-anywhere font-medium">
        <span className={clsx('min-w-0', item.isDisabled && 'text-ink-soft line-through')}>{item.label}</span>
        {item.mark && (
          <span className={clsx('shrink-0 rounded-sm px-1.5 text-xs', tones[item.mark.tone])}>{item.mark.text}</span>
        )}
      </span>
      {item.detail && <span className="text-[0.8125rem] text-ink-soft">{item.detail}</span>}
    </li>
  )
}

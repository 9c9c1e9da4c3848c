import { Combobox as Base } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { Check, ChevronDown, Search, X } from 'lucide-react'
import { type RefCallback, useMemo } from 'react'
import { useFieldControl } from '#ui/form/field.tsx'
import { groupOptions, type Option } from '#ui/form/option.ts'
import { choiceClass, choiceGroupClass, choiceListClass, popupListClass } from '#ui/overlay/popup.ts'

interface ComboboxProps<Value extends string | number> {
  options: readonly Option<Value>[]
  value: Value | null
  onChange(value: Value | null): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  ref?: RefCallback<HTMLElement> | undefined
  /** Called with the typed text, to find the options. All `options` are then shown, without filtering. */
  onSearch?: ((typed: string) => void) | undefined
  /** The selected option, if it can be missing from the options. */
  chosen?: Option<Value> | null | undefined
}

const clearKeys = ['Delete', 'Backspace']

/** A field that selects one of many options by typing. Delete clears the selection. */
export function Combobox<Value extends string | number>(props: ComboboxProps<Value>) {
  const { onChange, onBlur, onSearch, placeholder = 'Select', disabled = false } = props
  const items = useMemo(() => groupOptions(props.options), [props.options])
  const chosen = props.chosen ?? props.options.find((option) => option.value === props.value) ?? null
  const clearable = chosen !== null && !disabled
  return (
    <Base.Root
      items={items}
      value={chosen}
      onValueChange={(option: Option<Value> | null) => onChange(option?.value ?? null)}
      onOpenChange={(open) => !open && onBlur?.()}
      isItemEqualToValue={(item: Option<Value>, other: Option<Value>) => item.value === other.value}
      disabled={disabled}
      autoHighlight
      {...(onSearch && { filter: null, onInputValueChange: onSearch })}
    >
      <div className="relative">
        <Base.Trigger
          ref={props.ref}
          className={clsx('control flex items-center justify-between gap-2 text-start', clearable && 'pe-9')}
          aria-keyshortcuts={clearable ? 'Delete' : undefined}
          onKeyDown={(event) => {
            if (clearable && clearKeys.includes(event.key)) onChange(null)
          }}
          {...useFieldControl()}
        >
          <span className={clsx('truncate', !chosen && 'text-ink-soft')}>{chosen?.label ?? placeholder}</span>
          {!clearable && <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-soft" />}
        </Base.Trigger>
        {clearable && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Clear ${chosen.label}`}
            className="absolute inset-y-0 end-1 my-auto grid size-7 place-items-center rounded-sm text-ink-soft hover:text-ink"
            onClick={() => onChange(null)}
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
      <ComboboxList />
    </Base.Root>
  )
}

type Group = ReturnType<typeof groupOptions>[number]

/** The popup of a combobox: a text field, and the matching options. */
export function ComboboxList() {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} align="start" className="z-50 outline-hidden">
        <Base.Popup
          aria-label="Choices"
          className={clsx(popupListClass, 'w-(--anchor-width) min-w-56 max-w-[calc(100vw-2rem)] overflow-hidden')}
        >
          <div className="relative border-b border-line">
            <Search
              aria-hidden
              className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-soft"
            />
            <Base.Input
              aria-label="Search"
              placeholder="Search"
              className="min-h-9 w-full bg-transparent ps-9 pe-3 outline-hidden pointer-coarse:min-h-11 pointer-coarse:text-base"
            />
          </div>
          <Base.Empty>
            <div className="px-3 py-2.5 text-ink-soft">No result found.</div>
          </Base.Empty>
          <Base.List className={clsx(choiceListClass, 'empty:p-0')}>
            {(group: Group) => (
              <Base.Group key={group.value} items={group.items}>
                {group.value && <Base.GroupLabel className={choiceGroupClass}>{group.value}</Base.GroupLabel>}
                <Base.Collection>{choice}</Base.Collection>
              </Base.Group>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

function choice(option: Option) {
  return (
    <Base.Item key={option.value} value={option} disabled={option.disabled ?? false} className={choiceClass}>
      <span className="size-4">
        <Base.ItemIndicator>
          <Check aria-hidden className="size-4" />
        </Base.ItemIndicator>
      </span>
      {option.label}
    </Base.Item>
  )
}

import { Combobox as Base } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { ChevronDown, X } from 'lucide-react'
import { type RefCallback, useMemo } from 'react'
import { ComboboxList } from '#ui/combobox-list.tsx'
import { useFieldControl } from '#ui/field.tsx'
import { groupOptions, type Option } from '#ui/option.ts'

interface ComboboxProps<Value extends string | number> {
  options: readonly Option<Value>[]
  value: Value | null
  onChange(value: Value | null): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  ref?: RefCallback<HTMLElement> | undefined
  /** Is told what is typed, and finds `options` itself: all of them are shown. */
  onSearch?: ((typed: string) => void) | undefined
  /** The choice, where it need not be among the options. */
  chosen?: Option<Value> | null | undefined
}

const clearKeys = ['Delete', 'Backspace']

/** One choice of many, found by typing. The keyboard clears it with Delete. */
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

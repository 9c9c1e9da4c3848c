import { Combobox as Base } from '@base-ui/react/combobox'
import { ChevronDown, X } from 'lucide-react'
import { type Ref, useMemo } from 'react'
import { ComboboxList } from '#ui/form/combobox.tsx'
import { useFieldControl } from '#ui/form/field.tsx'
import { groupOptions, type Option } from '#ui/form/option.ts'

interface MultiSelectProps<Value extends string | number> {
  options: readonly Option<Value>[]
  value: readonly Value[]
  onChange(value: Value[]): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** The maximum number of chips shown before '+ N more'. */
  maxChips?: number | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A field that selects several of many options, which are found by typing and shown as chips. */
export function MultiSelect<Value extends string | number>({ maxChips = 3, ...props }: MultiSelectProps<Value>) {
  const { value, onChange, onBlur, placeholder = 'Select', disabled = false } = props
  const items = useMemo(() => groupOptions(props.options), [props.options])
  const chosen = props.options.filter((option) => value.includes(option.value))
  const hidden = chosen.length - maxChips
  return (
    <Base.Root
      multiple
      items={items}
      value={chosen}
      onValueChange={(options: Option<Value>[]) => onChange(options.map((option) => option.value))}
      onOpenChange={(open) => !open && onBlur?.()}
      isItemEqualToValue={(item: Option<Value>, other: Option<Value>) => item.value === other.value}
      disabled={disabled}
      autoHighlight
    >
      <div className="control flex flex-wrap items-center gap-1 py-1" {...(disabled && { 'data-disabled': '' })}>
        {chosen.slice(0, maxChips).map((option) => (
          <Chip
            key={option.value}
            label={option.label}
            disabled={disabled}
            onRemove={() => onChange(value.filter((other) => other !== option.value))}
          />
        ))}
        <Base.Trigger
          ref={props.ref}
          className="flex min-h-6 min-w-16 flex-1 items-center justify-between gap-2 text-start outline-hidden"
          {...useFieldControl()}
        >
          <span className="text-ink-soft">{chosen.length === 0 ? placeholder : hidden > 0 && `+ ${hidden} more`}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-soft" />
        </Base.Trigger>
      </div>
      <ComboboxList />
    </Base.Root>
  )
}

function Chip({ label, disabled, onRemove }: { label: string; disabled: boolean; onRemove(): void }) {
  return (
    <span className="flex items-center rounded-sm bg-accent-soft ps-2">
      {label}
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Remove ${label}`}
        disabled={disabled}
        className="grid size-6 place-items-center rounded-sm hover:bg-line"
        onClick={onRemove}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}

import { Combobox as Base } from '@base-ui/react/combobox'
import { X } from 'lucide-react'
import { type Ref, useMemo } from 'react'
import { ComboboxList } from '#ui/combobox-list.tsx'
import { useFieldControl } from '#ui/field.tsx'
import { groupOptions, type Option } from '#ui/option.ts'

interface MultiSelectProps<Value extends string | number> {
  options: readonly Option<Value>[]
  value: readonly Value[]
  onChange(value: Value[]): void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** Chips shown before '+ N more'. */
  maxChips?: number | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** Several of many, found by typing, shown as chips. */
export function MultiSelect<Value extends string | number>({ maxChips = 3, ...props }: MultiSelectProps<Value>) {
  const items = useMemo(() => groupOptions(props.options), [props.options])
  const chosen = props.options.filter((option) => props.value.includes(option.value))
  const hidden = chosen.length - maxChips
  return (
    <Base.Root
      multiple
      items={items}
      value={chosen}
      onValueChange={(options: Option<Value>[]) => props.onChange(options.map((option) => option.value))}
      isItemEqualToValue={(item: Option<Value>, other: Option<Value>) => item.value === other.value}
      disabled={props.disabled ?? false}
      autoHighlight
    >
      <Base.InputGroup className="control flex items-center py-1" {...(props.disabled && { 'data-disabled': '' })}>
        <Base.Chips className="flex w-full flex-wrap items-center gap-1">
          {chosen.slice(0, maxChips).map((option) => (
            <Chip key={option.value} label={option.label} />
          ))}
          {hidden > 0 && <span className="px-1 text-ink-soft">+ {hidden} more</span>}
          <Base.Input
            ref={props.ref}
            className="min-w-16 flex-1 bg-transparent outline-hidden"
            placeholder={chosen.length > 0 ? '' : (props.placeholder ?? 'Select')}
            onBlur={props.onBlur}
            {...useFieldControl()}
          />
        </Base.Chips>
      </Base.InputGroup>
      <ComboboxList />
    </Base.Root>
  )
}

function Chip({ label }: { label: string }) {
  return (
    <Base.Chip
      aria-label={label}
      className="flex items-center gap-1 rounded-sm bg-accent-soft ps-2 pe-0.5 outline-hidden focus:outline-2 focus:outline-accent"
    >
      {label}
      <Base.ChipRemove
        aria-label={`Remove ${label}`}
        className="grid size-6 place-items-center rounded-sm hover:bg-line"
      >
        <X aria-hidden className="size-3.5" />
      </Base.ChipRemove>
    </Base.Chip>
  )
}

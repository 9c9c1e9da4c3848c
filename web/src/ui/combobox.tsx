import { Combobox as Base } from '@base-ui/react/combobox'
import { ChevronDown, X } from 'lucide-react'
import { type Ref, useMemo } from 'react'
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
  ref?: Ref<HTMLElement> | undefined
}

const iconButton = 'grid size-7 place-items-center rounded-sm text-ink-soft hover:text-ink'

/** One of many, found by typing. */
export function Combobox<Value extends string | number>(props: ComboboxProps<Value>) {
  const items = useMemo(() => groupOptions(props.options), [props.options])
  const chosen = props.options.find((option) => option.value === props.value) ?? null
  return (
    <Base.Root
      items={items}
      value={chosen}
      onValueChange={(option: Option<Value> | null) => props.onChange(option?.value ?? null)}
      isItemEqualToValue={(item: Option<Value>, other: Option<Value>) => item.value === other.value}
      disabled={props.disabled ?? false}
      autoHighlight
    >
      <Base.InputGroup className="relative">
        <Base.Input
          ref={props.ref as Ref<HTMLInputElement>}
          className="control pe-16"
          placeholder={props.placeholder ?? 'Select'}
          onBlur={props.onBlur}
          {...useFieldControl()}
        />
        <span className="absolute inset-y-0 end-1 flex items-center">
          {chosen && (
            <Base.Clear aria-label="Clear" className={iconButton}>
              <X aria-hidden className="size-4" />
            </Base.Clear>
          )}
          <Base.Trigger aria-label="Show choices" className={iconButton}>
            <ChevronDown aria-hidden className="size-4" />
          </Base.Trigger>
        </span>
      </Base.InputGroup>
      <ComboboxList />
    </Base.Root>
  )
}

import { Select as Base } from '@base-ui/react/select'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { Fragment, type RefCallback } from 'react'
import { Combobox } from '#ui/form/combobox.tsx'
import { useFieldControl } from '#ui/form/field.tsx'
import { groupOptions, type Option } from '#ui/form/option.ts'
import { choiceClass, choiceGroupClass, choiceListClass, popupListClass } from '#ui/overlay/popup.ts'

export interface SelectProps<Value extends string | number> {
  options: readonly Option<Value>[]
  value: Value | null
  onChange(value: Value | null): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** True if users can type to find an option. Shows 'No result found.' if none matches. */
  searchable?: boolean | undefined
  ref?: RefCallback<HTMLElement> | undefined
}

/** Selects one of many options in a form. */
export function Select<Value extends string | number>({ searchable = false, ...props }: SelectProps<Value>) {
  return searchable ? <Combobox {...props} /> : <PlainSelect {...props} />
}

function PlainSelect<Value extends string | number>(props: Omit<SelectProps<Value>, 'searchable'>) {
  const field = useFieldControl()
  return (
    <Base.Root
      items={props.options}
      value={props.value}
      onValueChange={(value) => props.onChange(value)}
      onOpenChange={(open) => !open && props.onBlur?.()}
      disabled={props.disabled ?? false}
      {...(props.name && { name: props.name })}
    >
      <Base.Trigger ref={props.ref} className="control flex items-center justify-between gap-2 text-start" {...field}>
        <Base.Value className="truncate data-placeholder:text-ink-soft" placeholder={props.placeholder ?? 'Select'} />
        <Base.Icon>
          <ChevronDown aria-hidden className="size-4 text-ink-soft" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-50 outline-hidden">
          <Base.Popup className={clsx(popupListClass, 'min-w-(--anchor-width) max-w-[calc(100vw-2rem)]')}>
            <Base.List className={choiceListClass}>
              {groupOptions(props.options).map((group) => (
                <Choices key={group.value} heading={group.value} options={group.items} />
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Choices({ heading, options }: { heading: string; options: readonly Option[] }) {
  const items = options.map((option) => (
    <Base.Item key={option.value} value={option.value} disabled={option.disabled ?? false} className={choiceClass}>
      <span className="size-4">
        <Base.ItemIndicator>
          <Check aria-hidden className="size-4" />
        </Base.ItemIndicator>
      </span>
      <Base.ItemText>{option.label}</Base.ItemText>
    </Base.Item>
  ))
  if (!heading) return <Fragment>{items}</Fragment>
  return (
    <Base.Group>
      <Base.GroupLabel className={choiceGroupClass}>{heading}</Base.GroupLabel>
      {items}
    </Base.Group>
  )
}

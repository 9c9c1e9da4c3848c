import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { useFieldControl } from '#ui/form/field.tsx'
import type { Option } from '#ui/form/option.ts'

interface NativeSelectProps<Value extends string | number> {
  options: readonly Option<Value>[]
  value: Value
  onChange(value: Value): void
  /** The id of the select. Needed if the `Field` contains other controls. */
  id?: string | undefined
  /** The accessible name. Required if no `Field` labels the select. */
  'aria-label'?: string | undefined
  /** True to make the select as high as small buttons. */
  small?: boolean | undefined
  className?: string | undefined
  ref?: Ref<HTMLSelectElement> | undefined
}

/** The browser's own select: light enough for list filters. */
export function NativeSelect<Value extends string | number>({
  options,
  value,
  onChange,
  small = false,
  className,
  ...rest
}: NativeSelectProps<Value>) {
  function change(text: string) {
    const chosen = options.find((option) => String(option.value) === text)
    if (chosen) onChange(chosen.value)
  }
  return (
    <span className={clsx('relative inline-block', className)}>
      <select
        className={clsx('control appearance-none pe-8', small && 'min-h-7 text-[0.8125rem] pointer-coarse:min-h-9')}
        value={value}
        onChange={(event) => change(event.target.value)}
        {...useFieldControl()}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 end-2 my-auto size-4 text-ink-soft" />
    </span>
  )
}

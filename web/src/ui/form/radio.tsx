import { clsx } from 'clsx'
import { type Ref, useId } from 'react'
import type { Option } from '#ui/form/option.ts'

interface RadioGroupProps<Value extends string | number> {
  options: readonly Option<Value>[]
  value: Value | null
  onChange(value: Value): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  /** Ref of the first radio button, which a form focuses if no choice was made. */
  ref?: Ref<HTMLInputElement> | undefined
  disabled?: boolean | undefined
  /** True to stack the choices instead of placing them side by side. */
  stacked?: boolean | undefined
}

/** Selects one of a few choices. Must be placed in a `Field` with `group`. */
export function RadioGroup<Value extends string | number>(props: RadioGroupProps<Value>) {
  const ownName = useId()
  return (
    <div className={clsx('flex gap-x-5 gap-y-2', props.stacked ? 'flex-col' : 'flex-wrap')}>
      {props.options.map((option, index) => (
        <label key={option.value} className="inline-flex min-h-6 cursor-pointer items-center gap-2">
          <input
            ref={index === 0 ? props.ref : undefined}
            type="radio"
            className="size-4 shrink-0 pointer-coarse:size-5"
            name={props.name ?? ownName}
            value={option.value}
            checked={props.value === option.value}
            disabled={props.disabled || option.disabled}
            onChange={() => props.onChange(option.value)}
            onBlur={props.onBlur}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}

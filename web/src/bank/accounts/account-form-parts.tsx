import { type ReactNode, useId } from 'react'
import { useFieldControl } from '#ui/form/field.tsx'

interface AccountSectionProps {
  title: string
  hint?: string | undefined
  children: ReactNode
}

/** A titled group of the form's fields, in six columns where there is room. */
export function AccountSection({ title, hint, children }: AccountSectionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <div className="grid gap-0.5">
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        {hint && <p className="text-[0.8125rem] text-ink-soft">{hint}</p>}
      </div>
      <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-6">{children}</div>
    </section>
  )
}

interface NumberInputProps {
  /** As it is typed; empty when nothing is. */
  value: string
  onChange(value: string): void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  allowNegative?: boolean | undefined
  /** Offered while nothing is typed. */
  placeholder?: string | undefined
}

/** A whole number. What is none stays as it is typed, and the form says so. */
export function NumberInput({ onChange, allowNegative = false, ...rest }: NumberInputProps) {
  return (
    <input
      className="control"
      inputMode={allowNegative ? 'text' : 'numeric'}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      {...useFieldControl()}
      {...rest}
    />
  )
}

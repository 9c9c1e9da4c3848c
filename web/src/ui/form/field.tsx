import { clsx } from 'clsx'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'

interface FieldControl {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

const FieldContext = createContext<FieldControl | undefined>(undefined)

/**
 * The attributes that a control in a `Field` puts on its element, to link the element with the label, hint, and error.
 */
export function useFieldControl() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Shown above the field while it has the focus. Lets clicks through to what it covers. */
  preview?: ReactNode
  required?: boolean | undefined
  /** True for controls that consist of several elements, such as radio buttons. The label then names a group. */
  group?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A control with its label, hint, and error, linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  preview,
  required = false,
  group = false,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const labelId = `${id}-label`
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  const labelClass = 'font-medium text-ink'
  const star = required && (
    <span aria-hidden className="ms-0.5 text-danger">
      *
    </span>
  )
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div
        className={clsx('grid grid-cols-1 content-start gap-1.5', preview && 'group/field relative', className)}
        {...(group && { role: 'group', 'aria-labelledby': labelId, 'aria-describedby': describedBy })}
      >
        {group ? (
          <span id={labelId} className={labelClass}>
            {label}
            {star}
          </span>
        ) : (
          <label id={labelId} htmlFor={id} className={labelClass}>
            {label}
            {star}
          </label>
        )}
        {preview && (
          <div className="pointer-events-none absolute bottom-full z-20 hidden max-w-full pb-1 group-focus-within/field:block">
            {preview}
          </div>
        )}
        {children}
        {hint && (
          <p id={hintId} className="text-[0.8125rem] text-ink-soft">
            {hint}
          </p>
        )}
        {error && (
          <p id={errorId} className="text-[0.8125rem] text-danger">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** A field for a single line of text. Gets its id, error, and hint from the surrounding `Field`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx('control', className)} {...useFieldControl()} {...rest} />
}

import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'ref'> {
  label: ReactNode
  /** True if only screen readers get the label, as in a table's column of checkboxes. */
  hideLabel?: boolean | undefined
  indeterminate?: boolean | undefined
  onChange?: ((checked: boolean) => void) | undefined
}

export function Checkbox({ label, hideLabel, indeterminate = false, onChange, className, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={clsx('inline-flex min-h-6 cursor-pointer items-center gap-2', className)}>
      <input
        ref={box}
        type="checkbox"
        className="size-4 shrink-0 pointer-coarse:size-5"
        onChange={(event) => onChange?.(event.target.checked)}
        {...rest}
      />
      <span className={clsx(hideLabel && 'sr-only')}>{label}</span>
    </label>
  )
}

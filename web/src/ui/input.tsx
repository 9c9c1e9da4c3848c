import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useFieldControl } from '#ui/field.tsx'

/** One line of text. Takes its id, error and hint from the `Field` around it. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx('control', className)} {...useFieldControl()} {...rest} />
}

import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useFieldControl } from '#ui/form/field.tsx'

/** A field for several lines of text. Grows with the text in browsers that support it. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={clsx('control field-sizing-content max-h-72 min-h-20 py-1.5', className)}
      {...useFieldControl()}
      {...rest}
    />
  )
}

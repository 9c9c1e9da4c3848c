import type { ComponentProps } from 'react'
import { Input } from '#ui/input.tsx'

/** A calendar date as `2026-11-21`, with the browser's own picker. `min` disables earlier days. */
export function DateInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <Input type="date" {...props} />
}

import type { ComponentProps } from 'react'
import { Input } from '#ui/input.tsx'

/** A code; lowercase letters appear in uppercase, as they will be stored (D2). */
export function CodeInput(props: ComponentProps<'input'>) {
  return <Input {...props} className="uppercase" autoComplete="off" spellCheck={false} />
}

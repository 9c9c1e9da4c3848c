import { type LinkProps, useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { MouseEvent, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from '#ui/button.tsx'
import { textLinkClass } from '#ui/link-button.tsx'

interface RowLinkProps {
  to: string
  /** What the address cannot hold, as it is when the link is used. */
  stateNow(): LinkProps['state']
  /** Absent: it looks like text. */
  look?: { variant: ButtonVariant; size: ButtonSize } | undefined
  className?: string | undefined
  children: ReactNode
  'aria-label'?: string | undefined
}

/** As the router's own links wait before they prepare a screen. */
const intent = 50

/**
 * A link in the row of a long table. Unlike the router's own it follows no change of the address, since a hundred that
 * do would hold up every key that is typed into a search.
 */
export function RowLink({ to, stateNow, look, className, ...rest }: RowLinkProps) {
  const router = useRouter()
  const prepareSoon = () => {
    clearTimeout(prepared)
    prepared = setTimeout(() => void router.preloadRoute({ to }).catch(() => undefined), intent)
  }
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
    event.preventDefault()
    void router.navigate({ to, state: stateNow() ?? true })
  }
  return (
    <a
      href={to}
      className={look ? buttonClass(look.variant, look.size, className) : clsx(textLinkClass, className)}
      onClick={open}
      onPointerEnter={prepareSoon}
      onPointerLeave={() => clearTimeout(prepared)}
      onFocus={prepareSoon}
      {...rest}
    />
  )
}

// Of all rows, one at most is pointed at.
let prepared: ReturnType<typeof setTimeout> | undefined

function hasModifier({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}

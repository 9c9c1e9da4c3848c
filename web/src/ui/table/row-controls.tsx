import { type LinkProps, useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from '#ui/button.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { textLinkClass } from '#ui/link-button.tsx'

interface RowActionProps {
  icon: LucideIcon
  /** The action and its object: 'Delete Lakeside Toyota'. */
  label: string
  danger?: boolean | undefined
  /** For rows of one line. */
  small?: boolean | undefined
  /** Why it is not possible. */
  refusal?: string | undefined
  onClick(): void
}

/** One of the small buttons at the end of a row. */
export function RowAction({ icon: Icon, label, danger = false, small = false, refusal, onClick }: RowActionProps) {
  return (
    <ReasonButton
      variant="ghost"
      size={small ? 'small-icon' : 'icon'}
      aria-label={label}
      title={label}
      refusal={refusal}
      onClick={onClick}
    >
      <Icon aria-hidden className={clsx('size-4', danger && !refusal && 'text-danger')} />
    </ReasonButton>
  )
}

/** The buttons at the end of a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="flex flex-wrap gap-1">{children}</span>
}

/** The column of these buttons; on a phone they are at the end of the card. */
export const rowActionsColumn = {
  key: 'actions',
  header: 'Actions',
  width: 84,
  onCard: 'end',
  className: 'visible',
} as const

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

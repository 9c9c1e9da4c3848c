import { type LinkProps, useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from '#ui/button.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { textLinkClass } from '#ui/link-button.tsx'

interface RowActionProps {
  icon: LucideIcon
  /** The action and its object, such as 'Delete Lakeside Toyota'. */
  label: string
  danger?: boolean | undefined
  /** True in single-line rows. */
  small?: boolean | undefined
  /** Why the action isn't possible; undefined if it is possible. */
  refusal?: string | undefined
  onClick(): void
}

/** A small button at the end of a row. */
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

/** The column of row action buttons. On phones, the buttons are at the end of the card. */
export const rowActionsColumn = {
  key: 'actions',
  header: 'Actions',
  width: 84,
  onCard: 'end',
  className: 'visible',
} as const

interface RowLinkProps {
  to: string
  /** Returns the history state for the link at the time it is used. */
  stateNow(): LinkProps['state']
  /** The style of a button link. If undefined, the link looks like text. */
  look?: { variant: ButtonVariant; size: ButtonSize } | undefined
  className?: string | undefined
  children: ReactNode
  'aria-label'?: string | undefined
}

/** The delay before a screen is preloaded, in milliseconds, as for the router's own links. */
const intent = 50

/**
 * A link in a row of a long table. Unlike the router's own links, these links don't subscribe to URL changes, because a
 * hundred such links would slow down every keystroke in a search.
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

// Shared by all rows, because the pointer is over at most one of them.
let prepared: ReturnType<typeof setTimeout> | undefined

function hasModifier({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}

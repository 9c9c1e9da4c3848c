import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ReasonButton } from '#ui/reason-button.tsx'

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

import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '#ui/button.tsx'

interface RowActionProps {
  icon: LucideIcon
  /** The action and its object: 'Delete Lakeside Toyota'. */
  label: string
  danger?: boolean | undefined
  /** For rows of one line. */
  small?: boolean | undefined
  /** Why it is not possible: a click then does nothing, and the reason is announced and shown on hover. */
  refusal?: string | undefined
  onClick(): void
}

/** One of the small buttons at the end of a row. */
export function RowAction({ icon: Icon, label, danger = false, small = false, refusal, onClick }: RowActionProps) {
  const refusalId = useId()
  return (
    <>
      <Button
        variant="ghost"
        size={small ? 'small-icon' : 'icon'}
        aria-label={label}
        title={refusal ?? label}
        aria-disabled={refusal ? true : undefined}
        aria-describedby={refusal && refusalId}
        onClick={() => !refusal && onClick()}
      >
        <Icon aria-hidden className={clsx('size-4', danger && !refusal && 'text-danger')} />
      </Button>
      {refusal && (
        <span id={refusalId} className="sr-only">
          {refusal}
        </span>
      )}
    </>
  )
}

/** The buttons at the end of a row, flush with its edge. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="-mx-2 -my-1 flex gap-1">{children}</span>
}

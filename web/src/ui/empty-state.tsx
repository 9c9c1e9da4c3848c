import type { ReactNode } from 'react'

interface EmptyStateProps {
  text: ReactNode
  /** What to do next: a button or a link. */
  action?: ReactNode
  icon?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ text, action, icon }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center text-ink-soft">
      {icon}
      <p>{text}</p>
      {action}
    </div>
  )
}

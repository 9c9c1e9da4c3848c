import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

interface StatCardProps {
  label: string
  /** Absent while loading. */
  value: number | string | undefined
  hint?: ReactNode
  icon?: ReactNode
  /** The list of what is counted; the whole card is then a link. */
  to?: string | undefined
  search?: Record<string, unknown> | undefined
}

const frame = 'grid content-start gap-1 rounded-lg border border-line bg-surface px-4 py-3.5 sm:px-5'

/** One figure with its name. */
export function StatCard({ label, value, hint, icon, to, search }: StatCardProps) {
  const content = (
    <>
      <span className="flex items-center justify-between gap-2 font-medium text-ink-soft">
        {label}
        {icon}
      </span>
      <span className="text-2xl leading-8 font-semibold">{value ?? <Skeleton className="h-8 w-14" />}</span>
      {hint && <span className="text-[0.8125rem] text-ink-soft">{hint}</span>}
    </>
  )
  if (!to) return <div className={frame}>{content}</div>
  return (
    <Link className={`${frame} transition-colors hover:border-accent`} {...({ to, search } as LinkProps)}>
      {content}
    </Link>
  )
}

import { Link, type LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

interface CardProps {
  /** What links to this card name. */
  id?: string
  title?: ReactNode
  description?: ReactNode
  /** Buttons and links to the right of the title. */
  actions?: ReactNode
  /** True if the content extends to the card's edges, as tables do. */
  flush?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

export function Card({ id, title, description, actions, flush = false, className, children }: CardProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={title ? titleId : undefined}
      className={clsx('min-w-0 scroll-mt-20 rounded-lg border border-line bg-surface', className)}
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-3 sm:px-5">
          <div className="grid gap-0.5">
            {title && (
              <h2 id={titleId} className="text-base font-semibold">
                {title}
              </h2>
            )}
            {description && <p className="text-ink-soft">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
        </header>
      )}
      <div className={clsx(!flush && 'px-4 pb-4 sm:px-5', !flush && !title && !actions && 'pt-4')}>{children}</div>
    </section>
  )
}

interface StatCardProps {
  label: string
  /** The figure; undefined while it is loading. */
  value: number | string | undefined
  hint?: ReactNode
  icon?: ReactNode
  /** The list behind the figure. If set, the whole card is a link. */
  to?: string | undefined
  search?: Record<string, unknown> | undefined
}

const frame = 'grid content-start gap-1 rounded-lg border border-line bg-surface px-4 py-3.5 sm:px-5'

/** A card that shows one figure with its name. */
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

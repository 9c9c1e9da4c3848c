import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

interface CardProps {
  title?: ReactNode
  description?: ReactNode
  /** Buttons and links at the right of the title. */
  actions?: ReactNode
  /** The content extends to the card's edges, as tables do. */
  flush?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A titled region on the page. */
export function Card({ title, description, actions, flush = false, className, children }: CardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className={clsx('min-w-0 rounded-lg border border-line bg-surface', className)}
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

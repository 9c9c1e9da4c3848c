import { clsx } from 'clsx'
import { useDelayed } from '#ui/timers.ts'

/** A gray bar in the shape of loading content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('block animate-breathe rounded-sm bg-line', className ?? 'h-4 w-full')} />
}

/** Placeholder rows for a loading list, as high as the list's rows, shown once the wait becomes noticeable. */
export function SkeletonRows({ count }: { count: number }) {
  if (!useDelayed(true)) return null
  return (
    <ul aria-hidden>
      {Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
        <li key={key} className="flex min-h-10 items-center border-t border-line px-4 sm:px-5">
          <Skeleton className="h-4 w-60 max-w-full" />
        </li>
      ))}
    </ul>
  )
}

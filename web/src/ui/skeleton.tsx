import { clsx } from 'clsx'

/** A gray bar in the shape of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('block animate-breathe rounded-sm bg-line', className ?? 'h-4 w-full')} />
}

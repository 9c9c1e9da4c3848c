import { clsx } from 'clsx'

/**
 * A spinning ring. With a label, announces to screen readers what is loading. Without a label, the ring is decorative.
 */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const ring = (
    <span
      aria-hidden
      className={clsx(
        'inline-block animate-spin rounded-full border-2 border-current border-t-transparent',
        className ?? 'size-4',
      )}
    />
  )
  if (!label) return ring
  return (
    <span role="status" className="inline-flex">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** A spinner centered in the space reserved for the content that is loading. */
export function SpinnerPage({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="grid min-h-60 flex-1 place-items-center text-ink-soft">
      <Spinner label={label} className="size-7" />
    </div>
  )
}

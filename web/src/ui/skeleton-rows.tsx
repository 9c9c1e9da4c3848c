import { Skeleton } from '#ui/skeleton.tsx'
import { useDelayed } from '#ui/use-delayed.ts'

/** Rows of a list that loads, as high as its rows, once the wait is long enough to be noticed. */
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

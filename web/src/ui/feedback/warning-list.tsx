import { TriangleAlert } from 'lucide-react'

/** A list of warnings; renders nothing if there are none. */
export function WarningList({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <section
      aria-label="Warnings"
      className="flex gap-3 rounded-md border border-yellow bg-yellow-soft px-3 py-2 text-ink"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
      <ul className="grid min-w-0 gap-1">
        {warnings.map((warning) => (
          <li key={warning} className="wrap-anywhere">
            {warning}
          </li>
        ))}
      </ul>
    </section>
  )
}

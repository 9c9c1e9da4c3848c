import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { TriangleAlert } from 'lucide-react'

/** What is doubtful about a policy; it can be published all the same. */
export function PolicyWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <section
      aria-label="Warnings"
      className="flex gap-3 rounded-md border border-yellow bg-yellow-soft px-3 py-2 text-ink"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
      <ul className="grid min-w-0 gap-1">
        {warnings.map((warning) => (
          <li key={warning} className="break-words">
            {markHidden(warning)}
          </li>
        ))}
      </ul>
    </section>
  )
}

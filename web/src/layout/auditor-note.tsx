import { sentences } from '@check-requests/domain/check-requests/refusals.ts'
import { Eye } from 'lucide-react'

/** Says on every screen why somebody who audits is offered nothing to change (decision 101). */
export function AuditorNote() {
  return (
    <p className="mb-5 flex items-center gap-2.5 rounded-lg border border-line bg-accent-soft px-4 py-2.5 print:hidden">
      <Eye aria-hidden className="size-4 shrink-0 text-accent" />
      {sentences.auditsOnly}
    </p>
  )
}

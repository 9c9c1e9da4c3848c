import type { BulkResult } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { BulkRow, BulkRows } from '#check-requests/bulk/bulk-row.tsx'
import { actOnSeveral, requestsInWords } from '#check-requests/bulk/bulk-words.ts'
import type { BulkTransition } from '#check-requests/bulk/use-bulk-transition.ts'
import { approvedStep } from '#check-requests/status/approved-step.ts'
import { StatusBadge } from '#check-requests/status/status-badge.tsx'
import { Button } from '#ui/button.tsx'
import { FormDialogFooter } from '#ui/form-dialog.tsx'

interface BulkResultsProps {
  transition: BulkTransition
  results: readonly BulkResult[]
  onClose(): void
}

/** The result for each request: done, or the server's sentence why not. */
export function BulkResults({ transition, results, onClose }: BulkResultsProps) {
  const { next } = transition
  const byId = new Map(results.map((result) => [result.id, result]))
  return (
    <div className="grid gap-4">
      <BulkRows label="Results">
        {transition.sendable.map((request) => (
          <BulkRow key={request.id} request={request} beneath={<Outcome result={byId.get(request.id)} />} />
        ))}
        {transition.refused.map(({ request, reason }) => (
          <BulkRow key={request.id} request={request} beneath={<Failed>Not sent: {reason}</Failed>} />
        ))}
      </BulkRows>
      <FormDialogFooter>
        {transition.again.length > 0 && (
          <Button variant="secondary" onClick={transition.tryAgain}>
            Try {requestsInWords(transition.again.length)} again
          </Button>
        )}
        <Button variant={next ? 'secondary' : 'primary'} onClick={onClose}>
          Close
        </Button>
        {next && <Button onClick={next.start}>{actOnSeveral(next.to, next.requests.length)}</Button>}
      </FormDialogFooter>
    </div>
  )
}

function Outcome({ result }: { result: BulkResult | undefined }) {
  if (!result) return null
  if (!result.done) return <Failed>{result.message}</Failed>
  const step = approvedStep(result.entry)
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-[0.8125rem] text-good">
      <Check aria-hidden className="size-4" />
      {step ? `Approved the step “${markHidden(step)}”` : 'Done'} <StatusBadge status={result.entry.status_name} />
      {result.entry.check_number && <span className="text-ink-soft">#{result.entry.check_number}</span>}
    </span>
  )
}

function Failed({ children }: { children: ReactNode }) {
  return (
    <span className="flex gap-1.5 text-[0.8125rem] text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </span>
  )
}

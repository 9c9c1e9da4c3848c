import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { ReactNode } from 'react'

/** A list of requests, each with what it has to say or ask. */
export function BulkRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-md border border-line">
      {children}
    </ul>
  )
}

interface BulkRowProps {
  request: ListedRequest
  /** Shown below the number and the payee. */
  beneath?: ReactNode
  /** Shown beside the amount where there is room. */
  control?: ReactNode
  /** Shown below everything else, at full width. */
  warning?: ReactNode
}

/** The number, payee and amount of one request. */
export function BulkRow({ request, beneath, control, warning }: BulkRowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 px-3 py-2">
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <span className="font-medium wrap-anywhere">{request.request_number}</span>
        <span className="wrap-anywhere text-ink-soft">{markHidden(request.payee_name_1)}</span>
        {beneath}
      </div>
      <span className="font-medium">{formatDollars(request.amount)}</span>
      {control && <div className="w-full sm:w-48">{control}</div>}
      {warning && <div className="w-full empty:hidden">{warning}</div>}
    </li>
  )
}

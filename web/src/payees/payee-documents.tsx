import { labelOfKind } from '@check-requests/domain/attachments/fields.ts'
import type { PayeeDocument } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { FileText } from 'lucide-react'
import { sizeInWords } from '#attachments/size-in-words.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { checkRequestPath } from '#paths.ts'
import { usePayeeDocuments } from '#payees/api.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'

/** What was handed in for the requests to a payee, the newest first; each opens beside its request. */
export function PayeeDocuments({ payeeId }: { payeeId: number }) {
  const { documents, failure } = usePayeeDocuments(payeeId)
  return (
    <Card title="Documents">
      {failure.error && <ErrorState message={failure.error} onRetry={failure.onRetry} />}
      {!documents && !failure.error && <SkeletonRows count={2} />}
      {documents?.length === 0 && (
        <p className="text-ink-soft">No documents of requests to this payee that you can see.</p>
      )}
      <ul className="grid divide-y divide-line">
        {documents?.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </ul>
    </Card>
  )
}

function DocumentRow({ document }: { document: PayeeDocument }) {
  const { id, name, kind, size, created_by, created_at, request } = document
  return (
    <li className="flex items-start gap-3 py-2 first:pt-0 last:pb-0">
      <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <TextLink to={checkRequestPath(request.id)} search={{ document: String(id) }} className="wrap-anywhere">
          {markHidden(name)}
        </TextLink>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-soft">
          {request.request_number} · {kind && `${labelOfKind(kind)} · `}
          {sizeInWords(size)} · {markHidden(created_by.name)}, {formatMoment(created_at)}
        </p>
      </div>
    </li>
  )
}

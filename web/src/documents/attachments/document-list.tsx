import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import {
  documentName,
  type ListedAttachment,
  labelOfKind,
  type SavedAttachment,
} from '@check-requests/domain/documents/attachments/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Download, FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { AddDocuments, UploadRow } from '#documents/attachments/add-documents.tsx'
import { type Owner, useDocuments, useRemoveDocument } from '#documents/attachments/api.ts'
import { type FormDocuments, type Upload, type Uploads, useUploads } from '#documents/attachments/use-uploads.ts'
import { sizeInWords, useDownload } from '#platform/downloads.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { ConfirmLater } from '#ui/overlay/confirm-later.tsx'

const noneYet = 'No documents. Add the invoice or another supporting document as a PDF, JPEG, or PNG file.'

interface DocumentListProps {
  owner: Owner
  uploads: Uploads
  /** The text shown if there are no documents, with advice on what to add. */
  empty?: string
  onRemoved?: ((document: SavedAttachment) => void) | undefined
  /** Shows a document on this screen. If undefined, document names aren't buttons. */
  onOpen?: ((id: number) => void) | undefined
}

/** The id of the button that shows a document. */
export function nameButtonId(id: number): string {
  return `document-${id}`
}

/** The owner's documents, and the uploads in progress. */
export function DocumentList({ owner, uploads: { uploads, stop, retry }, empty = noneYet, ...row }: DocumentListProps) {
  const list = useDocuments(owner)
  const failure = useLoadFailure(list)
  const documents = list.data ?? []
  const isEmpty = !list.isFetching && !failure.error && documents.length === 0 && uploads.length === 0
  return (
    <>
      {failure.error && <ErrorState message={failure.error} onRetry={failure.onRetry} />}
      {isEmpty && <p className="text-ink-soft">{empty}</p>}
      <ul className="grid divide-y divide-line">
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document} {...row} />
        ))}
        {notYetListed(uploads, documents).map((upload) => (
          <UploadRow key={upload.key} upload={upload} onStop={() => stop(upload)} onRetry={() => retry(upload)} />
        ))}
      </ul>
    </>
  )
}

interface DocumentRowProps extends Pick<DocumentListProps, 'onRemoved' | 'onOpen'> {
  document: ListedAttachment
}

function DocumentRow({ document, onRemoved, onOpen }: DocumentRowProps) {
  const { removed_at, removed_by, replaced_at, created_by, created_at, refusal_to_open: refusal } = document
  return (
    <li className="flex items-start gap-3 py-2 first:pt-0 last:pb-0">
      <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <Name document={document} onOpen={onOpen} />
        <p className="text-[0.8125rem] text-ink-soft">
          {document.kind && `${labelOfKind(document.kind)} · `}
          {sizeInWords(document.size)} · {markHidden(created_by.name)}, {formatMoment(created_at)}
        </p>
        {replaced_at && <p className="text-[0.8125rem] text-ink-soft">Replaced {formatMoment(replaced_at)}</p>}
        {refusal && !removed_at && <p className="text-[0.8125rem] text-ink-soft">{refusal}</p>}
        {removed_at && removed_by && (
          <p className="text-[0.8125rem] text-ink-soft">
            Removed by {markHidden(removed_by.name)}, {formatMoment(removed_at)}
          </p>
        )}
      </div>
      {!removed_at && !refusal && <DownloadButton document={document} />}
      {document.can_remove && <RemoveButton document={document} onRemoved={onRemoved} />}
    </li>
  )
}

function Name({
  document: { id, name, removed_at, refusal_to_open },
  onOpen,
}: Pick<DocumentRowProps, 'document' | 'onOpen'>) {
  if (removed_at) return <p className="wrap-anywhere text-ink-soft line-through">{markHidden(name)}</p>
  if (!onOpen || refusal_to_open) return <p className="font-medium wrap-anywhere">{markHidden(name)}</p>
  return (
    <button
      id={nameButtonId(id)}
      type="button"
      className="min-h-6 rounded-sm text-start font-medium wrap-anywhere text-accent underline-offset-2 hover:underline pointer-coarse:min-h-9"
      onClick={() => onOpen(id)}
    >
      {markHidden(name)}
    </button>
  )
}

function RemoveButton({ document: { id, name }, onRemoved }: Pick<DocumentRowProps, 'document' | 'onRemoved'>) {
  const [asked, setAsked] = useState(false)
  const remove = useRemoveDocument(onRemoved ? { onSuccess: onRemoved } : {})
  return (
    <>
      <Button
        variant="ghost"
        size="small-icon"
        aria-label={`Remove ${markHidden(name)}`}
        onClick={() => setAsked(true)}
      >
        <Trash2 aria-hidden className="size-4" />
      </Button>
      <ConfirmLater
        open={asked}
        onOpenChange={setAsked}
        title="Remove this document?"
        text={`${markHidden(name)} can no longer be opened. The log still shows that it was attached.`}
        confirmLabel="Remove"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } }, { onSettled: () => setAsked(false) })}
      />
    </>
  )
}

/**
 * Uploads that aren't in the list of documents yet. The list can update before the upload's response arrives. To avoid
 * showing a file twice, each newer document with the same name and size hides one upload.
 */
export function notYetListed(uploads: readonly Upload[], documents: readonly ListedAttachment[]): Upload[] {
  const taken = new Set<number>()
  return uploads.filter((upload) => {
    const document = documents.find((one) => !taken.has(one.id) && isFrom(upload, one))
    if (document) taken.add(document.id)
    return !document
  })
}

function isFrom({ file, error, after }: Upload, { id, size, name, type }: ListedAttachment): boolean {
  if (error !== undefined || after === undefined || id <= after) return false
  return size === file.size && name === documentName(file.name, type)
}

export function DownloadButton({ document: { id, name } }: { document: ListedAttachment }) {
  const download = useDownload(attachmentEndpoints.content, { name, failed: 'Couldn’t download this document' })
  return (
    <Button
      variant="ghost"
      size="small-icon"
      aria-label={`Download ${markHidden(name)}`}
      pending={download.isPending}
      onClick={() => download.mutate({ params: { id } })}
    >
      {!download.isPending && <Download aria-hidden className="size-4" />}
    </Button>
  )
}

/** The documents of a request: current, removed, and uploading, with a way to add more. */
export function Documents({ requestId, onOpen }: { requestId: number; onOpen(id: number): void }) {
  const owner = { request: requestId }
  const uploads = useUploads({ destination: async () => owner })
  return (
    <Card
      title="Documents"
      actions={may(usePerson(), 'attachments.add') && <AddDocuments onAdd={uploads.add} />}
      className="print:hidden"
    >
      <DocumentList owner={owner} uploads={uploads} onOpen={onOpen} />
    </Card>
  )
}

interface EditableDocumentsProps {
  documents: FormDocuments
  /** Shows a document beside the form. */
  onOpen(id: number): void
}

/** The documents of a form, with a way to add more. */
export function EditableDocuments({ documents: { owner, uploads, onChanged }, onOpen }: EditableDocumentsProps) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <AddDocuments onAdd={uploads.add} />
      </div>
      <DocumentList owner={owner} uploads={uploads} onRemoved={onChanged} onOpen={onOpen} />
    </>
  )
}

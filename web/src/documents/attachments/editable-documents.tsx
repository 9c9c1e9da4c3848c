import { AddDocuments } from '#documents/attachments/add-documents.tsx'
import { DocumentList } from '#documents/attachments/document-list.tsx'
import type { FormDocuments } from '#documents/attachments/use-form-documents.ts'

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

import { AddDocuments } from '#attachments/add-documents.tsx'
import { DocumentList } from '#attachments/document-list.tsx'
import type { FormDocuments } from '#attachments/use-form-documents.ts'

/** The documents of a form, and how to add more. */
export function EditableDocuments({ documents: { owner, uploads, onChanged } }: { documents: FormDocuments }) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <AddDocuments onAdd={uploads.add} />
      </div>
      <DocumentList owner={owner} uploads={uploads} onRemoved={onChanged} />
    </>
  )
}

import { AddDocuments } from '#documents/attachments/add-documents.tsx'
import { DocumentList } from '#documents/attachments/document-list.tsx'
import type { FormDocuments } from '#documents/attachments/use-form-documents.ts'

/** The documents of a form, with a way to add more. */
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

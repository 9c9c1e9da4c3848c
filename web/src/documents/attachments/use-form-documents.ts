import type { SavedAttachment } from '@check-requests/domain/documents/attachments/fields.ts'
import { type Owner, useDocuments } from '#documents/attachments/api.ts'
import { useUploads } from '#documents/attachments/use-uploads.ts'

interface FormDocumentsOptions {
  /** The owner of the documents. */
  owner: Owner
  /** Returns the owner for a new file, and creates the owner if necessary. */
  destination(): Promise<Owner>
  /** Called when a document was added or removed. */
  onChanged?: ((document: SavedAttachment) => void) | undefined
}

/** A form's saved and uploading documents. */
export function useFormDocuments({ owner, destination, onChanged }: FormDocumentsOptions) {
  const uploads = useUploads({ destination, onAdded: onChanged })
  const list = useDocuments(owner)
  const isKnown = list.isSuccess || ('draft' in owner && owner.draft === undefined)
  const there = list.data?.filter(({ removed_at }) => removed_at === null) ?? []
  const isSending = uploads.uploads.length > 0
  return {
    owner,
    uploads,
    onChanged,
    /** True if there are documents or uploads; undefined until the documents have loaded. */
    some: there.length > 0 || isSending || (isKnown ? false : undefined),
    /** True if leaving the form would lose uploads. */
    isSending,
  }
}

export type FormDocuments = ReturnType<typeof useFormDocuments>

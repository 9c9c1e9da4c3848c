import type { SavedAttachment } from '@check-requests/domain/documents/attachments/fields.ts'
import { type Owner, useDocuments } from '#documents/attachments/api.ts'
import { useUploads } from '#documents/attachments/use-uploads.ts'

interface FormDocumentsOptions {
  /** What the documents belong to, as far as it is there. */
  owner: Owner
  /** What a file is added to; creates it if need be. */
  destination(): Promise<Owner>
  /** A document was added or removed. */
  onChanged?: ((document: SavedAttachment) => void) | undefined
}

/** The documents of a form: those that are there, and those on their way. */
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
    /** Whether there are any, or any on their way; undefined while nobody knows. */
    some: there.length > 0 || isSending || (isKnown ? false : undefined),
    /** Whether leaving the form would lose some. */
    isSending,
  }
}

export type FormDocuments = ReturnType<typeof useFormDocuments>

import { documentName } from '@check-requests/domain/attachments/fields.ts'
import type { ListedAttachment } from '@check-requests/domain/attachments/replies.ts'
import type { Upload } from '#attachments/use-uploads.ts'

/**
 * Those uploads that are not among the documents. The list of documents can be faster than the answer to the upload, and a
 * file is not to be seen twice: each newer document with its name and size stands for one of them.
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

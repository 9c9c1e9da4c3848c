import { listAttachments, ofRequest } from '../../documents/attachments/queries/attachments.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Tx } from '../../tables.ts'

/** Throws unless this is a document of the request that nobody has removed. `missing`: what to do about it. */
export async function demandDocument(
  trx: Tx,
  requestId: number,
  { id, missing }: { readonly id: number | undefined; readonly missing: string },
): Promise<void> {
  if (id === undefined) throw invalidFields({ attachment_id: missing })
  const documents = await listAttachments(trx, ofRequest(requestId))
  if (!documents.some((document) => document.id === id && document.removed_at === null))
    throw invalidFields({ attachment_id: missing })
}

import { labelOfKind } from '@check-requests/domain/attachments/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { momentInWords } from '@check-requests/domain/values/time-zones.ts'
import type { AttachmentRow } from '../../attachments/queries/attachments.ts'
import type { ListedDocument } from '../documents/contents.ts'

const mostBytes = 50 * 1_048_576

const elsewhere = 'Open it from the check request.'

/** The documents of a request as its case file lists them. Tax forms stay out of it, and what is too large together. */
export function documentsInWords(rows: readonly AttachmentRow[], zone: string): ListedDocument[] {
  let bytes = 0
  return rows.map((row) => {
    const not = reasonNot(row, bytes + row.size, zone)
    if (not === undefined) bytes += row.size
    const kind = row.kind ? `${labelOfKind(row.kind)}, ` : ''
    const added = `${kind}${row.size.toLocaleString('en-US')} bytes, added by ${markHidden(row.created_by_name)}`
    return {
      name: markHidden(row.name),
      lines: [`${added}, ${momentInWords(row.created_at, zone)}`, `SHA-256 ${row.sha256}`],
      merged: not === undefined ? { type: row.type, size: row.size } : { not },
    }
  })
}

function reasonNot(
  { removed_at, removed_by_name, kind }: AttachmentRow,
  bytes: number,
  zone: string,
): string | undefined {
  if (removed_at !== null) return `Removed by ${markHidden(removed_by_name ?? '')}, ${momentInWords(removed_at, zone)}`
  if (kind === 'tax-form') return `Tax forms stay out of case files. ${elsewhere}`
  return bytes > mostBytes ? `Together the documents are too large for this file. ${elsewhere}` : undefined
}

import { z } from 'zod'
import { withoutHidden } from '../../values/hidden-characters.ts'

/** The supported document types, by media type. */
export const documentTypes = [
  { type: 'application/pdf', name: 'PDF', extensions: ['.pdf'] },
  { type: 'image/jpeg', name: 'JPEG', extensions: ['.jpg', '.jpeg'] },
  { type: 'image/png', name: 'PNG', extensions: ['.png'] },
] as const

export type DocumentType = (typeof documentTypes)[number]['type']

/** The kind of a document, as chosen by the user who adds it. */
export const documentKinds = [
  { name: 'invoice', label: 'Invoice' },
  { name: 'payoff-letter', label: 'Payoff letter' },
  { name: 'purchase-order', label: 'Purchase order' },
  { name: 'buyers-order', label: 'Buyer’s order' },
  { name: 'repair-order', label: 'Repair order' },
  { name: 'title', label: 'Title' },
  { name: 'receipt', label: 'Receipt' },
  { name: 'cleared-payment', label: 'Proof of cleared payment' },
  { name: 'contract', label: 'Contract' },
  { name: 'tax-form', label: 'Tax form' },
  { name: 'other', label: 'Other' },
] as const

export type DocumentKind = (typeof documentKinds)[number]['name']

/** Maximum number of documents of a request or a draft. */
export const mostDocuments = 10

/** The default maximum document size, in megabytes. */
export const defaultMegabytes = 10

const longestName = 120

/** The data sent along with a file. */
export const attachmentFields = z.strictObject({
  kind: z
    .enum(
      documentKinds.map(({ name }) => name),
      { error: 'Choose the kind of document.' },
    )
    .optional(),
})
export type AttachmentFields = z.output<typeof attachmentFields>

/** A payee's W-9 is sent without other data, because its kind is known. */
export const taxFormDocumentFields = z.strictObject({})

/**
 * The stored and displayed name of a file: without folders and invisible characters, at most 120 characters, with an
 * extension for its type so that saved copies open.
 */
export function documentName(sent: string, type: DocumentType): string {
  const base = withoutHidden(sent.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
  const clean = base
    .replaceAll(/[\p{Cc}"<>:|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const [first, ...others] = documentTypes.find((row) => row.type === type)?.extensions ?? ['']
  const known = [first, ...others].find((extension) => clean.toLowerCase().endsWith(extension))
  const stem = (known ? clean.slice(0, -known.length) : clean).replace(/^\.+/, '').trim() || 'document'
  return `${[...stem].slice(0, longestName - 5).join('')}${known ?? first}`
}

/** The label of a kind of document. */
export function labelOfKind(kind: DocumentKind): string {
  return documentKinds.find(({ name }) => name === kind)?.label ?? kind
}

const moment = z.iso.datetime()
const person = z.object({ id: z.int(), name: z.string() })

/** A document of a request, a draft, or a payee. `size` in bytes; `sha256` of its content, in hex. */
export const attachmentReply = z
  .object({
    id: z.int(),
    name: z.string(),
    size: z.int(),
    type: z.enum(documentTypes.map(({ type }) => type)),
    sha256: z.string(),
    kind: z.enum(documentKinds.map(({ name }) => name)).nullable(),
    created_at: moment,
    created_by: person,
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.output<typeof attachmentReply>

/** An added or removed document, and the new version of its request; null if the document has no request. */
export const savedAttachmentReply = attachmentReply.extend({ request_version: z.int().nullable() })
export type SavedAttachment = z.output<typeof savedAttachmentReply>

/** A document in a list, with the user who removed it and whether the caller may. */
export const listedAttachmentReply = attachmentReply.extend({
  removed_at: moment.nullable(),
  removed_by: person.nullable(),
  can_remove: z.boolean(),
  replaced_at: moment.optional().describe('When another W-9 of the same payee replaced this W-9; absent if none has'),
  refusal_to_open: z.string().optional().describe('Why the caller can’t open the document; absent if the caller can'),
})
export type ListedAttachment = z.output<typeof listedAttachmentReply>

/** This installation's limits: the size of a document in bytes, and the number of documents per request or draft. */
export const documentLimitsReply = z.object({ most_bytes: z.int(), most_documents: z.int() })

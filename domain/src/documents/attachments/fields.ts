import { z } from 'zod'
import { withoutHidden } from '../../values/hidden-characters.ts'

/** The types of documents that a request can have, by their media type. */
export const documentTypes = [
  { type: 'application/pdf', name: 'PDF', extensions: ['.pdf'] },
  { type: 'image/jpeg', name: 'JPEG', extensions: ['.jpg', '.jpeg'] },
  { type: 'image/png', name: 'PNG', extensions: ['.png'] },
] as const

export type DocumentType = (typeof documentTypes)[number]['type']

/** What a document is, as whoever adds it says. */
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

/** How large a document may be where the installation has not said otherwise, in megabytes. */
export const defaultMegabytes = 10

const longestName = 120

/** What is sent along with a file. */
export const attachmentFields = z.strictObject({
  kind: z
    .enum(
      documentKinds.map(({ name }) => name),
      { error: 'Choose what kind of document this is' },
    )
    .optional(),
})
export type AttachmentFields = z.output<typeof attachmentFields>

/** The W-9 of a payee is sent with nothing else: its kind is known. */
export const taxFormDocumentFields = z.strictObject({})

/**
 * The name of a file as it is stored and shown: without folders and characters that nobody sees, in at most 120
 * characters, and with an extension of its type, so that it opens where it is saved.
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

import { z } from 'zod'
import { mayDo } from '../../access/permissions.ts'
import type { RoleName } from '../../access/roles.ts'
import type { AccessLevel } from '../../access/scope.ts'
import type { Refusal } from '../../check-requests/lifecycle.ts'
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

/** The facts that decide whether a document of a request may be opened. */
export interface OpenableDocument {
  readonly kind: DocumentKind | null
  readonly createdById: number
  /** The dealer group uses its payee list. */
  readonly hasPayeeList: boolean
}

/**
 * Whether every view of a document is recorded in the audit trail: for tax forms, if there is a payee list (decision
 * 137).
 */
export function isGuarded({ kind, hasPayeeList }: Pick<OpenableDocument, 'kind' | 'hasPayeeList'>): boolean {
  return hasPayeeList && kind === 'tax-form'
}

/**
 * Why this user can't open a document of a visible request; undefined when they can. Guarded documents are only for
 * users who verify payees and for the user who added the document.
 */
export function refusalToOpen(
  person: { userId: number; role: RoleName; level: AccessLevel; audits: boolean },
  document: OpenableDocument,
): string | undefined {
  if (!isGuarded(document) || document.createdById === person.userId || mayDo(person, 'payees.verify')) return undefined
  return 'A tax form shows a taxpayer number, so only the person who added it or an admin who verifies payees can open it.'
}

const removedBefore: Refusal = {
  kind: 'conflict',
  sentence: 'This document was already removed. Reload the page to see the others.',
}

/** Why this user can't remove a payee's W-9; undefined when they can. */
export function refusalToRemoveTaxForm(
  person: { role: RoleName; level: AccessLevel; audits: boolean },
  { isRemoved }: Pick<RemovableDocument, 'isRemoved'>,
): Refusal | undefined {
  if (!mayDo(person, 'payees.verify'))
    return { kind: 'forbidden', sentence: 'Only admins who verify payees can remove a W-9. Ask one of them.' }
  return isRemoved ? removedBefore : undefined
}

/** The facts that decide whether a document may be removed from its request. */
export interface RemovableDocument {
  readonly createdById: number
  readonly isRemoved: boolean
  /** True if the request was ever approved, even if it was sent back since. */
  readonly wasApproved: boolean
}

/**
 * Why this user can't remove a document from a request; undefined when they can. Documents can be removed only before
 * the first approval, by the user who added them or an admin, so that what an approver saw stays.
 */
export function refusalToRemove(
  { userId, role }: { userId: number; role: RoleName },
  { createdById, isRemoved, wasApproved }: RemovableDocument,
): Refusal | undefined {
  if (isRemoved) return removedBefore
  if (wasApproved)
    return {
      kind: 'conflict',
      sentence:
        'This document can’t be removed because the request was approved with it. Add another document instead.',
    }
  if (role === 'admin' || createdById === userId) return undefined
  return {
    kind: 'forbidden',
    sentence: 'Only admins and the person who added this document can remove it. Ask an admin.',
  }
}

const megabyte = 1_048_576

// The refusals of files. The browser shows them before it sends a file, and the server repeats the checks.
const notADocument = 'This file isn’t a PDF, JPEG, or PNG. Save or print it as a PDF, and add the PDF.'

/** The refusal of a file without content. */
export const emptyFile = 'This file is empty. Choose another file.'

/** The refusal of a file that different programs would read as different types. */
export const twoInOne = 'This file can be read as two different file types. Save or print it as a PDF, and add the PDF.'

/** The refusal of a file above the size limit. */
export function tooLarge(mostBytes: number): string {
  return `This file is too large. The limit is ${Math.floor(mostBytes / megabyte)} MB. Scan it with fewer colors, or split it.`
}

/** The number of bytes at the beginning of a file that identify its type. */
export const tellingBytes = 1024

/** The type of a file by its first 1,024 bytes, or the sentence that refuses an unsupported type. */
export function typeByStart(bytes: Uint8Array): { readonly type: DocumentType } | { readonly refusal: string } {
  const start = String.fromCharCode(...bytes.subarray(0, tellingBytes))
  if (start.startsWith('%PDF-')) return { type: 'application/pdf' }
  // PDF readers look for the PDF signature anywhere in the first 1,024 bytes.
  if (start.includes('%PDF-')) return { refusal: twoInOne }
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return { type: 'image/png' }
  if (start.startsWith('\u00ff\u00d8\u00ff')) return { type: 'image/jpeg' }
  return { refusal: notADocument }
}

import { mayDo } from '../../access/permissions.ts'
import type { RoleName } from '../../access/roles.ts'
import type { AccessLevel } from '../../access/scope.ts'
import type { Refusal } from '../../check-requests/lifecycle.ts'
import type { DocumentKind, DocumentType } from './fields.ts'

/** What decides whether a document of a request may be opened. */
export interface OpenableDocument {
  readonly kind: DocumentKind | null
  readonly createdById: number
  /** Its dealer group uses its list of payees. */
  readonly hasPayeeList: boolean
}

/** Whether each look at a document is in the trail: at tax forms, where there is a list of payees (decision 137). */
export function isGuarded({ kind, hasPayeeList }: Pick<OpenableDocument, 'kind' | 'hasPayeeList'>): boolean {
  return hasPayeeList && kind === 'tax-form'
}

/**
 * Why this person cannot open a document of a request that they see; undefined when they can. A guarded one is for
 * whoever verifies payees, and for whoever added it, who has it anyway.
 */
export function refusalToOpen(
  person: { userId: number; role: RoleName; level: AccessLevel; audits: boolean },
  document: OpenableDocument,
): string | undefined {
  if (!isGuarded(document) || document.createdById === person.userId || mayDo(person, 'payees.verify')) return undefined
  return 'Only an admin who verifies payees, or the person who added it, can open a tax form. It has a taxpayer’s number.'
}

const removedBefore: Refusal = { kind: 'conflict', sentence: 'This document was removed before.' }

/** Why this person cannot remove a W-9 of a payee, or undefined if they can. */
export function refusalToRemoveTaxForm(
  person: { role: RoleName; level: AccessLevel; audits: boolean },
  { isRemoved }: Pick<RemovableDocument, 'isRemoved'>,
): Refusal | undefined {
  if (!mayDo(person, 'payees.verify'))
    return { kind: 'forbidden', sentence: 'Only an admin who verifies payees can remove a W-9.' }
  return isRemoved ? removedBefore : undefined
}

/** What decides whether a document may be removed from its request. */
export interface RemovableDocument {
  readonly createdById: number
  readonly isRemoved: boolean
  /** The request has been approved at some time, even if it was sent back since. */
  readonly wasApproved: boolean
}

/**
 * Why this person cannot remove a document from a request; undefined when they can. What an approver has seen stays:
 * documents are removed only before the first approval, by whoever added them or an admin.
 */
export function refusalToRemove(
  { userId, role }: { userId: number; role: RoleName },
  { createdById, isRemoved, wasApproved }: RemovableDocument,
): Refusal | undefined {
  if (isRemoved) return removedBefore
  if (wasApproved)
    return {
      kind: 'conflict',
      sentence: 'This request has been approved with this document, so the document stays. Add another one instead.',
    }
  if (role === 'admin' || createdById === userId) return undefined
  return { kind: 'forbidden', sentence: 'Only the person who added this document, or an admin, can remove it.' }
}

const megabyte = 1_048_576

// The browser says these before it sends a file, and the server to whoever sends one all the same.
const notADocument = 'This file is not a PDF, JPEG or PNG. Save or print it as a PDF, and add that.'

/** The refusal of a file without content. */
export const emptyFile = 'This file is empty. Choose another one.'

/** The refusal of a file that different readers take for different things. */
export const twoInOne =
  'This file is two kinds of file in one, so nobody could tell what it shows. Save it again, and add that.'

/** The refusal of a file of more than so many bytes. */
export function tooLarge(mostBytes: number): string {
  return `This file is too large: ${Math.floor(mostBytes / megabyte)} MB at most. Scan it with fewer colors, or split it.`
}

/** How many bytes at the start of a file say what it is. */
export const tellingBytes = 1024

/** What a file is by its first 1,024 bytes; the sentence that refuses it if it is nothing that can be taken. */
export function typeByStart(bytes: Uint8Array): { readonly type: DocumentType } | { readonly refusal: string } {
  const start = String.fromCharCode(...bytes.subarray(0, tellingBytes))
  if (start.startsWith('%PDF-')) return { type: 'application/pdf' }
  // Readers of PDF look for their mark in the first 1,024 bytes of whatever the file begins with.
  if (start.includes('%PDF-')) return { refusal: twoInOne }
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return { type: 'image/png' }
  if (start.startsWith('\u00ff\u00d8\u00ff')) return { type: 'image/jpeg' }
  return { refusal: notADocument }
}

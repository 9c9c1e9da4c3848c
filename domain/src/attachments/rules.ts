import type { RoleName } from '../access/roles.ts'
import type { Refusal } from '../check-requests/lifecycle.ts'

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
  if (isRemoved) return { kind: 'conflict', sentence: 'This document was removed before.' }
  if (wasApproved)
    return {
      kind: 'conflict',
      sentence: 'This request has been approved with this document, so the document stays. Add another one instead.',
    }
  if (role === 'admin' || createdById === userId) return undefined
  return { kind: 'forbidden', sentence: 'Only the person who added this document, or an admin, can remove it.' }
}

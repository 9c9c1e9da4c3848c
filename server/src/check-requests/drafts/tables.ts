import type { DraftForm } from '@check-requests/domain/check-requests/drafts/fields.ts'
import type { Generated } from 'kysely'

/** An unfinished form, visible only to its owner in the role in which the owner began it. */
export interface DraftTable {
  id: Generated<number>
  /** The owner's dealer group; null for super admins. */
  dealer_group_id: number | null
  user_id: number
  role_id: number
  form: DraftForm
  /** The contents of the form, as JSON. */
  content: string
  version: Generated<number>
  /** The sender of the email that the draft was made from; null for others. */
  received_from: string | null
  created_at: string
  updated_at: string
}

export interface DraftTables {
  drafts: DraftTable
}

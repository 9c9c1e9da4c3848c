import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * An account's change that a second user must confirm, at most one row for each account. `changes` and `asked_by` are
 * JSON lists of rule names and user ids. `scope_in_force` is JSON, the scope until the wider one is in force.
 * `titles_in_force` is JSON, the approval titles until the pending ones are in force. `effective_at` is when the change
 * takes effect without confirmation if no one can confirm it. `in_effect` means that the change has done so, and the
 * row remains as a notice.
 */
export interface AccountConfirmationTable {
  user_id: number
  dealer_group_id: number | null
  version: Generated<number>
  changes: string
  asked_by: string
  asked_at: Moment
  scope_in_force: string | null
  titles_in_force: string | null
  effective_at: Moment | null
  in_effect: Generated<number>
  stopped_by_id: number | null
  stopped_at: Moment | null
}

/** A user's role that isn't in force. */
export interface WaitingRoleTable {
  user_id: number
  role_id: RoleId
  dealer_group_id: number | null
}

/** Admins who haven't yet read that account changes need confirmation. */
export interface ConfirmationAnnouncementTable {
  user_id: number
}

export interface ConfirmationTables {
  account_confirmations: AccountConfirmationTable
  waiting_roles: WaitingRoleTable
  confirmation_announcements: ConfirmationAnnouncementTable
}

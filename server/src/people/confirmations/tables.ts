import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * What a second person has to confirm about an account, at most one row each. `changes` and `asked_by`: JSON lists of
 * names of the rule's rows, and of user ids. `scope_in_force`: JSON, the scope until the wider one is in force.
 * `titles_in_force`: JSON, the approval titles until others are in force.
 * `effective_at`: when it takes effect by itself, where nobody is there to confirm. `in_effect`: it has, and the row
 * stands as a notice.
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

/** A role that somebody holds and that is not in force. */
export interface WaitingRoleTable {
  user_id: number
  role_id: RoleId
  dealer_group_id: number | null
}

/** Admins who have not been told yet that changes of accounts wait for a second person. */
export interface ConfirmationAnnouncementTable {
  user_id: number
}

export interface ConfirmationTables {
  account_confirmations: AccountConfirmationTable
  waiting_roles: WaitingRoleTable
  confirmation_announcements: ConfirmationAnnouncementTable
}

import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** The link in an approver's email: for one user, request, and version (decision 186). Only its hash is stored. */
export interface DecisionLinkTable {
  id: Generated<number>
  dealer_group_id: number
  user_id: number
  check_request_id: number
  request_version: number
  link_hash: string
  expires_at: Moment
  used_at: Moment | null
}

export interface DecisionLinkTables {
  decision_links: DecisionLinkTable
}

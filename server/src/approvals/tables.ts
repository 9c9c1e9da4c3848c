import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../platform/clock.ts'

/** A function that policies name instead of users, such as “Controller”. Not the free-text title on the user form. */
export interface ApprovalTitleTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  name: string
  is_active: Generated<number>
  created_at: Moment
}

/** The users who have a title. `dealership_id` is 0 if the title counts wherever the user approves. */
export interface UserApprovalTitleTable {
  dealer_group_id: number
  user_id: number
  approval_title_id: number
  dealership_id: number
}

/** A published policy. The one with the highest number is in force. `edited_by` is a JSON list of `{id, name}`. */
export interface ApprovalPolicyTable {
  id: Generated<number>
  dealer_group_id: number
  number: number
  /** JSON: a policy, with amounts in cents. */
  content: string
  note: string
  edited_by: string
  published_by_id: number
  published_by_name: string
  published_at: Moment
}

/** A policy draft. */
export interface ApprovalPolicyDraftTable {
  dealer_group_id: number
  version: Generated<number>
  content: string
  edited_by: string
  edited_at: Moment
}

/** The route of a request through the policy under which it was submitted. Each submission begins a round. */
export interface ApprovalRouteTable {
  check_request_id: number
  dealer_group_id: number
  policy_number: number
  round: number
  rule: string | null
  /** JSON: the names of the rules that added steps. */
  added: string
  /** JSON: the steps, as they were when the request was submitted. */
  steps: string
  /** JSON: the fallback approvers for a step with too few approvers. */
  fallback: string
  /** The amount that determined the route. */
  cents: Cents
  step_since: Moment
}

/** An approval of a step. */
export interface ApprovalTable {
  id: Generated<number>
  dealer_group_id: number
  check_request_id: number
  round: number
  step: number
  user_id: number
  for_user_id: number | null
  completes: number
  created_at: Moment
}

/**
 * The audience of requests at a location. Its columns are 0 for no dealership or department. `digest` is the hash of
 * `approvers`, which can be long.
 */
export interface ApprovalAudienceTable {
  id: Generated<number>
  dealer_group_id: number
  dealership_id: number
  department_id: number
  /** JSON: a list of approvers. */
  approvers: string
  digest: string
}

/** Requests pending approval, each with an audience. */
export interface ApprovalQueueTable {
  check_request_id: number
  dealer_group_id: number
  audience_id: number
  status_id: StatusId
  /** When the approvers are next reminded under the step's rule; null if the rule sets no reminders. */
  remind_at: Moment | null
  reminded_at: Moment | null
  /** When the step is also offered to others; null if that never happens or already has. */
  escalate_at: Moment | null
}

/**
 * The users excluded from the audience of a request because they participated in the request or have already approved
 * it.
 */
export interface ApprovalExceptionTable {
  dealer_group_id: number
  user_id: number
  check_request_id: number
}

/** The number of requests pending for an audience at each status. */
export interface ApprovalCounterTable {
  dealer_group_id: number
  audience_id: number
  status_id: StatusId
  amount: number
}

/** The users and settings against which a dealer group's queues were last checked. */
export interface ApprovalCheckTable {
  dealer_group_id: number
  fingerprint: string
  /** JSON: the ids of titles that the policy named and no user held at the last check. */
  unheld: Generated<string>
}

export interface ApprovalTables {
  approval_titles: ApprovalTitleTable
  user_approval_titles: UserApprovalTitleTable
  approval_policies: ApprovalPolicyTable
  approval_policy_drafts: ApprovalPolicyDraftTable
  approval_routes: ApprovalRouteTable
  approvals: ApprovalTable
  approval_audiences: ApprovalAudienceTable
  approval_queue: ApprovalQueueTable
  approval_exceptions: ApprovalExceptionTable
  approval_counters: ApprovalCounterTable
  approval_checks: ApprovalCheckTable
}

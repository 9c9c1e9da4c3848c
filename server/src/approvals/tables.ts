import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../platform/clock.ts'

/** A function that policies name instead of people, such as 'Controller'; never the free text of the user form. */
export interface ApprovalTitleTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  name: string
  is_active: Generated<number>
  created_at: Moment
}

/** Who holds a title. `dealership_id`: 0 where it counts wherever they approve. */
export interface UserApprovalTitleTable {
  dealer_group_id: number
  user_id: number
  approval_title_id: number
  dealership_id: number
}

/** A published policy; the one with the highest number is in force. `edited_by`: JSON, a list of `{id, name}`. */
export interface ApprovalPolicyTable {
  id: Generated<number>
  dealer_group_id: number
  number: number
  /** JSON: a policy, amounts in cents. */
  content: string
  note: string
  edited_by: string
  published_by_id: number
  published_by_name: string
  published_at: Moment
}

/** A policy that is being edited. */
export interface ApprovalPolicyDraftTable {
  dealer_group_id: number
  version: Generated<number>
  content: string
  edited_by: string
  edited_at: Moment
}

/** The way of a request through the policy that it was sent in under; each submission begins a round. */
export interface ApprovalRouteTable {
  check_request_id: number
  dealer_group_id: number
  policy_number: number
  round: number
  rule: string | null
  /** JSON: names of rules. */
  added: string
  /** JSON: frozen steps. */
  steps: string
  /** JSON: who can approve a step with too few people. */
  fallback: string
  /** The amount by which it was routed. */
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

/** Whom requests of a place wait for, 0 for no dealership or department. `digest`: of `approvers`, which can be long. */
export interface ApprovalAudienceTable {
  id: Generated<number>
  dealer_group_id: number
  dealership_id: number
  department_id: number
  /** JSON: a list of approvers. */
  approvers: string
  digest: string
}

/** Requests that wait for approval, each for an audience. */
export interface ApprovalQueueTable {
  check_request_id: number
  dealer_group_id: number
  audience_id: number
  status_id: StatusId
  /** When those who can approve it are reminded, by the hours of its rule; null where it says nothing. */
  remind_at: Moment | null
  reminded_at: Moment | null
  /** When its step is offered to others as well; null where that is never, or has happened. */
  escalate_at: Moment | null
}

/** Who is left out of the audience of a request: they had a hand in it, or have approved already. */
export interface ApprovalExceptionTable {
  dealer_group_id: number
  user_id: number
  check_request_id: number
}

/** How many requests wait for an audience at each status. */
export interface ApprovalCounterTable {
  dealer_group_id: number
  audience_id: number
  status_id: StatusId
  amount: number
}

/** The people and settings by which the queue of a dealer group was checked last. */
export interface ApprovalCheckTable {
  dealer_group_id: number
  fingerprint: string
  /** JSON: ids of titles that the policy names and nobody held. */
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

import type { HistoryAction } from '@check-requests/domain/check-requests/events.ts'
import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Requirement } from '@check-requests/domain/check-requests/required/rules.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Unit } from '../../services.ts'
import type { Actor } from '../../trail/commands/append.ts'
import type { FoundRequest, StoredRequest } from '../queries/detail/find.ts'
import type { Terms } from '../queries/write/numbers.ts'
import type { Content } from '../required/queries/requirements.ts'

/** A request with its requester and its location, from before the change or, for a new request, as created. */
type Subject = Partial<StoredRequest> &
  Pick<
    StoredRequest,
    | 'id'
    | 'dealer_group_id'
    | 'dealership_id'
    | 'department_id'
    | 'requester_id'
    | 'request_number'
    | 'status_id'
    | 'created_at'
  > & {
    /** The number of the approval policy under which the request was submitted; undefined for a new request. */
    policy_number?: number | null
    calls_webhooks?: number
    has_documents?: number
    payee_list?: number
  }

/** A changed field as the activity log shows it. */
export interface FieldChange {
  readonly field: string
  readonly from: string | null
  readonly to: string | null
}

/** The data about a change in addition to the stored values. */
export interface Happening {
  readonly name: HistoryAction
  /** The comment on the change. */
  readonly comment?: string | null
  readonly changes?: readonly FieldChange[]
  /** New display names for ids among the values. */
  readonly names?: { readonly requester?: string; readonly purpose?: string }
  /** True for a decision on the request. */
  readonly decides?: boolean
  /** True for an approval, even if more approvals are required. */
  readonly approves?: boolean
  /** What a submitted request depends on, if the command has read it. */
  readonly terms?: Pick<Terms, 'payee_list' | 'policy_number' | 'policy' | 'calls_webhooks'>
  /** The draft that became the request. */
  readonly draftId?: number | undefined
  /** The data for the audit trail in addition to the stored values. */
  readonly details?: object
}

/** A request was created or changed. `before` and `after` contain the changed stored values. */
export interface RequestChanged extends Happening {
  readonly actor: Caller
  readonly request: Subject
  readonly before: Partial<StoredRequest>
  readonly after: Partial<StoredRequest>
}

/** A request was deleted. `before` contains the whole request, with its history. */
export interface RequestDeleted {
  readonly name: 'deleted'
  readonly actor: Actor
  readonly request: Subject
  readonly before: object
}

/** A check request event. */
export type RequestEvent = RequestChanged | RequestDeleted

/** A function that runs in the transaction of the event. */
export type RequestListener = (unit: Unit, event: RequestEvent) => Promise<void> | void

/** A request that is about to be submitted or resubmitted. */
export interface Submitted {
  readonly demands: readonly Requirement[]
  readonly purpose: string
  readonly dealerGroupId: number
  /** The values of the request in stored form. */
  readonly content: Content
  /** The request or the draft that has the documents; undefined if there are none. */
  readonly documentsOn: { readonly requestId: number } | { readonly draftId: number } | undefined
}

/** A change of status that is about to be made. */
export interface StatusAsked {
  readonly request: FoundRequest
  readonly to: StatusName
}

/** The step of an approval route on which a user decides. */
export interface DecidedStep {
  readonly name: string
  /** The absent user for whom the decision is made. */
  readonly forName: string | null
  /** True if more steps, or more approvals of this step, are required after the approval. */
  readonly leavesMore: boolean
}

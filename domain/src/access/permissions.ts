import {
  type Actor,
  type Refusal,
  type RequestState,
  type StatusName,
  statusNamed,
} from '../check-requests/lifecycle.ts'
import { sentences } from '../check-requests/refusals.ts'
import { listWithOr } from '../values/lists.ts'
import type { RoleName } from './roles.ts'
import { type AccessLevel, accessLevels, covers, placeOf, type Scope, type ScopeFilter, scopeFilter } from './scope.ts'

/** Who may perform an action. `own`: only the requester may perform it. `at`: the request statuses that allow it. */
export interface Permission {
  readonly roles: readonly RoleName[]
  readonly own?: readonly RoleName[]
  readonly at?: readonly StatusName[]
  /** The narrowest access level allowed to perform the action. */
  readonly upToLevel?: AccessLevel
}

const everyone: readonly RoleName[] = ['admin', 'requester', 'approver', 'processor']

/**
 * One row per action; an action without a row doesn't exist (deny by default). A user has only the rights of the
 * active role.
 */
export const permissions = {
  'session.use': { roles: everyone },
  'check-requests.read': { roles: everyone, own: ['requester'] },
  'check-requests.create': { roles: ['requester', 'admin'] },
  'check-requests.edit': { roles: ['requester', 'admin'], own: ['requester'], at: ['sendback'] },
  'check-requests.delete': { roles: ['requester'], own: ['requester'], at: ['request'] },
  'check-requests.change-status': { roles: ['requester', 'approver', 'processor'], own: ['requester'] },
  'check-requests.change-priority': {
    roles: ['requester'],
    own: ['requester'],
    at: ['request', 'processing', 'approved', 'printed', 'signed', 'ready', 'sendback'],
  },
  'check-requests.update-delivery': { roles: ['processor'], at: ['ready'] },
  'check-requests.divert': { roles: ['approver'], at: ['approved', 'printed', 'signed', 'ready'] },
  'check-requests.hold': {
    roles: ['approver', 'processor', 'admin'],
    at: ['approved', 'printed', 'signed', 'ready'],
  },
  'check-requests.pay-though-alike': { roles: ['approver'], at: ['approved'] },
  'check-requests.route-anew': { roles: ['admin'], at: ['request', 'processing'], upToLevel: accessLevels.group },
  'attachments.add': { roles: everyone, own: ['requester'] },
  'readings.repeat': { roles: ['admin'] },
  'comments.write': { roles: everyone, own: ['requester'] },
  'check-numbers.read': { roles: ['processor'] },
  'check-number-clashes.read': { roles: ['admin'] },
  'duplicates.read': { roles: everyone },
  'views.read': { roles: everyone },
  'views.write': { roles: everyone },
  'views.share': { roles: ['approver', 'processor', 'admin'] },
  'views.delete-shared': { roles: ['admin'], upToLevel: accessLevels.group },
  'inbox.read': { roles: everyone },
  'jobs.read': { roles: ['admin'], upToLevel: accessLevels.superAdmin },
  'jobs.run': { roles: ['admin'], upToLevel: accessLevels.superAdmin },
  'organisation.read': { roles: everyone },
  'organisation.write': { roles: ['admin'] },
  'departments.delete': { roles: ['admin'], upToLevel: accessLevels.dealership },
  'dealer-groups.write': { roles: ['admin'], upToLevel: accessLevels.superAdmin },
  'local-settings.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'installation.read': { roles: ['admin'], upToLevel: accessLevels.superAdmin },
  'installation.confirm': { roles: ['admin'], upToLevel: accessLevels.superAdmin },
  'installation.test': { roles: ['admin'], upToLevel: accessLevels.superAdmin },
  'choices.write': { roles: ['admin'], upToLevel: accessLevels.superAdmin },
  'users.read': { roles: ['admin'] },
  'users.write': { roles: ['admin'] },
  'controls.read': { roles: ['admin'], upToLevel: accessLevels.group },
  'controls.decide': { roles: ['admin'], upToLevel: accessLevels.group },
  'account-confirmations.read': { roles: everyone },
  'account-confirmations.decide': { roles: ['admin', 'approver'] },
  'audit.read': { roles: ['admin'], upToLevel: accessLevels.group },
  'approvers.read': { roles: everyone },
  'approval-policy.read': { roles: ['admin'], upToLevel: accessLevels.group },
  'approval-policy.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'payees.read': { roles: ['admin', 'approver', 'processor'] },
  'payees.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'payees.verify': { roles: ['admin'], upToLevel: accessLevels.group },
  'demands.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'accounting.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'journal.read': { roles: ['admin'], upToLevel: accessLevels.group },
  'journal.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'bank-accounts.read': { roles: ['admin', 'approver', 'processor'] },
  'bank-accounts.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'stock-boxes.write': { roles: ['admin', 'processor'] },
  'checks.read': { roles: ['admin', 'approver', 'processor'] },
  'checks.print': { roles: ['admin', 'approver', 'processor'] },
  'checks.sign': { roles: ['admin', 'approver', 'processor'] },
  'checks.hand-over': { roles: ['processor'] },
  'checks.allow-exception': { roles: ['approver', 'processor'] },
  'checks.reconcile': { roles: ['admin', 'approver', 'processor'] },
  'checks.void': { roles: ['processor'] },
  'checks.agree-to-void': { roles: ['admin', 'approver', 'processor'] },
  'checks.look-into': { roles: ['admin'] },
  'checks.confirm-entered': { roles: ['admin', 'approver', 'processor'] },
  'auditors.read': { roles: ['admin'], upToLevel: accessLevels.group },
  'auditors.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'identity-providers.read': { roles: ['admin'], upToLevel: accessLevels.group },
  'identity-providers.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'tokens.read': { roles: everyone },
  'tokens.write': { roles: everyone },
  'webhooks.read': { roles: ['admin'], upToLevel: accessLevels.group },
  'webhooks.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'incoming-mail.read': { roles: ['admin'], upToLevel: accessLevels.group },
  'incoming-mail.write': { roles: ['admin'], upToLevel: accessLevels.group },
  'check-samples.draw': { roles: [], upToLevel: accessLevels.group },
  'delegations.read': { roles: ['approver', 'admin'] },
  'delegations.write': { roles: ['approver', 'admin'] },
  'recurring-requests.read': { roles: ['requester', 'admin'], own: ['requester'] },
  'recurring-requests.write': { roles: ['requester', 'admin'], own: ['requester'] },
} as const satisfies Record<string, Permission>

export type Action = keyof typeof permissions

/** For each action, the refusal when the request's status doesn't allow the action. */
const refusedAtStatus: Partial<Record<Action, string>> = {
  'check-requests.edit': 'A request can be edited only while it is {allowed}.',
  'check-requests.delete': 'A request can be deleted only while it is {allowed}.',
  'check-requests.change-priority': 'The priority can be changed only while the request is {allowed}.',
  'check-requests.hold': 'A request can be put on hold only while it is {allowed}.',
  'check-requests.divert': 'A check can be handed over instead of mailed only while the request is {allowed}.',
  'check-requests.pay-though-alike': 'A reason for a second payment can be added only while the request is {allowed}.',
  'check-requests.update-delivery': 'The delivery details can be changed only while the request is {allowed}.',
  'check-requests.route-anew': 'A request can be rerouted only while it is {allowed}.',
}

/** True if this role can ever perform this action. */
export function mayRole(role: RoleName, action: Action): boolean {
  return permissionFor(action).roles.includes(role)
}

/** Actions allowed to auditors in any role. */
const ofAuditors: readonly Action[] = ['audit.read', 'check-samples.draw']

/**
 * True if a user with this role and access level can perform this action (R191). `audits`: true for auditors, who can
 * read the audit trail and everything their role can read, but change nothing (decision 101).
 */
export function mayDo(
  { role, level, audits = false }: { role: RoleName; level: AccessLevel; audits?: boolean | undefined },
  action: Action,
): boolean {
  const { upToLevel } = permissionFor(action)
  if (upToLevel !== undefined && level > upToLevel) return false
  if (audits && ofAuditors.includes(action)) return true
  return mayRole(role, action) && (!audits || openWhileWaiting(action))
}

/**
 * Whether users with this role can perform this action only on their own requests. Requesters never reach other users'
 * requests (A12).
 */
export function onlyOwn(role: RoleName, action: Action): boolean {
  return permissionFor(action).own?.includes(role) ?? false
}

/**
 * True if a user whose role awaits confirmation can perform this action. Such users can read data and manage their
 * sessions.
 */
export function openWhileWaiting(action: Action): boolean {
  return action === 'session.use' || action.endsWith('.read')
}

/**
 * Why this user can't perform an action on this request now; undefined when they can (R148 to R151, A14). Status
 * transitions have their own table: see `refusal` in lifecycle.ts.
 */
export function refusalToAct(
  action: Action,
  caller: Actor,
  request: Pick<RequestState, 'requesterId' | 'status'>,
): Refusal | undefined {
  if (caller.audits && !openWhileWaiting(action)) return { kind: 'forbidden', sentence: sentences.auditsOnly }
  const permission = permissionFor(action)
  if (!permission.roles.includes(caller.role))
    return {
      kind: 'forbidden',
      sentence: `Your role doesn’t include this action. Switch roles, or ask a user whose role does.`,
    }
  if (onlyOwn(caller.role, action) && request.requesterId !== caller.userId)
    return { kind: 'forbidden', sentence: 'Only the requester of this check request can do this.' }
  if (permission.at && !permission.at.includes(request.status))
    return { kind: 'conflict', sentence: wrongStatus(action, permission.at, request.status) }
  return undefined
}

function permissionFor(action: Action): Permission {
  return permissions[action]
}

function wrongStatus(action: Action, at: readonly StatusName[], now: StatusName): string {
  const allowed = at.map((name) => statusNamed(name).badge)
  const sentence = refusedAtStatus[action]?.replace('{allowed}', listWithOr(allowed))
  return `${sentence} This request is ${statusNamed(now).badge} now.`
}

/** A user viewing requests, with a role and a scope. */
export interface Viewer {
  readonly userId: number
  readonly role: RoleName
  readonly scope: Scope
}

/**
 * A filter for the requests visible to a user: a request column and its allowed ids. A null column means all requests.
 */
export interface RequestFilter {
  readonly column: ScopeFilter['column'] | 'requester_id'
  readonly ids: readonly number[]
}

/**
 * The filter for the requests visible to a user: their own if the role sees only those, otherwise those in scope (A12).
 */
export function requestFilter({ userId, role, scope }: Viewer): RequestFilter {
  return onlyOwn(role, 'check-requests.read') ? { column: 'requester_id', ids: [userId] } : scopeFilter(scope)
}

/**
 * Whether a user can see this request (A12). Requesters keep seeing their own requests within their dealer group, even
 * after moving to another department.
 */
export function seesRequest(viewer: Viewer, row: Parameters<typeof placeOf>[0] & { requester_id: number }): boolean {
  const { column, ids } = requestFilter(viewer)
  if (column !== 'requester_id') return covers(viewer.scope, placeOf(row))
  return ids.includes(row.requester_id) && covers(wholeGroupOf(viewer.scope), placeOf(row))
}

function wholeGroupOf(scope: Scope): Scope {
  const { superAdmin, group } = accessLevels
  return { ...scope, level: scope.level === superAdmin ? superAdmin : group }
}

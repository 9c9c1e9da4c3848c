import { seesRequest } from '@check-requests/domain/access/permissions.ts'
import { placeOf } from '@check-requests/domain/access/scope.ts'
import type { Subject } from '@check-requests/domain/approvals/authority.ts'
import { barredFrom, didIn, type Hand, requestBars } from '@check-requests/domain/check-requests/duties.ts'
import { isPending, type RequestState, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { mostUrgent, priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { type Selectable, sql } from 'kysely'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db } from '../../../tables.ts'
import { markJson } from '../../recurring/queries/recurring.ts'
import type { CheckRequestTable } from '../../tables.ts'
import { waitsByDelegation } from '../list/own-queue.ts'
import { handsJson } from '../write/hands.ts'
import { checkOf, type DrawnColumns, drawnColumns } from './checks.ts'

/** A check request in stored form. */
export type StoredRequest = Selectable<CheckRequestTable>

/** A check request with its participants and the dealer group settings that life cycle rules need. */
export type FoundRequest = StoredRequest & {
  separation_of_duties: number
  /** JSON: a list of `{user_id, part}`. */
  hands: string
  held_by_name: string | null
  /** The number of the approval policy under which the request was submitted; null if there was no policy. */
  policy_number: number | null
  /** 1 if the request's dealer group uses the payee list. */
  payee_list: number
  /** JSON: the required items of the request's dealer group, by purpose. */
  purpose_demands: string
  /** 1 if the request’s dealer group has an active webhook. */
  calls_webhooks: number
  /** 1 if the request has documents, removed ones included. */
  has_documents: number
} & DrawnColumns

/** A check request with display names. */
export type NamedRequest = Omit<
  FoundRequest,
  | 'hands'
  | 'held_by_name'
  | 'policy_number'
  | 'payee_list'
  | 'purpose_demands'
  | 'calls_webhooks'
  | 'has_documents'
  | keyof DrawnColumns
> & {
  requester_first_name: string
  requester_last_name: string
  dealer_group_name: string
  dealership_name: string | null
  department_name: string | null
  purpose_name: string
  delivery_method_name: string
  delivery_method_kind: 'carrier' | 'pickup' | 'other'
}

/** `recurring`: JSON (see `MarkedDay`); null if the request didn't come from a recurring request. */
export interface Marked {
  readonly recurring: string | null
}

const holderName = sql<string | null>`holders.first_name || ' ' || holders.last_name`

/** SQL for a query of `dealer_groups`: 1 if the group has an active webhook. */
export const callsWebhooks = sql<number>`case when exists (select 1 from webhooks
  where webhooks.dealer_group_id = dealer_groups.id and webhooks.state = 'active') then 1 else 0 end`.as(
  'calls_webhooks',
)

const hasDocuments = sql<number>`case when exists (select 1 from attachments
  where attachments.check_request_id = check_requests.id) then 1 else 0 end`.as('has_documents')

function found(db: Db) {
  return db
    .selectFrom('check_requests')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'check_requests.dealer_group_id')
    .selectAll('check_requests')
    .leftJoin('users as holders', 'holders.id', 'check_requests.held_by_id')
    .leftJoin('approval_routes', 'approval_routes.check_request_id', 'check_requests.id')
    .select(['dealer_groups.separation_of_duties', 'dealer_groups.payee_list', 'dealer_groups.purpose_demands'])
    .select([callsWebhooks, hasDocuments])
    .select([handsJson(db, sql.ref('check_requests.id')).as('hands')])
    .select([holderName.as('held_by_name'), 'approval_routes.policy_number', ...drawnColumns()])
}

const byId = prepare((db: Db, param: Params<{ id: number }>) => found(db).where('check_requests.id', '=', param('id')))

/** The request, if the caller sees it (A12); otherwise undefined, as if it didn't exist. */
export async function findVisible(db: Db, caller: Caller, id: number): Promise<FoundRequest | undefined> {
  const row = await byId(db, { id }).first()
  return row && (await isVisible(db, caller, row)) ? row : undefined
}

const byIds = prepare((db: Db, param: Params<{ ids: readonly number[] }>) =>
  found(db).where('check_requests.id', 'in', param.oneOf('ids')),
)

/** Those of these requests that the caller sees, by id. */
export async function findAllVisible(
  db: Db,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, FoundRequest>> {
  const visible = new Map<number, FoundRequest>()
  const rows = ids.length > 0 ? await byIds(db, { ids }).all() : []
  for (const row of rows) if (await isVisible(db, caller, row)) visible.set(row.id, row)
  return visible
}

/**
 * Returns true if the caller's scope covers the request, or if it waits for a user for whom the caller is a delegate.
 */
export async function isVisible(db: Db, caller: Caller, row: StoredRequest): Promise<boolean> {
  return seesRequest(caller, row) || (await waitsByDelegation(db, caller, row))
}

/** The request data that approval needs, regardless of who sees the request. */
export function findForApproval(db: Db, id: number): Promise<FoundRequest | undefined> {
  return byId(db, { id }).first()
}

const newestOf = prepare((db: Db, param: Params<{ userId: number }>) =>
  db
    .selectFrom('check_requests')
    .select(['requester_id', 'dealer_group_id', 'dealership_id', 'department_id'])
    .where('requester_id', '=', param('userId'))
    .orderBy('id', 'desc')
    .limit(1),
)

/** The id, owner, and location of a requester's newest request. */
export function findNewestOf(db: Db, userId: number) {
  return newestOf(db, { userId }).first()
}

const namedById = prepare((db: Db, param: Params<{ id: number }>) =>
  namedRequests(db)
    .leftJoin('users as holders', 'holders.id', 'check_requests.held_by_id')
    .leftJoin('approval_routes', 'approval_routes.check_request_id', 'check_requests.id')
    .select(['approval_routes.policy_number', 'dealer_groups.payee_list', 'dealer_groups.purpose_demands'])
    .select([callsWebhooks, hasDocuments])
    .select([handsJson(db, sql.ref('check_requests.id')).as('hands'), holderName.as('held_by_name'), ...drawnColumns()])
    .select([markJson(db, sql.ref('check_requests.id')).as('recurring')])
    .where('check_requests.id', '=', param('id')),
)

/** The request with its display names and participants, if the caller's scope covers it. */
export async function findVisibleNamed(
  db: Db,
  caller: Caller,
  id: number,
): Promise<(NamedRequest & FoundRequest & Marked) | undefined> {
  const row = await namedById(db, { id }).first()
  return row && (await isVisible(db, caller, row)) ? row : undefined
}

const namedByIds = prepare((db: Db, param: Params<{ ids: readonly number[] }>) =>
  namedRequests(db).where('check_requests.id', 'in', param.oneOf('ids')),
)

/** These requests with their display names, in the order of the ids. */
export async function findNamed(db: Db, ids: readonly number[]): Promise<NamedRequest[]> {
  const rows = ids.length > 0 ? await namedByIds(db, { ids }).all() : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Requests joined with display names. */
export function namedRequests(db: Db) {
  return db
    .selectFrom('check_requests')
    .innerJoin('users as requesters', 'requesters.id', 'check_requests.requester_id')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'check_requests.dealer_group_id')
    .leftJoin('dealerships', 'dealerships.id', 'check_requests.dealership_id')
    .leftJoin('departments', 'departments.id', 'check_requests.department_id')
    .innerJoin('purposes', 'purposes.id', 'check_requests.purpose_id')
    .innerJoin('delivery_methods', 'delivery_methods.id', 'check_requests.delivery_method_id')
    .selectAll('check_requests')
    .select([
      'dealer_groups.separation_of_duties',
      'requesters.first_name as requester_first_name',
      'requesters.last_name as requester_last_name',
      'dealer_groups.name as dealer_group_name',
      'dealerships.name as dealership_name',
      'departments.name as department_name',
      'purposes.name as purpose_name',
      'delivery_methods.name as delivery_method_name',
      'delivery_methods.kind as delivery_method_kind',
    ])
}

/** A request in the form that life cycle rules use. */
export function stateOf(row: FoundRequest): RequestState {
  return {
    status: statusOf(row.status_id).name,
    requesterId: row.requester_id,
    hands: handsIn(row),
    separationOfDuties: row.separation_of_duties === 1,
    hold: holdOn(row),
    check: checkOf(row),
  }
}

/** The request fields that its approval depends on. */
type ForApproval = Pick<
  FoundRequest,
  | 'id'
  | 'dealer_group_id'
  | 'dealership_id'
  | 'department_id'
  | 'status_id'
  | 'priority_rank'
  | 'separation_of_duties'
  | 'hands'
>

/** A request in the form that approval rules use. */
export function subjectOf(row: ForApproval): Subject {
  const separation = row.separation_of_duties === 1
  const barredIds = barredFrom(requestBars.decide, didIn(handsIn(row)), { separation })
  const isCritical = priorityOf(row.priority_rank) === mostUrgent
  return { id: row.id, place: placeOf(row), isPending: isPending(statusOf(row.status_id).name), barredIds, isCritical }
}

function holdOn({ held_by_id, held_by_name, hold_reason }: FoundRequest): RequestState['hold'] {
  if (held_by_id === null) return undefined
  return { byId: held_by_id, byName: held_by_name ?? 'Someone', reason: hold_reason ?? '' }
}

function handsIn({ hands }: Pick<FoundRequest, 'hands'>): Hand[] {
  const listed: DetailedRequest['hands'] = JSON.parse(hands)
  return listed.map(({ user_id, part }) => ({ userId: user_id, part }))
}

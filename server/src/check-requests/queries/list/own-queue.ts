import type { Place } from '@check-requests/domain/access/scope.ts'
import { type Approver, appliesAt, isNamed } from '@check-requests/domain/approvals/authority.ts'
import type { Approvers } from '@check-requests/domain/approvals/policy.ts'
import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type RawBuilder, sql } from 'kysely'
import { listApprovers, listTitlesByUser } from '../../../access/pending-accounts/queries/approvers.ts'
import { listTitlesInForce } from '../../../access/pending-accounts/queries/confirmations.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { numberPairs } from '../../../platform/database/sql-helpers.ts'
import { together } from '../../../platform/threads/promises.ts'
import type { Db } from '../../../tables.ts'

/** The pending requests of one approver: their audiences, and their number at each status. */
export interface OwnQueue {
  readonly userId: number
  /**
   * The id of each audience, with the absent user for whom the approver is a delegate, or 0 for the approver's own
   * audiences.
   */
  readonly audiences: readonly (readonly [audienceId: number, absentId: number])[]
  readonly byStatus: ReadonlyMap<StatusId, number>
  /**
   * For a super admin: the number of requests pending for others, at each status. All other pending requests wait for
   * the super admin too, because their groups have no policy in force.
   */
  readonly forOthers?: ReadonlyMap<StatusId, number>
}

/**
 * Returns true if the caller is a delegate of anyone with pending requests, which might be outside the caller's own
 * scope.
 */
export function standsIn({ audiences }: OwnQueue): boolean {
  return audiences.some(([, absentId]) => absentId !== 0)
}

/**
 * True for queue entries `q` that wait for an approver, either through the approver's own audience or through that of
 * an absent user for whom the approver is a delegate and who isn't excluded. `audiences` contains those of an
 * `OwnQueue` as one JSON parameter.
 */
export function isForOwn(db: Db, audiences: unknown): RawBuilder<boolean> {
  const pairs = numberPairs(db, audiences)
  return sql<boolean>`(q.audience_id in (select one from ${pairs} where other = 0)
    or exists (select 1 from ${pairs} where other <> 0) and exists (select 1 from ${pairs}
      where pair.one = q.audience_id and pair.other <> 0 and not exists (select 1 from approval_exceptions e
        where e.dealer_group_id = q.dealer_group_id and e.user_id = pair.other
          and e.check_request_id = q.check_request_id)))`
}

/** True for requests `r` that are in no queue under a policy, or that wait for a super admin with these audiences. */
export function isForNobodyElse(db: Db, audiences: unknown): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from approval_queue q
    where q.check_request_id = r.id and not ${isForOwn(db, audiences)})`
}

/**
 * The pending requests of this caller. Undefined without a policy in force, and for roles other than approver, because
 * they see all pending requests in their scope. The cost depends on the number of locations and steps with pending
 * requests, not on the number of requests.
 */
export async function queueOf(db: Db, caller: Caller): Promise<OwnQueue | undefined> {
  const { userId, role, scope, underPolicy } = caller
  const groupId = scope.dealerGroupId
  if (role !== 'approver') return undefined
  if (groupId === null) return queueOfAll(db, caller)
  if (!underPolicy) return undefined
  if (caller.waitingRoles.includes(caller.roleId)) return { userId, audiences: [], byStatus: new Map() }
  const [rows, titles, waiting] = await together(
    audiencesOf(db, { groupId }).all(),
    titlesOf(db, { userId }).all(),
    listTitlesInForce(db, groupId, moment(0)),
  )
  const inForce = waiting.has(userId) ? ((await listTitlesByUser(db, groupId, moment(0))).get(userId) ?? []) : titles
  const own = { userId, name: caller.name, scope, titles: inForce.map(held) }
  const standingIn = caller.standsInFor
  const people = await listAbsent(db, caller)
  const parse = parser()
  const waits = rows.flatMap((row) => {
    const place = placeIn(row, groupId)
    const approvers = parse(row.approvers)
    if (isNamed(approvers, own, place)) return [{ ...row, absentId: 0 }]
    const absent = standingIn.filter(appliesAt(place)).map(({ fromId }) => people.find(withId(fromId)))
    const named = absent.filter((person) => person !== undefined && isNamed(approvers, person, place))
    return [...new Set(named)].map((person) => ({ ...row, absentId: person?.userId ?? 0 }))
  })
  const userIds = [userId, ...new Set(standingIn.map(({ fromId }) => fromId))]
  const leftOut = await exceptionsOf(db, { groupId, userIds }).all()
  const audiences = waits.map(({ id, absentId }) => `${id} ${absentId}`)
  return {
    userId,
    audiences: [...new Set(audiences)].map((pair) => pair.split(' ').map(Number) as [number, number]),
    byStatus: countWaiting(userId, waits, leftOut),
  }
}

/**
 * The pending requests of a super admin; undefined if none wait under a policy. Super admins have no titles and are
 * never delegates.
 */
async function queueOfAll(
  db: Db,
  { userId, name, scope, waitingRoles, roleId }: Caller,
): Promise<OwnQueue | undefined> {
  const rows = await audiencesOfAll(db, {}).all()
  if (rows.length === 0) return undefined
  const own = { userId, name, scope, titles: [] }
  const parse = parser()
  const isInForce = !waitingRoles.includes(roleId)
  const waits = rows
    .filter((row) => isInForce && isNamed(parse(row.approvers), own, placeIn(row, row.dealer_group_id)))
    .map((row) => ({ ...row, absentId: 0 }))
  const groupIds = [...new Set(waits.map(({ dealer_group_id }) => dealer_group_id))]
  const leftOut = groupIds.length === 0 ? [] : await exceptionsOfAll(db, { groupIds, userId }).all()
  const byStatus = countWaiting(userId, waits, leftOut)
  const forOthers = new Map<StatusId, number>()
  for (const { status_id, amount } of rows) forOthers.set(status_id, (forOthers.get(status_id) ?? 0) + amount)
  for (const [id, amount] of byStatus) forOthers.set(id, (forOthers.get(id) ?? 0) - amount)
  const audiences = [...new Set(waits.map(({ id }) => id))].map((id) => [id, 0] as const)
  return { userId, audiences, byStatus, forOthers }
}

/**
 * Returns true if a request waits for a user for whom the caller is a delegate. While it does, the caller can see the
 * request even outside their own scope.
 */
export async function waitsByDelegation(db: Db, caller: Caller, row: { id: number; dealer_group_id: number }) {
  const { role, standsInFor, scope, userId } = caller
  if (role !== 'approver' || standsInFor.length === 0 || row.dealer_group_id !== scope.dealerGroupId) return false
  const [entry] = await entryOf(db, { requestId: row.id }).all()
  if (!entry) return false
  const place = placeIn(entry, row.dealer_group_id)
  const leftOut = (await leftOutOf(db, { requestId: row.id }).all()).map(({ user_id }) => user_id)
  if (leftOut.includes(userId)) return false
  const people = await listAbsent(db, caller)
  return standsInFor.filter(appliesAt(place)).some(({ fromId }) => {
    const absent = people.find(withId(fromId))
    return absent !== undefined && !leftOut.includes(fromId) && isNamed(JSON.parse(entry.approvers), absent, place)
  })
}

// Caches parsed approvers, because many locations have the same ones.
function parser(): (approvers: string) => Approvers {
  const known = new Map<string, Approvers>()
  return (text) => {
    const approvers: Approvers = known.get(text) ?? JSON.parse(text)
    known.set(text, approvers)
    return approvers
  }
}

/** The absent approvers for whom a caller is a delegate. Ignores pending changes to their accounts. */
async function listAbsent(db: Db, { standsInFor, scope: { dealerGroupId } }: Caller): Promise<Approver[]> {
  if (standsInFor.length === 0 || dealerGroupId === null) return []
  const people = await listApprovers(db, dealerGroupId, moment(0))
  return people.filter(({ userId }) => standsInFor.some(({ fromId }) => fromId === userId))
}

type Waits = Awaited<ReturnType<ReturnType<typeof audiencesOf>['all']>>[number] & { readonly absentId: number }
type Exception = Awaited<ReturnType<ReturnType<typeof exceptionsOf>['all']>>[number]

/**
 * The number of requests of each audience at each status, except those from which the approver, or everyone for whom
 * the approver is a delegate, is excluded.
 */
function countWaiting(userId: number, waits: readonly Waits[], leftOut: readonly Exception[]): Map<StatusId, number> {
  const byStatus = new Map<StatusId, number>()
  for (const [, [first, ...others]] of Map.groupBy(waits, ({ id, status_id }) => `${id} ${status_id}`)) {
    if (!first) continue
    const absentIds = [first, ...others].map(({ absentId }) => absentId)
    const here = leftOut.filter(({ audience_id, status_id }) => {
      return audience_id === first.id && status_id === first.status_id
    })
    const excepted = [...Map.groupBy(here, ({ check_request_id }) => check_request_id).values()].filter((entries) => {
      const isLeftOut = (id: number) => entries.some(({ user_id }) => user_id === id)
      return isLeftOut(userId) || absentIds.every(isLeftOut)
    })
    byStatus.set(first.status_id, (byStatus.get(first.status_id) ?? 0) + first.amount - excepted.length)
  }
  return byStatus
}

function placeIn(row: { dealership_id: number; department_id: number }, dealerGroupId: number): Place {
  return { dealerGroupId, dealershipId: row.dealership_id || null, departmentId: row.department_id || null }
}

function withId(id: number) {
  return ({ userId }: Approver) => userId === id
}

function held({ approval_title_id, dealership_id }: { approval_title_id: number; dealership_id: number }) {
  return { titleId: approval_title_id, dealershipId: dealership_id || null }
}

const audiencesOf = prepare((db: Db, param: Params<{ groupId: number }>) =>
  db
    .selectFrom('approval_counters as c')
    .innerJoin('approval_audiences as a', 'a.id', 'c.audience_id')
    .select(['a.id', 'a.dealership_id', 'a.department_id', 'a.approvers', 'c.status_id', 'c.amount'])
    .where('c.dealer_group_id', '=', param('groupId'))
    .where('c.amount', '>', 0),
)

const audiencesOfAll = prepare((db: Db) =>
  db
    .selectFrom('approval_counters as c')
    .innerJoin('approval_audiences as a', 'a.id', 'c.audience_id')
    .select(['a.id', 'a.dealer_group_id', 'a.dealership_id', 'a.department_id', 'a.approvers'])
    .select(['c.status_id', 'c.amount'])
    .where('c.amount', '>', 0),
)

const entryOf = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db
    .selectFrom('approval_queue as q')
    .innerJoin('approval_audiences as a', 'a.id', 'q.audience_id')
    .select(['a.dealership_id', 'a.department_id', 'a.approvers'])
    .where('q.check_request_id', '=', param('requestId')),
)

const leftOutOf = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.selectFrom('approval_exceptions').select('user_id').where('check_request_id', '=', param('requestId')),
)

const titlesOf = prepare((db: Db, param: Params<{ userId: number }>) =>
  db
    .selectFrom('user_approval_titles as held')
    .innerJoin('approval_titles', 'approval_titles.id', 'held.approval_title_id')
    .select(['held.approval_title_id', 'held.dealership_id'])
    .where('held.user_id', '=', param('userId'))
    .where('approval_titles.is_active', '=', 1),
)

const exceptionsOf = prepare((db: Db, param: Params<{ groupId: number; userIds: readonly number[] }>) =>
  db
    .selectFrom('approval_exceptions as e')
    .innerJoin('approval_queue as q', 'q.check_request_id', 'e.check_request_id')
    .select(['e.user_id', 'e.check_request_id', 'q.audience_id', 'q.status_id'])
    .where('e.dealer_group_id', '=', param('groupId'))
    .where('e.user_id', 'in', param.oneOf('userIds')),
)

const exceptionsOfAll = prepare((db: Db, param: Params<{ groupIds: readonly number[]; userId: number }>) =>
  db
    .selectFrom('approval_exceptions as e')
    .innerJoin('approval_queue as q', 'q.check_request_id', 'e.check_request_id')
    .select(['e.user_id', 'e.check_request_id', 'q.audience_id', 'q.status_id'])
    .where('e.dealer_group_id', 'in', param.oneOf('groupIds'))
    .where('e.user_id', '=', param('userId')),
)

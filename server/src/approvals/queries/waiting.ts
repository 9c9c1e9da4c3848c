import { isNamed } from '@check-requests/domain/approvals/authority.ts'
import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type Params, prepare } from '../../platform/prepared.ts'
import { together } from '../../platform/together.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'

/** What waits for one approver: for which audiences they belong to, and how much at each status. */
export interface OwnQueue {
  readonly userId: number
  readonly audienceIds: readonly number[]
  readonly byStatus: ReadonlyMap<StatusId, number>
}

/**
 * What waits for this caller; undefined where no policy is in force, or for another role than approvers: then it is
 * whatever they see. The cost depends on how many places and steps requests wait at, not on how many requests do.
 */
export async function queueOf(db: Db, caller: Caller): Promise<OwnQueue | undefined> {
  const { userId, role, scope, underPolicy } = caller
  const groupId = scope.dealerGroupId
  if (role !== 'approver' || !underPolicy || groupId === null) return undefined
  if (caller.waitingRoles.includes(caller.roleId)) return { userId, audienceIds: [], byStatus: new Map() }
  const [audiences, held, exceptions] = await together(
    audiencesOf(db, { groupId }).all(),
    titlesOf(db, { userId }).all(),
    exceptionsOf(db, { userId, groupId }).all(),
  )
  const titles = held.map(({ approval_title_id, dealership_id }) => {
    return { titleId: approval_title_id, dealershipId: dealership_id || null }
  })
  const approver = { userId, name: caller.name, scope, titles }
  const own = audiences.filter(({ approvers, dealership_id, department_id }) => {
    const place = { dealerGroupId: groupId, dealershipId: dealership_id || null, departmentId: department_id || null }
    return isNamed(JSON.parse(approvers), approver, place)
  })
  const audienceIds = [...new Set(own.map(({ id }) => id))]
  const leftOut = exceptions.filter(({ audience_id }) => audienceIds.includes(audience_id))
  const byStatus = new Map<StatusId, number>()
  const add = (status: StatusId, amount: number) => byStatus.set(status, (byStatus.get(status) ?? 0) + amount)
  for (const { status_id, amount } of own) add(status_id, amount)
  for (const { status_id, amount } of leftOut) add(status_id, -amount)
  return { userId, audienceIds, byStatus }
}

const audiencesOf = prepare((db: Db, param: Params<{ groupId: number }>) =>
  db
    .selectFrom('approval_counters as c')
    .innerJoin('approval_audiences as a', 'a.id', 'c.audience_id')
    .select(['a.id', 'a.dealership_id', 'a.department_id', 'a.approvers', 'c.status_id', 'c.amount'])
    .where('c.dealer_group_id', '=', param('groupId'))
    .where('c.amount', '>', 0),
)

const titlesOf = prepare((db: Db, param: Params<{ userId: number }>) =>
  db
    .selectFrom('user_approval_titles as held')
    .innerJoin('approval_titles', 'approval_titles.id', 'held.approval_title_id')
    .select(['held.approval_title_id', 'held.dealership_id'])
    .where('held.user_id', '=', param('userId'))
    .where('approval_titles.is_active', '=', 1),
)

const exceptionsOf = prepare((db: Db, param: Params<{ userId: number; groupId: number }>) =>
  db
    .selectFrom('approval_exceptions as e')
    .innerJoin('approval_queue as q', 'q.check_request_id', 'e.check_request_id')
    .select((eb) => ['q.audience_id', 'q.status_id', eb.fn.countAll<number>().as('amount')])
    .where('e.dealer_group_id', '=', param('groupId'))
    .where('e.user_id', '=', param('userId'))
    .groupBy(['q.audience_id', 'q.status_id']),
)

import type { Place } from '@check-requests/domain/access/scope.ts'
import { statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Db, Tx } from '../../tables.ts'

/** A dealer group with a policy, and by which people and settings its queue was checked last. */
export type QueueGroup = Awaited<ReturnType<typeof listQueueGroups>>[number]

export function listQueueGroups(db: Db) {
  return db
    .selectFrom('dealer_groups')
    .leftJoin('approval_checks', 'approval_checks.dealer_group_id', 'dealer_groups.id')
    .select(['dealer_groups.id', 'dealer_groups.separation_of_duties', 'approval_checks.fingerprint'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('approval_policies')
          .select('approval_policies.id')
          .whereRef('approval_policies.dealer_group_id', '=', 'dealer_groups.id'),
      ),
    )
    .orderBy('dealer_groups.id')
    .execute()
}

interface Portion {
  readonly groupId: number
  readonly after: number
  readonly limit: number
}

/** The next requests of a dealer group that await a decision, by id. */
export async function listPending(db: Db, { groupId, after, limit }: Portion): Promise<number[]> {
  const rows = await db
    .selectFrom('check_requests')
    .select('id')
    .where('dealer_group_id', '=', groupId)
    .where('status_id', 'in', statusIdsOf('pending'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A place at which requests wait, and for which audiences. */
export interface QueuedPlace {
  readonly key: string
  readonly place: Place
  readonly audienceIds: readonly number[]
}

/** The places of a dealer group at which requests wait for approval. */
export async function listQueuedPlaces(db: Db, groupId: number): Promise<QueuedPlace[]> {
  const rows = await db
    .selectFrom('approval_counters as c')
    .innerJoin('approval_audiences as a', 'a.id', 'c.audience_id')
    .select(['a.id', 'a.dealership_id', 'a.department_id'])
    .distinct()
    .where('c.dealer_group_id', '=', groupId)
    .where('c.amount', '>', 0)
    .execute()
  const byPlace = Map.groupBy(rows, ({ dealership_id, department_id }) => `${dealership_id}/${department_id}`)
  return [...byPlace].map(([key, audiences]) => {
    const [dealershipId = 0, departmentId = 0] = key.split('/').map(Number)
    const place = { dealerGroupId: groupId, dealershipId: dealershipId || null, departmentId: departmentId || null }
    return { key, place, audienceIds: audiences.map(({ id }) => id) }
  })
}

/** The next requests that wait in a dealer group, by id; of some audiences, or of all. */
export async function listQueued(
  db: Db,
  { groupId, audienceIds, after, limit }: Portion & { readonly audienceIds: readonly number[] | undefined },
): Promise<number[]> {
  const queued = db
    .selectFrom('approval_queue')
    .select('check_request_id')
    .where('dealer_group_id', '=', groupId)
    .where('check_request_id', '>', after)
    .orderBy('check_request_id')
    .limit(limit)
  const rows = await (audienceIds ? queued.where('audience_id', 'in', audienceIds) : queued).execute()
  return rows.map(({ check_request_id }) => check_request_id)
}

export async function rememberCheck(trx: Tx, groupId: number, fingerprint: string): Promise<void> {
  await trx
    .insertInto('approval_checks')
    .values({ dealer_group_id: groupId, fingerprint })
    .onConflict((conflict) => conflict.column('dealer_group_id').doUpdateSet({ fingerprint }))
    .execute()
}

/** The titles that nobody held when the queue of a dealer group was checked last. */
export async function findUnheld(db: Db, groupId: number): Promise<number[]> {
  const row = await db
    .selectFrom('approval_checks')
    .select('unheld')
    .where('dealer_group_id', '=', groupId)
    .executeTakeFirst()
  return row ? JSON.parse(row.unheld) : []
}

export async function storeUnheld(trx: Tx, groupId: number, titleIds: readonly number[]): Promise<void> {
  await trx
    .updateTable('approval_checks')
    .set({ unheld: JSON.stringify(titleIds) })
    .where('dealer_group_id', '=', groupId)
    .execute()
}

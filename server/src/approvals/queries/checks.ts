import type { Db, Tx } from '../../tables.ts'

/** A dealer group in which requests wait under a policy, and by which people and settings they were checked last. */
export type QueueGroup = Awaited<ReturnType<typeof listQueueGroups>>[number]

export function listQueueGroups(db: Db) {
  return db
    .selectFrom('dealer_groups')
    .leftJoin('approval_checks', 'approval_checks.dealer_group_id', 'dealer_groups.id')
    .select(['dealer_groups.id', 'dealer_groups.separation_of_duties', 'approval_checks.fingerprint'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('approval_queue')
          .select('check_request_id')
          .whereRef('approval_queue.dealer_group_id', '=', 'dealer_groups.id'),
      ),
    )
    .orderBy('dealer_groups.id')
    .execute()
}

/** The next requests in the queue of a dealer group, by id. */
export async function listQueued(
  db: Db,
  { groupId, after, limit }: { readonly groupId: number; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('approval_queue')
    .select('check_request_id')
    .where('dealer_group_id', '=', groupId)
    .where('check_request_id', '>', after)
    .orderBy('check_request_id')
    .limit(limit)
    .execute()
  return rows.map(({ check_request_id }) => check_request_id)
}

export async function rememberCheck(trx: Tx, groupId: number, fingerprint: string): Promise<void> {
  await trx
    .insertInto('approval_checks')
    .values({ dealer_group_id: groupId, fingerprint })
    .onConflict((conflict) => conflict.column('dealer_group_id').doUpdateSet({ fingerprint }))
    .execute()
}

import type { Db } from '../../../tables.ts'

/** The number of the last check of a request that was voided or stopped; undefined where there is none. */
export async function lastEndedCheck(
  db: Db,
  { id, dealer_group_id }: { readonly id: number; readonly dealer_group_id: number },
): Promise<number | undefined> {
  const ended = await db
    .selectFrom('checks')
    .select('number')
    .where('dealer_group_id', '=', dealer_group_id)
    .where('check_request_id', '=', id)
    .where('state', 'in', ['voided', 'stopped'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return ended?.number
}

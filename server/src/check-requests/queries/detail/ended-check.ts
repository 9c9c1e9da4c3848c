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

/** The number of the first check that was drawn for a request, whatever became of it; undefined where there is none. */
export async function firstDrawnCheck(
  db: Db,
  { id, dealer_group_id }: { readonly id: number; readonly dealer_group_id: number },
): Promise<number | undefined> {
  const drawn = await db
    .selectFrom('checks')
    .select('number')
    .where('dealer_group_id', '=', dealer_group_id)
    .where('check_request_id', '=', id)
    .where('state', '<>', 'released')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return drawn?.number
}

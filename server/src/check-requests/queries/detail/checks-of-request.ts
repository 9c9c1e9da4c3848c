import type { Db } from '../../../tables.ts'

interface OfRequest {
  readonly id: number
  readonly dealer_group_id: number
}

/** The number of the last check of a request that was voided or stopped; undefined where there is none. */
export async function lastEndedCheck(db: Db, request: OfRequest): Promise<number | undefined> {
  const ended = numbersOf(db, request).where('state', 'in', ['voided', 'stopped']).orderBy('id', 'desc')
  return (await ended.limit(1).executeTakeFirst())?.number
}

/** The number of the first check that was drawn for a request, whatever became of it; undefined where there is none. */
export async function firstDrawnCheck(db: Db, request: OfRequest): Promise<number | undefined> {
  const drawn = numbersOf(db, request).where('state', '<>', 'released').orderBy('id')
  return (await drawn.limit(1).executeTakeFirst())?.number
}

function numbersOf(db: Db, { id, dealer_group_id }: OfRequest) {
  return db
    .selectFrom('checks')
    .select('number')
    .where('dealer_group_id', '=', dealer_group_id)
    .where('check_request_id', '=', id)
}

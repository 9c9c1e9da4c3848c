import type { Db } from '../../tables.ts'

/** Acts on a check that keep whoever did them from reconciling it (checks.md, Rights). */
const hands = ['reserve', 'write', 'print', 'sign', 'ask-void', 'void', 'stop', 'issue']

/** Those of these checks in which somebody had a hand. */
export async function touchedBy(
  db: Db,
  dealerGroupId: number,
  userId: number,
  checkIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (checkIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('check_events')
    .select('check_id')
    .distinct()
    .where('dealer_group_id', '=', dealerGroupId)
    .where('check_id', 'in', checkIds)
    .where('user_id', '=', userId)
    .where('act', 'in', hands)
    .execute()
  return new Set(rows.map(({ check_id }) => check_id))
}

/** The first of these checks in which somebody had a hand; undefined when there is none. */
export async function firstTouchedBy(
  db: Db,
  dealerGroupId: number,
  userId: number,
  checkIds: readonly number[],
): Promise<number | undefined> {
  for (let start = 0; start < checkIds.length; start += 500) {
    const touched = await db
      .selectFrom('check_events')
      .innerJoin('checks', 'checks.id', 'check_events.check_id')
      .select('checks.number')
      .where('check_events.dealer_group_id', '=', dealerGroupId)
      .where('check_events.check_id', 'in', checkIds.slice(start, start + 500))
      .where('check_events.user_id', '=', userId)
      .where('check_events.act', 'in', hands)
      .orderBy('checks.number')
      .limit(1)
      .executeTakeFirst()
    if (touched) return touched.number
  }
  return undefined
}

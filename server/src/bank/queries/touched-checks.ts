import { barringDuties, type Did } from '@check-requests/domain/check-requests/duties.ts'
import { checkBars, didByEvents, dutyOfEvent } from '@check-requests/domain/checks/duties.ts'
import { sql } from 'kysely'
import { portions } from '../../platform/database/sql-helpers.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Db } from '../../tables.ts'
import type { ShownAccount } from './accounts.ts'
import { partsOf } from './clearing-state.ts'

/** The events by which a user is barred from reconciling a check (checks.md, Rights). */
const acts = Object.entries(dutyOfEvent).flatMap(([act, duty]) =>
  barringDuties(checkBars.clear).includes(duty) ? [act] : [],
)

/** A check, and what a user did with it. */
export interface Touched {
  readonly number: number
  readonly did: readonly Did[]
}

/** Of the given checks, those that a user handled, by check id. */
export async function touchedBy(
  db: Db,
  dealerGroupId: number,
  userId: number,
  checkIds: readonly number[],
): Promise<ReadonlyMap<number, Touched>> {
  const touched = new Map<number, Touched>()
  await inTurns(portions(checkIds), async (ids) => {
    const rows = await db
      .selectFrom('check_events')
      .innerJoin('checks', 'checks.id', 'check_events.check_id')
      .select(['checks.id', 'checks.number', 'check_events.act', 'check_events.user_id'])
      .where('check_events.dealer_group_id', '=', dealerGroupId)
      .where('check_events.check_id', 'in', ids)
      .where('check_events.user_id', '=', userId)
      .where('check_events.act', 'in', acts)
      .orderBy('checks.number')
      .execute()
    for (const { id, number, ...event } of rows)
      touched.set(id, { number, did: [...(touched.get(id)?.did ?? []), ...didByEvents([event])] })
  })
  return touched
}

/** Of the given bank files, those with a check that a user handled: the first number of each, with an act of the user. */
export async function filesTouchedBy(db: Db, dealerGroupId: number, userId: number, fileIds: readonly number[]) {
  const touched = new Map<number, Touched>()
  await inTurns(await partsOf(db, dealerGroupId, fileIds), async (part) => {
    const lines = sql`select l.clearing_file_id, l.check_id from clearing_lines l where ${part}
      union all select l.clearing_file_id, e.check_id from clearing_lines l join check_exceptions e
        on e.dealer_group_id = l.dealer_group_id and e.bank_account_id = l.bank_account_id
        and e.clearing_line_id = l.id and e.resolved_at is null where ${part}`
    const { rows } = await sql<{ id: number; number: number; act: string }>`
      select t.clearing_file_id as id, min(c.number) as number, min(v.act) as act from (${lines}) as t
      cross join check_events v join checks c on c.id = t.check_id
      where v.dealer_group_id = ${sql.lit(dealerGroupId)} and v.check_id = t.check_id and v.user_id = ${userId}
        and v.act in (${sql.join(acts)}) group by t.clearing_file_id`.execute(db)
    for (const { id, number, act } of rows)
      if (number < (touched.get(id)?.number ?? Number.POSITIVE_INFINITY))
        touched.set(id, { number, did: didByEvents([{ act, user_id: userId }]) })
  })
  return touched
}

/** The open exceptions of each of these accounts, without those about checks that a user handled. */
export function sumResolvable(db: Db, accounts: readonly ShownAccount[], userId: number) {
  return db
    .selectFrom('check_exceptions as e')
    .innerJoin('clearing_lines as l', (join) =>
      join.onRef('l.dealer_group_id', '=', 'e.dealer_group_id').onRef('l.id', '=', 'e.clearing_line_id'),
    )
    .select(['e.bank_account_id', sql<string>`min(e.created_at)`.as('oldest')])
    .select([
      sql<number>`cast(count(*) as integer)`.as('count'),
      sql<number>`cast(sum(abs(l.amount_cents)) as bigint)`.as('cents'),
    ])
    .where('e.dealer_group_id', 'in', [...new Set(accounts.map(({ dealer_group_id }) => dealer_group_id))])
    .where(
      'e.bank_account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .where('e.resolved_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('check_events as v')
            .select('v.id')
            .whereRef('v.dealer_group_id', '=', 'e.dealer_group_id')
            .whereRef('v.check_id', '=', 'e.check_id')
            .where('v.user_id', '=', userId)
            .where('v.act', 'in', acts),
        ),
      ),
    )
    .groupBy('e.bank_account_id')
    .execute()
}

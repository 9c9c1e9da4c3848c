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

/**
 * The bank payments of these checks, and their reversals, that no longer count: those of undone files, and those whose
 * clearing users undid.
 */
export function listUndoneOf(db: Db, dealerGroupId: number, checkIds: readonly number[]) {
  const byUsers = sql`select 1 from undone_clearings u where u.dealer_group_id = l.dealer_group_id
    and u.check_id = c.id and u.clearing_line_id = l.id and u.state = 'done'`
  return db
    .selectFrom('checks as c')
    .innerJoin('clearing_lines as l', (join) =>
      join
        .onRef('l.dealer_group_id', '=', 'c.dealer_group_id')
        .onRef('l.bank_account_id', '=', 'c.bank_account_id')
        .onRef('l.number', '=', 'c.number'),
    )
    .innerJoin('clearing_files as f', (join) =>
      join.onRef('f.dealer_group_id', '=', 'l.dealer_group_id').onRef('f.id', '=', 'l.clearing_file_id'),
    )
    .select(['c.id as check_id', 'f.name as file_name', 'l.line', 'l.amount_cents', 'l.paid_on', 'f.undone_by_name'])
    .where('c.dealer_group_id', '=', dealerGroupId)
    .where('c.id', 'in', checkIds)
    .where('l.check_id', 'is', null)
    .where(sql<boolean>`(l.undone = 1 or exists (${byUsers}))`)
    .orderBy('l.id')
    .execute()
}
export type UndoneRow = Awaited<ReturnType<typeof listUndoneOf>>[number]

/** The reasons for which users undid the clearings of these checks, by check id. */
export async function listUncleared(db: Db, { dealer_group_id }: ShownAccount, checkIds: readonly number[]) {
  const reasons = new Map<number, string>()
  await inTurns(portions(checkIds), async (some) => {
    const undone = db.selectFrom('undone_clearings').select(['check_id', 'reason'])
    const byUsers = undone.where('dealer_group_id', '=', dealer_group_id).where('bank_back_on', 'is', null)
    const done = byUsers.where('check_id', 'in', some).where('state', '=', 'done').orderBy('id')
    for (const { check_id, reason } of await done.execute()) reasons.set(check_id, reason)
  })
  return reasons
}

/** The files that reported these checks to the bank, oldest first. */
export function listReportsOf(db: Db, dealerGroupId: number, checkIds: readonly number[]) {
  return db
    .selectFrom('positive_pay_rows')
    .innerJoin('positive_pay_files', (join) =>
      join
        .onRef('positive_pay_files.dealer_group_id', '=', 'positive_pay_rows.dealer_group_id')
        .onRef('positive_pay_files.id', '=', 'positive_pay_rows.positive_pay_file_id'),
    )
    .select(['positive_pay_rows.check_id', 'positive_pay_rows.kind', 'positive_pay_files.number', 'made_at'])
    .select(['made_by_name', 'answer', 'answered_by_name', 'answered_at', 'reason'])
    .where('positive_pay_rows.dealer_group_id', '=', dealerGroupId)
    .where('check_id', 'in', checkIds)
    .orderBy('positive_pay_files.id')
    .orderBy('positive_pay_rows.kind')
    .execute()
}

/** The bank payments that cleared these checks, oldest first. */
export function listPaidOf(db: Db, dealerGroupId: number, checkIds: readonly number[]) {
  return db
    .selectFrom('clearing_lines')
    .innerJoin('clearing_files', (join) =>
      join
        .onRef('clearing_files.dealer_group_id', '=', 'clearing_lines.dealer_group_id')
        .onRef('clearing_files.id', '=', 'clearing_lines.clearing_file_id'),
    )
    .select(['clearing_lines.check_id', 'clearing_files.name as file_name', 'line', 'amount_cents', 'paid_on'])
    .where('clearing_lines.dealer_group_id', '=', dealerGroupId)
    .where('clearing_lines.check_id', 'in', checkIds)
    .orderBy('clearing_lines.id')
    .execute()
}

/** The open and resolved exceptions about these checks, oldest first. */
export function listExceptionsOf(db: Db, dealerGroupId: number, checkIds: readonly number[]) {
  return db
    .selectFrom('check_exceptions')
    .innerJoin('clearing_lines', (join) =>
      join
        .onRef('clearing_lines.dealer_group_id', '=', 'check_exceptions.dealer_group_id')
        .onRef('clearing_lines.id', '=', 'check_exceptions.clearing_line_id'),
    )
    .select(['check_exceptions.check_id', 'kind', 'sentence', 'owner_name', 'resolution', 'resolved_by_name'])
    .select(['resolved_at', 'clearing_lines.paid_on', 'clearing_lines.amount_cents'])
    .where('check_exceptions.dealer_group_id', '=', dealerGroupId)
    .where('check_exceptions.check_id', 'in', checkIds)
    .orderBy('check_exceptions.id')
    .execute()
}

export type ReportedRow = Awaited<ReturnType<typeof listReportsOf>>[number]
export type PaidRow = Awaited<ReturnType<typeof listPaidOf>>[number]
export type ExceptionRow = Awaited<ReturnType<typeof listExceptionsOf>>[number]

import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import { mostDaysLate } from '@check-requests/domain/check-requests/payoff.ts'
import type { RequestCheck } from '@check-requests/domain/check-requests/refusals.ts'
import { type RawBuilder, sql } from 'kysely'
import { jsonBoolean, jsonObject } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'

/** Values of a request that depend on its dealership's bank accounts; 1 for true. */
export interface DrawnColumns {
  draws_on_account: number
  is_in_run: number
}

/** SQL for whether a request's dealership draws on an active account. */
export const draws = (request: string) => sql<boolean>`exists (select 1 from account_dealerships drawing
  join bank_accounts account on account.dealer_group_id = drawing.dealer_group_id
    and account.id = drawing.bank_account_id and account.state = 'active'
  where drawing.dealer_group_id = ${sql.ref(`${request}.dealer_group_id`)}
    and drawing.dealership_id = ${sql.ref(`${request}.dealership_id`)})`

/** SQL for whether a request has a number in an open print run. */
export const isInRun = (request: string) => sql<boolean>`(exists (select 1 from checks reserved
  where reserved.dealer_group_id = ${sql.ref(`${request}.dealer_group_id`)}
    and reserved.check_request_id = ${sql.ref(`${request}.id`)} and reserved.state = 'reserved')
  or exists (select 1 from combined_requests p join checks reserved
    on reserved.dealer_group_id = p.dealer_group_id and reserved.id = p.check_id
    where p.dealer_group_id = ${sql.ref(`${request}.dealer_group_id`)}
      and p.check_request_id = ${sql.ref(`${request}.id`)} and reserved.state = 'reserved'))`

/** SQL for whether a check `check` pays a request `request`, alone or together with others. */
export function paysRequest(check: string, request: string): RawBuilder<boolean> {
  return isPaying(check, sql.ref(`${request}.dealer_group_id`), sql.ref(`${request}.id`))
}

/** SQL for whether a check `check` pays a request of a dealer group, alone or together with others. */
export function isPaying(check: string, dealerGroup: unknown, request: unknown): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${check}.id`)} in (${checksPaying(dealerGroup, request)})`
}

function checksPaying(group: unknown, id: unknown): RawBuilder<{ id: number }> {
  return sql`select alone.id from checks alone where alone.dealer_group_id = ${group} and alone.check_request_id = ${id}
    union all select p.check_id from combined_requests p where p.dealer_group_id = ${group} and p.check_request_id = ${id}`
}

/** The `DrawnColumns` for a query of `check_requests`. */
export function drawnColumns() {
  return [
    asNumber(draws('check_requests')).as('draws_on_account'),
    asNumber(isInRun('check_requests')).as('is_in_run'),
  ] as const
}

function asNumber(condition: RawBuilder<boolean>): RawBuilder<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`
}

/** For lists: the bank account values of a row `r` as JSON; null if no account applies. */
export function checkJson(db: Db): RawBuilder<unknown> {
  const check = jsonObject(db, {
    draws: jsonBoolean(db, draws('r')),
    exists: jsonBoolean(db, sql`r.bank_account_id is not null`),
    in_run: jsonBoolean(db, isInRun('r')),
  })
  return sql`case when r.bank_account_id is not null or ${draws('r')} then ${check} end`
}

/** A request's check in the form that life cycle rules use; undefined if no account applies. */
export function checkOf(row: DrawnColumns & { readonly bank_account_id: number | null }): RequestCheck | undefined {
  const { draws_on_account, is_in_run, bank_account_id } = row
  const [isDrawn, exists] = [draws_on_account === 1, bank_account_id !== null]
  return isDrawn || exists ? { draws: isDrawn, exists, isInRun: is_in_run === 1 } : undefined
}

interface OfRequest {
  readonly id: number
  readonly dealer_group_id: number
}

/** The number of a request's last voided or stopped check; undefined if there is none. */
export async function lastEndedCheck(db: Db, request: OfRequest): Promise<number | undefined> {
  const ended = numbersOf(db, request).where('state', 'in', ['voided', 'stopped']).orderBy('id', 'desc')
  return (await ended.limit(1).executeTakeFirst())?.number
}

/** The number of the first check drawn for a request, whatever its state now; undefined if there is none. */
export async function firstDrawnCheck(db: Db, request: OfRequest): Promise<number | undefined> {
  const drawn = numbersOf(db, request).where('state', '<>', 'released').orderBy('id')
  return (await drawn.limit(1).executeTakeFirst())?.number
}

function numbersOf(db: Db, { id, dealer_group_id }: OfRequest) {
  return db
    .selectFrom('checks')
    .select('number')
    .where('dealer_group_id', '=', dealer_group_id)
    .where(({ eb }) => eb('id', 'in', sql<number>`(${checksPaying(dealer_group_id, id)})`))
}

/**
 * SQL for the largest amount for which the check of a request in the table `r` can be drawn (`largestDrawn`), in cents.
 */
export function largestDrawnOf(r: string): RawBuilder<number> {
  const [approved, amount, perDiem] = ['approved_cents', 'amount_cents', 'per_diem_cents'].map((name) =>
    sql.ref(`${r}.${name}`),
  )
  return sql`coalesce(${approved}, ${amount} + ${sql.lit(mostDaysLate)} * coalesce(${perDiem}, 0))`
}

/** Returns true if one of these requests is above the amount for which its dealer group requires a recent sign-in. */
export async function isAboveProofLimit(db: Db, ids: readonly number[]): Promise<boolean> {
  const found = await db
    .selectFrom('check_requests')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'check_requests.dealer_group_id')
    .select('check_requests.id')
    .where('check_requests.id', 'in', ids)
    .where(largestDrawnOf('check_requests'), '>', sql.ref<number>('dealer_groups.approve_above_cents'))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The other requests at the same status that a live check pays together with a request. */
export async function listPaidTogether(
  db: Db,
  request: OfRequest & { readonly status_id: StatusId },
): Promise<number[]> {
  const rows = await db
    .selectFrom('combined_requests as p')
    .innerJoin('checks as c', (join) =>
      join.onRef('c.dealer_group_id', '=', 'p.dealer_group_id').onRef('c.id', '=', 'p.check_id'),
    )
    .innerJoin('combined_requests as o', (join) =>
      join.onRef('o.dealer_group_id', '=', 'p.dealer_group_id').onRef('o.check_id', '=', 'p.check_id'),
    )
    .innerJoin('check_requests as r', 'r.id', 'o.check_request_id')
    .select('r.id')
    .where('p.dealer_group_id', '=', request.dealer_group_id)
    .where('p.check_request_id', '=', request.id)
    .where('c.state', 'in', ['printed', 'signed', 'issued', 'cleared'])
    .where('r.id', '<>', request.id)
    .where('r.status_id', '=', request.status_id)
    .orderBy('r.id')
    .execute()
  return rows.map(({ id }) => id)
}

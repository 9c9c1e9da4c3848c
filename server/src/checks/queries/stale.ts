import { type Scope, scopeFilter } from '@check-requests/domain/access/scope.ts'
import { stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { type Selectable, sql } from 'kysely'
import { along } from '../../check-requests/queries/list/indexes.ts'
import { executeApart } from '../../platform/database/prepared.ts'
import type { Db } from '../../tables.ts'
import type { CheckTable } from '../tables.ts'

/** The outstanding checks of an account that are dated before a day. */
export interface StaleSearch {
  readonly accountId: number
  readonly dealerGroupId: number
  readonly scope: Scope
  readonly before: CalendarDate
}

/** A stale check, with its payee's address in the list of payees and the purpose of its request. */
export type StaleRow = Awaited<ReturnType<typeof listStale>>[number]

/** The oldest of them. */
export function listStale(db: Db, search: StaleSearch, limit: number) {
  return stale(db, search)
    .leftJoin('check_requests as r', 'r.id', 'c.check_request_id')
    .leftJoin('purposes as p', 'p.id', 'r.purpose_id')
    .leftJoin('request_payees as rp', 'rp.check_request_id', 'c.check_request_id')
    .leftJoin('payees', 'payees.id', 'rp.payee_id')
    .select(['c.id', 'c.bank_account_id', 'c.number', 'c.check_date', 'c.issued_on', 'c.check_request_id'])
    .select(['c.request_number', 'c.payee_name', 'c.amount_cents', 'c.face'])
    .select(['payees.address as payee_address', 'p.name as kind'])
    .orderBy('c.check_date')
    .orderBy('c.number')
    .limit(limit)
    .execute()
}

/** How many there are, and what they come to. */
export async function sumStale(db: Db, search: StaleSearch): Promise<{ count: number; cents: Cents }> {
  const sums = stale(db, search).select(({ fn }) => [
    fn.countAll<number>().as('count'),
    sql<number>`cast(coalesce(sum(c.amount_cents), 0) as bigint)`.as('cents'),
  ])
  const { rows } = await executeApart(db, sums.compile())
  return rows[0] ?? { count: 0, cents: 0 }
}

function stale(db: Db, { accountId, dealerGroupId, scope, before }: StaleSearch) {
  const { column, ids } = scopeFilter(scope)
  // A literal, so that the index of these checks alone is used.
  const outstanding = sql<Selectable<CheckTable>>`(select * from checks ${along(db, 'checks_outstanding')}
    where state = ${sql.lit(stateAfter('issue'))})`
  const all = db
    .selectFrom(outstanding.as('c'))
    .where('c.dealer_group_id', '=', dealerGroupId)
    .where('c.bank_account_id', '=', accountId)
    .where('c.check_date', '<', before)
  if (column !== 'dealership_id' && column !== 'department_id') return all
  return all.where(({ eb, or }) => or([eb('c.check_request_id', 'is', null), eb(`c.${column}`, 'in', ids)]))
}

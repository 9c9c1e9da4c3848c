import { type Scope, scopeFilter } from '@check-requests/domain/access/scope.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { checkActs, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { NoticeEvent } from '@check-requests/domain/notices/inbox/notices.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { type Selectable, sql } from 'kysely'
import { along } from '../../platform/database/list.ts'
import { executeApart } from '../../platform/database/prepared.ts'
import type { Db } from '../../tables.ts'
import type { CheckTable } from '../tables.ts'
import type { CheckRow } from './checks.ts'
import { noneOnHold } from './ready.ts'

/** The dealer groups that have a bank account, with their time zones. */
export function listGroupsWithAccounts(db: Db): Promise<{ id: number; time_zone: string }[]> {
  return db
    .selectFrom('dealer_groups')
    .select(['id', 'time_zone'])
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bank_accounts').select('bank_accounts.id').whereRef('dealer_group_id', '=', 'dealer_groups.id'),
      ),
    )
    .orderBy('id')
    .execute()
}

interface Lapsing {
  readonly group: number
  /** Lists only stops that expire on or before this day. */
  readonly until: string
  /** Lists only checks with a higher id. */
  readonly after: number
  readonly limit: number
}

/** Stopped checks of a group whose stop expires by this day and isn't recorded as expired yet, by id. */
export function listLapsing(db: Db, { group, until, after, limit }: Lapsing): Promise<CheckRow[]> {
  return (
    db
      .selectFrom('checks')
      .selectAll()
      .where('dealer_group_id', '=', group)
      // A literal, so that the partial index of these checks is used.
      .where('state', '=', sql.lit('stopped'))
      .where('stop_lapsed_at', 'is', null)
      .where('stop_lapses_on', '<=', until)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

/** The accounts whose processors are reminded of ready checks. */
export function listRemindingAccounts(db: Db) {
  return db
    .selectFrom('bank_accounts')
    .select(['id', 'dealer_group_id', 'pick_up_reminder_days', 'mail_task_days'])
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()
}

interface Lying {
  readonly account: { readonly id: number; readonly dealer_group_id: number }
  /** Lists only checks that have been ready since before this moment. */
  readonly before: string
  /** The event of the notice, which is sent once for each check while the check is ready. */
  readonly event: NoticeEvent
  /** Lists only checks with a higher id. */
  readonly after: number
  readonly limit: number
}

export type LyingCheck = Awaited<ReturnType<typeof listLying>>[number]

/**
 * Checks of an account that have been ready for too long, aren't on hold, and haven't caused this notice yet, by id.
 */
export function listLying(db: Db, { account, before, event, after, limit }: Lying) {
  const [ready] = checkActs.issue.request
  return db
    .selectFrom('checks as c')
    .innerJoin('check_requests as r', 'r.id', 'c.check_request_id')
    .select(['c.id', 'c.number', 'c.dealer_group_id', 'c.dealership_id', 'c.department_id', 'c.check_request_id'])
    .select('r.status_changed_at')
    .where('c.dealer_group_id', '=', account.dealer_group_id)
    .where('c.bank_account_id', '=', account.id)
    .where('c.state', 'in', checkActs.issue.from)
    .where('r.status_id', '=', statusNamed(ready).id)
    .where('r.status_changed_at', '<=', before)
    .where('r.held_at', 'is', null)
    .where(noneOnHold('c'))
    .where('c.id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as n')
            .select('n.id')
            .whereRef('n.check_request_id', '=', 'r.id')
            .where('n.event', '=', event)
            .whereRef('n.created_at', '>=', 'r.status_changed_at'),
        ),
      ),
    )
    .orderBy('c.id')
    .limit(limit)
    .execute()
}

/** The outstanding checks of an account dated before a day. */
export interface StaleSearch {
  readonly accountId: number
  readonly dealerGroupId: number
  readonly scope: Scope
  readonly before: CalendarDate
}

/** A stale check, with its payee's listed address and its request's purpose. */
export type StaleRow = Awaited<ReturnType<typeof listStale>>[number]

/** The oldest stale checks. */
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

/** The number of stale checks, and their total in cents. */
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
  // A literal, so that the partial index of these checks is used.
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

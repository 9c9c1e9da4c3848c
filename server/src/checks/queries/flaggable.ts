import { type Scope, scopeFilter } from '@check-requests/domain/access/scope.ts'
import { type CheckState, livingStates, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { type Selectable, sql } from 'kysely'
import type { PaidAs } from '../../check-requests/queries/detail/payees.ts'
import { along } from '../../platform/database/list.ts'
import type { Db } from '../../tables.ts'
import type { CheckTable } from '../tables.ts'

/** The states of all printed checks except spoiled ones. */
const printedStates: readonly CheckState[] = [...livingStates, stateAfter('void'), stateAfter('stop')]

interface Search {
  readonly account: { readonly id: number; readonly dealer_group_id: number }
  readonly scope: Scope
  readonly from: CalendarDate
  readonly to: CalendarDate
}

export type FlaggableRow = Awaited<ReturnType<typeof listFlaggable>>[number]

/** The checks of an account dated in a period, by date and number, with the data for red flags. */
export function listFlaggable(db: Db, { account, scope, from, to }: Search, limit: number) {
  const { column, ids } = scopeFilter(scope)
  const all = db
    .selectFrom(sql<Selectable<CheckTable>>`(select * from checks ${along(db, 'checks_dated')})`.as('c'))
    .leftJoin('checks as old', 'old.id', 'c.replaces_id')
    .leftJoin('check_requests as r', 'r.id', 'c.check_request_id')
    .leftJoin('request_payees as rp', 'rp.check_request_id', 'c.check_request_id')
    .leftJoin('payees as p', 'p.id', 'rp.payee_id')
    .select(['c.id', 'c.bank_account_id', 'c.number', 'c.state', 'c.kind', 'c.check_date', 'c.check_request_id'])
    .select(['c.request_number', 'c.payee_name', 'c.amount_cents', 'c.replaces_id'])
    .select(['old.number as replaced', 'old.state as replaced_state'])
    .select(['r.mailing_address', 'r.payee_name_1', 'p.address', 'p.created_at as listed_at'])
    .where('c.dealer_group_id', '=', account.dealer_group_id)
    .where('c.bank_account_id', '=', account.id)
    .where('c.check_date', '>=', from)
    .where('c.check_date', '<=', to)
    .where('c.state', 'in', printedStates)
    .orderBy('c.check_date')
    .orderBy('c.number')
    .limit(limit)
  const isLimited = column === 'dealership_id' || column === 'department_id'
  return (isLimited ? all.where(`c.${column}`, 'in', ids) : all).execute()
}

/** When a dealer group received its first request for a payee, under any of the payee's names. */
export async function firstAsked(db: Db, dealerGroupId: number, { keys, ids }: PaidAs): Promise<string | undefined> {
  const linked = db
    .selectFrom('request_payees')
    .select(({ fn }) => fn.min('check_request_id').as('id'))
    .where('dealer_group_id', '=', dealerGroupId)
    .where('payee_id', 'in', ids.length > 0 ? ids : [0])
  const named = db
    .selectFrom('match_keys')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('dealer_group_id', '=', dealerGroupId)
    .where('payee', 'in', keys)
  const row = await db
    .selectFrom(named.unionAll(linked).as('f'))
    .innerJoin('check_requests as r', 'r.id', 'f.id')
    .select(({ fn }) => fn.min('r.created_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}

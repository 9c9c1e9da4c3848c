import type { RequestCheck } from '@check-requests/domain/check-requests/by-check.ts'
import { type RawBuilder, sql } from 'kysely'
import { jsonBoolean, jsonObject } from '../../../platform/json-sql.ts'
import type { Db } from '../../../tables.ts'

/** What follows for a request from the bank accounts that its dealership draws on; 1 for true. */
export interface DrawnColumns {
  draws_on_account: number
  is_in_run: number
}

const draws = (request: string) => sql<boolean>`exists (select 1 from account_dealerships drawing
  join bank_accounts account on account.dealer_group_id = drawing.dealer_group_id
    and account.id = drawing.bank_account_id and account.state = 'active'
  where drawing.dealer_group_id = ${sql.ref(`${request}.dealer_group_id`)}
    and drawing.dealership_id = ${sql.ref(`${request}.dealership_id`)})`

const isInRun = (request: string) => sql<boolean>`exists (select 1 from checks reserved
  where reserved.dealer_group_id = ${sql.ref(`${request}.dealer_group_id`)}
    and reserved.check_request_id = ${sql.ref(`${request}.id`)} and reserved.state = 'reserved')`

/** The columns for a query of `check_requests`. */
export function drawnColumns() {
  return [
    asNumber(draws('check_requests')).as('draws_on_account'),
    asNumber(isInRun('check_requests')).as('is_in_run'),
  ] as const
}

function asNumber(condition: RawBuilder<boolean>): RawBuilder<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`
}

/** The same for lists, as JSON of a row `r`; null where no account is concerned. */
export function checkJson(db: Db): RawBuilder<unknown> {
  const check = jsonObject(db, {
    draws: jsonBoolean(db, draws('r')),
    exists: jsonBoolean(db, sql`r.bank_account_id is not null`),
    in_run: jsonBoolean(db, isInRun('r')),
  })
  return sql`case when r.bank_account_id is not null or ${draws('r')} then ${check} end`
}

/** The check of a request as the life cycle sees it; undefined where no account is concerned. */
export function checkOf(row: DrawnColumns & { readonly bank_account_id: number | null }): RequestCheck | undefined {
  const { draws_on_account, is_in_run, bank_account_id } = row
  const [isDrawn, exists] = [draws_on_account === 1, bank_account_id !== null]
  return isDrawn || exists ? { draws: isDrawn, exists, isInRun: is_in_run === 1 } : undefined
}

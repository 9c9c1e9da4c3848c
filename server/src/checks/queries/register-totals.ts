import { type CheckState, checkStates } from '@check-requests/domain/checks/lifecycle.ts'
import { type RawBuilder, sql } from 'kysely'
import { wasPaidAt } from '../../bank/queries/clearing-state.ts'
import { all, along, filtersIn } from '../../platform/database/list.ts'
import { listed } from '../../platform/database/long-lists.ts'
import { rowsOf } from '../../platform/database/prepared.ts'
import { portions } from '../../platform/database/sql-helpers.ts'
import type { Db } from '../../tables.ts'
import {
  type AsOf,
  amountsOf,
  conditionsOf,
  enteredIn,
  matchesOf,
  type OfAccount,
  ofAccounts,
  placesIn,
  type RegisterSearch,
  shownState,
  wordsOf,
} from './register.ts'
import { rangesOf, readOf } from './register-page.ts'

/** The number of checks in a state, and their total in cents. */
export interface CheckTotal {
  readonly state: CheckState
  readonly count: number
  readonly cents: number
}

/**
 * The number and total of a search's checks in each state, in life cycle order. Ignores the state in the search. Null
 * if a search matches too many checks to add up.
 */
export async function totalChecks(db: Db, asked: RegisterSearch): Promise<CheckTotal[] | null> {
  const search = { ...asked, state: undefined, after: undefined }
  if (search.accounts.length === 0) return []
  if (wordsOf(search).length > 0) return totalMatches(db, search)
  if (search.print_run_id ?? search.check_request_id) return inOrder(await sumRead(db, search, undefined))
  return inOrder(await (amountsOf(search).length > 0 ? sumAmounts(db, search) : keptTotals(db, search)))
}

/**
 * The maximum number of checks that are all read to find words that match many checks or are too short for the index.
 */
const mostRead = 10_000

async function totalMatches(db: Db, search: RegisterSearch): Promise<CheckTotal[] | null> {
  if (search.print_run_id ?? search.check_request_id) return inOrder(await sumRead(db, search, undefined))
  const ids = await matchesOf(db, search)
  if (ids) return inOrder(await sumRead(db, search, ids))
  const all = await totalsNow(db, search)
  const isSmall = all.reduce((sum, { count }) => sum + count, 0) <= mostRead
  return isSmall ? inOrder(await sumRanges(db, search)) : null
}

/** The amount index has all searched columns except the dates, and is grouped by state, so nothing needs sorting. */
async function sumAmounts(db: Db, search: RegisterSearch): Promise<CheckTotal[]> {
  const { accounts, asOf, from, to } = search
  if ((asOf ?? from ?? to) === undefined) {
    const ofState = (state: CheckState) => sql`select cast(${state} as text) as state, count(*) as count,
        cast(coalesce(sum(c.amount_cents), 0) as bigint) as cents
      from checks c ${along(db, 'checks_amount')}
      where ${all([ofAccounts(accounts), sql`c.state = ${state}`, ...conditionsOf(search)])}`
    return rowsOf(db, sql<CheckTotal>`${sql.join(checkStates.map(ofState), sql` union all `)}`, { apart: true })
  }
  const ids = await matchesOf(db, search)
  return ids ? sumRead(db, search, ids) : sumRanges(db, search)
}

/** Uses the totals kept by triggers if possible. Otherwise reads the checks, on SQLite in a separate thread. */
async function keptTotals(db: Db, search: RegisterSearch): Promise<CheckTotal[]> {
  const { asOf, from, to } = search
  const isDated = (from ?? to) !== undefined
  if (asOf) return placesIn(search.scope) || isDated ? sumRanges(db, search) : totalsThen(db, search, asOf)
  if (!isDated) return totalsNow(db, search)
  return placesIn(search.scope) ? sumRanges(db, search) : totalsByDate(db, search)
}

function totalsNow(db: Db, search: RegisterSearch): Promise<CheckTotal[]> {
  const places = placesIn(search.scope)
  return keptIn(db, search, 'check_totals', [
    shownKinds,
    ...enteredIn(search),
    ...(places ? [sql`(has_request = 0 or ${sql.ref(places.column)} in ${listed(places.ids)})`] : []),
  ])
}

const shownKinds = sql`(state <> 'released' or kind = 'manual')`
const days = { from: { column: 'day', is: '>=' }, to: { column: 'day', is: '<=' } } as const

function totalsByDate(db: Db, search: RegisterSearch): Promise<CheckTotal[]> {
  const conditions = [sql`basis = 'dated'`, shownKinds, ...enteredIn(search), ...filtersIn(days, search)]
  return keptIn(db, search, 'check_day_totals', conditions)
}

/**
 * The totals as of the end of a day. Checks that had left the office by then have totals by day. Checks still in the
 * office are read, and so are checks from before the account was set up, because their dates precede their entry.
 */
async function totalsThen(db: Db, search: RegisterSearch, asOf: AsOf): Promise<CheckTotal[]> {
  const until = sql`basis = 'register' and day <= ${asOf.day}`
  const left = await keptIn(db, search, 'check_day_totals', [until, sql`kind <> 'opening'`, ...enteredIn(search)])
  const found = [...left]
  for (const accounts of portions(search.accounts, accountsAtOnce)) {
    const inside = sql.join(
      accounts.flatMap((account) => insideThen(db, account, asOf)),
      sql` union `,
    )
    const source = sql`(${inside}) as inside cross join checks c where c.id = inside.id and ${all(conditionsOf(search))}`
    found.push(...(await sumStates(db, search, source)))
  }
  return found
}

// SQLite merges at most 500 queries into one, and each account adds four.
const accountsAtOnce = 100

function keptIn(db: Db, { accounts }: RegisterSearch, table: string, conditions: RawBuilder<unknown>[]) {
  return rowsOf(
    db,
    sql<CheckTotal>`select state, cast(sum(amount) as bigint) as count, cast(sum(cents) as bigint) as cents
      from ${sql.table(table)} c where ${all([ofAccounts(accounts), ...conditions])} group by state`,
  )
}

const houseStates = ['reserved', 'released', 'printed', 'signed'] as const satisfies CheckState[]

/**
 * The ids of an account's checks that were in the office at the end of a day, and of checks from before the account was
 * set up.
 */
function insideThen(db: Db, account: OfAccount, { day, ends }: AsOf): RawBuilder<unknown>[] {
  const from = (index: string) => sql`select c.id from checks c ${along(db, index)}
    where c.dealer_group_id = ${account.dealer_group_id} and c.bank_account_id = ${account.id}`
  const notPaid = sql`c.kind <> 'opening' and coalesce(c.cleared_on, c.bank_paid_on, '9999') > ${day}
    and not ${wasPaidAt(sql`c`, 'register', day)}`
  return [
    sql`${from('checks_state')} and c.state in (${sql.join(houseStates)}) and c.kind <> 'opening'`,
    sql`${from('checks_issued')} and c.issued_on is not null and c.issued_on > ${day}
      and c.created_at < ${ends.get(account.id) ?? ''} and ${notPaid} and coalesce(c.ended_on, '9999') > ${day}`,
    sql`${from('checks_ended')} and c.ended_on is not null and c.ended_on > ${day} and c.issued_on is null and ${notPaid}`,
    sql`${from('checks_entered')} and c.kind <> 'run' and c.kind = 'opening'`,
  ]
}

function sumRead(db: Db, search: RegisterSearch, ids: readonly number[] | undefined): Promise<CheckTotal[]> {
  return sumStates(db, search, readOf(db, search, ids))
}

/** Adds up the checks in the requested ranges of numbers, reading an index and the row of each check. */
async function sumRanges(db: Db, search: RegisterSearch): Promise<CheckTotal[]> {
  const found: CheckTotal[] = []
  for (const { account, first, last } of await rangesOf(db, search)) {
    const source = sql`checks c ${along(db, 'checks_number')}
      where c.dealer_group_id = ${account.dealer_group_id} and c.bank_account_id = ${account.id}
        and c.number between ${first} and ${last} and ${all(conditionsOf(search))}`
    found.push(...(await sumStates(db, search, source)))
  }
  return found
}

function sumStates(db: Db, search: RegisterSearch, source: RawBuilder<unknown>): Promise<CheckTotal[]> {
  const query = sql<CheckTotal>`select state, count(*) as count, cast(sum(amount_cents) as bigint) as cents
    from (select ${shownState(search)} as state, c.amount_cents from ${source}) as one group by state`
  return rowsOf(db, query, { apart: true })
}

/** Merges the totals from all sources into one for each state that has checks. */
function inOrder(parts: readonly CheckTotal[]): CheckTotal[] {
  return checkStates.flatMap((state) => {
    const ofState = parts.filter((part) => part.state === state)
    const count = ofState.reduce((sum, part) => sum + part.count, 0)
    return count === 0 ? [] : [{ state, count, cents: ofState.reduce((sum, part) => sum + part.cents, 0) }]
  })
}

import { type RawBuilder, sql } from 'kysely'
import { all, along } from '../../platform/database/list.ts'
import { execute, executeApart } from '../../platform/database/prepared.ts'
import { numberedIds } from '../../platform/database/sql-helpers.ts'
import type { Db } from '../../tables.ts'
import { conditionsOf, type OfAccount, ofAccounts, placesIn, type RegisterSearch, shownState } from './register.ts'

/** The position of a check in the register. */
export interface Found {
  readonly id: number
  readonly number: number
}

/** The numbers of one account between which a scan reads, both included. */
export interface Range {
  readonly account: OfAccount
  readonly first: number
  readonly last: number
}

const blockSize = 1000

/** The number ranges of checks in each account that were dated and created as a search requires. */
export async function rangesOf(db: Db, { accounts, from, to, asOf }: RegisterSearch): Promise<Range[]> {
  if (accounts.length === 0) return []
  const groups = [...new Set(accounts.map(({ dealer_group_id }) => dealer_group_id))]
  let blocks = db
    .selectFrom('check_blocks')
    .select(({ fn }) => ['bank_account_id', fn.min('block').as('first'), fn.max('block').as('last')])
    .where('dealer_group_id', 'in', groups)
    .where(
      'bank_account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .groupBy('bank_account_id')
  if (from) blocks = blocks.where('last_date', '>=', from)
  if (to) blocks = blocks.where('first_date', '<=', to)
  // The days of accounts differ by hours at most.
  if (asOf) blocks = blocks.where('first_at', '<', [...asOf.ends.values()].sort().at(-1) ?? '')
  const rows = await blocks.execute()
  return rows.flatMap(({ bank_account_id, first, last }) => {
    const account = accounts.find(({ id }) => id === bank_account_id)
    return account ? [{ account, first: first * blockSize, last: last * blockSize + blockSize - 1 }] : []
  })
}

/**
 * The next checks of a search in these ranges by number, the highest first. `apart`: runs a long search in its own
 * thread.
 */
export async function walkRanges(
  db: Db,
  search: RegisterSearch,
  ranges: readonly Range[],
  apart: boolean,
): Promise<Found[]> {
  const branches = ranges.flatMap((range) => branchesOf(db, search, range))
  if (branches.length === 0) return []
  const parts = branches.map((branch) => sql`select * from (${branch}) as branch`)
  const query = sql<Found>`select id, number from (${sql.join(parts, sql` union all `)}) as found
    order by number desc, id desc limit ${search.limit}`.compile(db)
  const { rows } = await (apart ? executeApart(db, query) : execute(db, query))
  return rows
}

/** The maximum number of merged branches. */
const mostBranches = 40

function branchesOf(db: Db, search: RegisterSearch, range: Range): RawBuilder<Found>[] {
  const { asOf, entered, state } = search
  const walk = (index: string, ...only: RawBuilder<unknown>[]) => branchOf(db, search, range, { index, only })
  if (entered) return [walk('checks_entered', ...statesOf(search))]
  if (state && !asOf) return [walk('checks_state', ...statesOf(search))]
  const places = placesIn(search.scope)
  if (!places || places.ids.length >= mostBranches) return [walk('checks_number', ...statesOf(search))]
  const column = sql.ref(`c.${places.column}`)
  const index = places.column === 'dealership_id' ? 'checks_dealership' : 'checks_department'
  const ofNoRequest = sql`${column} is null and c.check_request_id is null`
  const conditions = [...places.ids.map((id) => sql`${column} = ${id}`), ofNoRequest]
  return conditions.map((condition) => walk(index, condition, ...statesOf(search)))
}

function statesOf(search: RegisterSearch): RawBuilder<unknown>[] {
  return search.state ? [sql`${shownState(search)} = ${search.state}`] : []
}

interface Branch {
  readonly index: string
  readonly only: readonly RawBuilder<unknown>[]
}

function branchOf(db: Db, search: RegisterSearch, range: Range, { index, only }: Branch): RawBuilder<Found> {
  const { account, first, last } = range
  const { after, limit } = search
  const top = Math.min(last, after?.number ?? last)
  const conditions = [
    sql`c.dealer_group_id = ${account.dealer_group_id} and c.bank_account_id = ${account.id}`,
    sql`c.number >= ${first} and c.number <= ${top}`,
    ...(after ? [sql`(c.number < ${after.number} or c.id < ${after.id})`] : []),
    ...only,
    ...conditionsOf(search),
  ]
  return sql<Found>`select c.id, c.number from checks c ${along(db, index)} where ${all(conditions)}
    order by c.number desc limit ${limit}`
}

/** The checks read one by one: these ids, or those of a print run or a request. */
export function readOf(db: Db, search: RegisterSearch, ids: readonly number[] | undefined): RawBuilder<unknown> {
  const conditions = all([ofAccounts(search.accounts), ...conditionsOf(search)])
  if (ids)
    return sql`${numberedIds(db, JSON.stringify(ids))} cross join checks c where c.id = wanted.id and ${conditions}`
  const index = search.print_run_id ? 'checks_run' : 'checks_of_request'
  return sql`checks c ${along(db, index)} where ${conditions}`
}

/** A page of checks that are read one by one. */
export async function readPageOf(db: Db, search: RegisterSearch, ids: readonly number[] | undefined): Promise<Found[]> {
  const { after, limit } = search
  const conditions = [
    ...statesOf(search),
    ...(after ? [sql`(c.number < ${after.number} or (c.number = ${after.number} and c.id < ${after.id}))`] : []),
  ]
  const more = conditions.length > 0 ? sql`and ${all(conditions)}` : sql``
  const query = sql<Found>`select c.id, c.number from ${readOf(db, search, ids)} ${more}
    order by c.number desc, c.id desc limit ${limit}`.compile(db)
  const { rows } = await executeApart(db, query)
  return rows
}

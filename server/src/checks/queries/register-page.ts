import { type CheckState, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { type RawBuilder, sql } from 'kysely'
import { dayPaidAt } from '../../bank/queries/clearing-state.ts'
import { all, along, bestFirst, merged, mostBest } from '../../platform/database/list.ts'
import { listed } from '../../platform/database/long-lists.ts'
import { rowsOf } from '../../platform/database/prepared.ts'
import { numberedIds, portions } from '../../platform/database/sql-helpers.ts'
import type { Db } from '../../tables.ts'
import { type CheckRow, type CombinedRequestRow, combinedIn, type SignatureRow, signaturesOf } from './checks.ts'
import { dealershipsOf, raisersOf, requestsOf } from './of-request.ts'
import {
  amountsOf,
  conditionsOf,
  type Found,
  findBest,
  matchesOf,
  type OfAccount,
  ofAccounts,
  placesIn,
  type RegisterSearch,
  shownState,
  wordsOf,
} from './register.ts'

/** Checks, with their signers and the checks that they replace or that replace them. */
export interface RegisterRows {
  readonly rows: readonly CheckRow[]
  readonly signatures: ReadonlyMap<number, readonly SignatureRow[]>
  readonly linked: readonly LinkedCheck[]
  /** The users who created the requests of checks pending confirmation by a second person, by check. */
  readonly raisers: ReadonlyMap<number, readonly number[]>
  /** The requests of checks that pay several. */
  readonly combined: ReadonlyMap<number, readonly CombinedRequestRow[]>
  /** The names of the dealerships of the checks' requests, by request. */
  readonly dealerships: ReadonlyMap<number, string>
}

/**
 * A page of search results by number, highest first. With `shownBefore`, the first page begins with the best matches,
 * and later pages leave these out. `next` is its last row if more rows follow, `above` the best matches shown so far.
 */
export async function readPage(
  db: Db,
  search: RegisterSearch,
  shownBefore?: readonly number[],
): Promise<RegisterRows & { readonly next: CheckRow | undefined; readonly above: readonly number[] }> {
  const { accounts, after, limit } = search
  const asked = { ...search, limit: limit + 1 + (shownBefore ?? []).length }
  const best = shownBefore && !after ? await findBest(db, { ...search, limit: Math.min(mostBest, limit - 1) }) : []
  const found = bestFirst(accounts.length === 0 ? [] : await findPage(db, asked), best, shownBefore ?? [])
  const rows = await readRows(db, search, found.slice(0, search.limit))
  const page = await withSignatures(db, rows)
  return {
    ...(search.asOf ? asTheyWere(page, search.asOf) : page),
    next: found.length > rows.length ? rows.at(-1) : undefined,
    above: [...(shownBefore ?? []), ...best.map(({ id }) => id)],
  }
}

/** Adds the register data from other tables to these checks. */
export async function withSignatures(db: Db, rows: readonly CheckRow[]): Promise<RegisterRows> {
  const ids = rows.map(({ id }) => id)
  const linked = await listReplacing(db, rows)
  const combined = await combinedIn(db, ids)
  const dealerships = await dealershipsOf(
    db,
    rows.flatMap((row) => requestsOf(row, combined.get(row.id))),
  )
  const signatures = await signaturesOf(db, ids)
  return { rows, signatures, linked, raisers: await raisersOf(db, rows), combined, dealerships }
}

/**
 * Finds a page. If a print run, a request, or a rare word or amount narrows the search to a few checks, reads them one
 * by one. Otherwise, scans checks by number.
 */
async function findPage(db: Db, search: RegisterSearch): Promise<Found[]> {
  if (search.print_run_id ?? search.check_request_id) return readPageOf(db, search, undefined)
  const isSearch = wordsOf(search).length + amountsOf(search).length > 0
  const matches = isSearch ? await matchesOf(db, search) : undefined
  if (matches) return matches.length === 0 ? [] : readPageOf(db, search, matches)
  const ranges = await rangesOf(db, search)
  if (isSearch) return walkInSteps(db, search, ranges)
  return walkRanges(db, search, ranges, (search.from ?? search.to ?? search.asOf) !== undefined)
}

/** How many numbers are searched at a time for words or amounts: few at first, because they fill most pages. */
const steps = [2000, 20_000]

/** Scans in steps, so that a search without results blocks other calls only for one step at a time. */
async function walkInSteps(db: Db, search: RegisterSearch, ranges: readonly Range[]): Promise<Found[]> {
  const found: Found[] = []
  const lowest = Math.min(...ranges.map(({ first }) => first))
  const highest = Math.max(...ranges.map((range) => range.last))
  let last = Math.min(search.after?.number ?? highest, highest)
  for (let step = 0; last >= lowest && found.length < search.limit; step += 1) {
    const first = last - (steps[step] ?? steps.at(-1) ?? 0)
    const part = ranges.flatMap((range) => within(range, first + 1, last))
    found.push(...(await walkRanges(db, { ...search, limit: search.limit - found.length }, part, true)))
    last = first
  }
  return found
}

function within(range: Range, first: number, last: number): Range[] {
  const part = { ...range, first: Math.max(range.first, first), last: Math.min(range.last, last) }
  return part.first <= part.last ? [part] : []
}

type ReadRow = CheckRow & { readonly state_then: CheckState; readonly paid_then: string | null }

async function readRows(db: Db, search: RegisterSearch, found: readonly Found[]): Promise<CheckRow[]> {
  if (found.length === 0) return []
  const wanted = numberedIds(db, JSON.stringify(found.map(({ id }) => id)))
  const paid = search.asOf ? sql`coalesce(${dayPaidAt(sql`c`, search.asOf.day)}, c.bank_paid_on)` : sql`c.bank_paid_on`
  const query = sql<ReadRow>`select c.*, ${shownState(search)} as state_then, ${paid} as paid_then
    from ${wanted} cross join checks c where c.id = wanted.id`
  const rows = (await rowsOf(db, query)).map(({ state_then: state, paid_then: bank_paid_on, ...row }) => {
    return { ...row, state, bank_paid_on }
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id }) => byId.get(id) ?? [])
}

/** A page as of the end of a day, without later events. */
function asTheyWere(
  { rows, signatures, linked, combined, dealerships }: RegisterRows,
  { day, ends }: NonNullable<RegisterSearch['asOf']>,
) {
  const endOf = new Map(rows.map((row) => [row.id, ends.get(row.bank_account_id)]))
  const isBefore = (at: string, id: number | null) => {
    const end = endOf.get(id ?? 0)
    return end === undefined || at < end
  }
  return {
    rows: rows.map((row) => asItWas(row, day)),
    signatures: new Map([...signatures].map(([id, all]) => [id, all.filter(({ at }) => isBefore(at, id))])),
    linked: linked.filter(({ replaces_id, created_at }) => isBefore(created_at, replaces_id)),
    raisers: new Map(),
    combined,
    dealerships,
  }
}

const notEnded = { ended_on: null, reason: null, stop_number: null, stop_fee_cents: null, stop_lapses_on: null }

function asItWas(row: CheckRow, day: CalendarDate): CheckRow {
  const isEnded = row.ended_on !== null && row.ended_on <= day
  return {
    ...row,
    void_asked: null,
    exception_asked: null,
    issued_on: row.issued_on !== null && row.issued_on <= day ? row.issued_on : null,
    bank_paid_on: row.state === stateAfter('clear') ? row.bank_paid_on : null,
    ...(isEnded ? {} : notEnded),
  }
}

/** A check that replaces another one or is replaced. */
export interface LinkedCheck {
  readonly id: number
  readonly number: number
  readonly replaces_id: number | null
  readonly created_at: string
}

/** These checks, and the checks that they replace or that replace them, by id. */
async function listReplacing(
  db: Db,
  rows: readonly { readonly id: number; readonly dealer_group_id: number; readonly replaces_id: number | null }[],
): Promise<LinkedCheck[]> {
  if (rows.length === 0) return []
  const groups = [...new Set(rows.map(({ dealer_group_id }) => dealer_group_id))]
  const ids = [...new Set(rows.flatMap(({ id, replaces_id }) => (replaces_id === null ? [id] : [id, replaces_id])))]
  const columns = sql`id, number, replaces_id, created_at`
  const query = sql<LinkedCheck>`select ${columns} from checks where id in ${listed(ids)}
    union select ${columns} from checks ${along(db, 'checks_replacing')}
      where dealer_group_id in ${listed(groups)} and replaces_id is not null and replaces_id in ${listed(ids)}
    order by id`
  return rowsOf(db, query)
}

/** A range of one account's numbers that a scan reads, both ends included. */
export interface Range {
  readonly account: OfAccount
  readonly first: number
  readonly last: number
}

const blockSize = 1000

/** For each account, the ranges of numbers whose checks could have the dates that a search requires. */
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
  // The ends of a day in the time zones of accounts differ by hours at most.
  if (asOf) blocks = blocks.where('first_at', '<', [...asOf.ends.values()].sort().at(-1) ?? '')
  const rows = await blocks.execute()
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return rows.flatMap(({ bank_account_id, first, last }) => {
    const account = byId.get(bank_account_id)
    return account ? [{ account, first: first * blockSize, last: last * blockSize + blockSize - 1 }] : []
  })
}

/**
 * The next checks of a search in these ranges by number, highest first. If `apart` is true, runs the search in its own
 * thread.
 */
async function walkRanges(db: Db, search: RegisterSearch, ranges: readonly Range[], apart: boolean): Promise<Found[]> {
  const found: Found[] = []
  const branches = ranges.flatMap((range) => branchesOf(db, search, range))
  for (const some of portions(branches, branchesAtOnce)) {
    const query = sql<Found>`select id, number from (${merged(some, 'branch')}) as found
      order by number desc, id desc limit ${search.limit}`
    found.push(...(await rowsOf(db, query, { apart })))
  }
  return found.toSorted((one, other) => other.number - one.number || other.id - one.id).slice(0, search.limit)
}

// SQLite merges at most 500 queries into one.
const branchesAtOnce = 400

/** The maximum number of branches merged in one query. */
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

/** The checks to read one by one: those with these ids, or those of a print run or a request. */
export function readOf(db: Db, search: RegisterSearch, ids: readonly number[] | undefined): RawBuilder<unknown> {
  const conditions = all([ofAccounts(search.accounts), ...conditionsOf(search)])
  if (ids)
    return sql`${numberedIds(db, JSON.stringify(ids))} cross join checks c where c.id = wanted.id and ${conditions}`
  const index = search.print_run_id ? 'checks_run' : 'checks_of_request'
  return sql`checks c ${along(db, index)} where ${conditions}`
}

/** A page of checks that are read one by one. */
async function readPageOf(db: Db, search: RegisterSearch, ids: readonly number[] | undefined): Promise<Found[]> {
  const { after, limit } = search
  const conditions = [
    ...statesOf(search),
    ...(after ? [sql`(c.number < ${after.number} or (c.number = ${after.number} and c.id < ${after.id}))`] : []),
  ]
  const more = conditions.length > 0 ? sql`and ${all(conditions)}` : sql``
  const query = sql<Found>`select c.id, c.number from ${readOf(db, search, ids)} ${more}
    order by c.number desc, c.id desc limit ${limit}`
  return rowsOf(db, query, { apart: true })
}

import { actWhenConfirmed } from '@check-requests/domain/checks/entered/rules.ts'
import { type CheckState, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { sql } from 'kysely'
import { execute } from '../../platform/database/prepared.ts'
import { numberedIds } from '../../platform/database/sql-helpers.ts'
import type { Db } from '../../tables.ts'
import { type CheckRow, type SignatureRow, signaturesOf } from './checks.ts'
import {
  amountsOf,
  type LinkedCheck,
  listReplacing,
  matchesOf,
  type RegisterSearch,
  shownState,
  wordsOf,
} from './register.ts'
import { type Found, type Range, rangesOf, readPageOf, walkRanges } from './register-ranges.ts'

/** Checks with their signers and the checks that they replace or that replace them. */
export interface RegisterRows {
  readonly rows: readonly CheckRow[]
  readonly signatures: ReadonlyMap<number, readonly SignatureRow[]>
  readonly linked: readonly LinkedCheck[]
  /** The users who created the requests of checks that wait for a second person, by check. */
  readonly raisers: ReadonlyMap<number, readonly number[]>
}

/** A page of search results by number, the highest first. `next`: its last row, if more follow. */
export async function readPage(
  db: Db,
  search: RegisterSearch,
): Promise<RegisterRows & { readonly next: CheckRow | undefined }> {
  const found = search.accounts.length === 0 ? [] : await findPage(db, { ...search, limit: search.limit + 1 })
  const rows = await readRows(db, search, found.slice(0, search.limit))
  const page = await withSignatures(db, rows)
  return {
    ...(search.asOf ? asTheyWere(page, search.asOf) : page),
    next: found.length > rows.length ? rows.at(-1) : undefined,
  }
}

/** These checks with the register data besides their own rows. */
export async function withSignatures(db: Db, rows: readonly CheckRow[]): Promise<RegisterRows> {
  const ids = rows.map(({ id }) => id)
  const linked = await listReplacing(db, rows)
  return { rows, signatures: await signaturesOf(db, ids), linked, raisers: await raisersOf(db, rows) }
}

async function raisersOf(db: Db, rows: readonly CheckRow[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const waiting = rows.filter((row) => row.check_request_id !== null && actWhenConfirmed(row) !== undefined)
  if (waiting.length === 0) return new Map()
  const found = await db
    .selectFrom('checks')
    .innerJoin('request_hands', (join) =>
      join
        .onRef('request_hands.check_request_id', '=', 'checks.check_request_id')
        .onRef('request_hands.dealer_group_id', '=', 'checks.dealer_group_id'),
    )
    .select(['checks.id', 'request_hands.user_id'])
    .where(
      'checks.id',
      'in',
      waiting.map(({ id }) => id),
    )
    .where('request_hands.part', '=', 'raised')
    .execute()
  return new Map(waiting.map(({ id }) => [id, found.filter((one) => one.id === id).map(({ user_id }) => user_id)]))
}

/** Reads the few checks of a print run, a request, or a rare word or amount one by one; scans others by number. */
async function findPage(db: Db, search: RegisterSearch): Promise<Found[]> {
  if (search.print_run_id ?? search.check_request_id) return readPageOf(db, search, undefined)
  const isSearch = wordsOf(search).length + amountsOf(search).length > 0
  const matches = isSearch ? await matchesOf(db, search) : undefined
  if (matches) return matches.length === 0 ? [] : readPageOf(db, search, matches)
  const ranges = await rangesOf(db, search)
  if (isSearch) return walkInSteps(db, search, ranges)
  return walkRanges(db, search, ranges, (search.from ?? search.to ?? search.asOf) !== undefined)
}

/** How many numbers are searched at once for words or amounts: few at first, because they fill most pages. */
const steps = [2000, 20_000]

/** Scans in steps, so that a search without results blocks others only for one step at a time. */
async function walkInSteps(db: Db, search: RegisterSearch, ranges: readonly Range[]): Promise<Found[]> {
  const found: Found[] = []
  const lowest = Math.min(...ranges.map(({ first }) => first))
  let last = Math.min(
    search.after?.number ?? Number.POSITIVE_INFINITY,
    ...[Math.max(...ranges.map((range) => range.last))],
  )
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

type ReadRow = CheckRow & { readonly state_then: CheckState }

async function readRows(db: Db, search: RegisterSearch, found: readonly Found[]): Promise<CheckRow[]> {
  if (found.length === 0) return []
  const wanted = numberedIds(db, JSON.stringify(found.map(({ id }) => id)))
  const query = sql<ReadRow>`select c.*, ${shownState(search)} as state_then
    from ${wanted} cross join checks c where c.id = wanted.id`
  const { rows } = await execute(db, query.compile(db))
  const byId = new Map(rows.map(({ state_then: state, ...row }) => [row.id, { ...row, state }]))
  return found.flatMap(({ id }) => byId.get(id) ?? [])
}

/** A page as of the end of a day, without later events. */
function asTheyWere({ rows, signatures, linked }: RegisterRows, { day, ends }: NonNullable<RegisterSearch['asOf']>) {
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
  }
}

function asItWas(row: CheckRow, day: CalendarDate): CheckRow {
  const isEnded = row.ended_on !== null && row.ended_on <= day
  return {
    ...row,
    void_asked: null,
    exception_asked: null,
    issued_on: row.issued_on !== null && row.issued_on <= day ? row.issued_on : null,
    bank_paid_on: row.state === stateAfter('clear') ? row.bank_paid_on : null,
    ended_on: isEnded ? row.ended_on : null,
    reason: isEnded ? row.reason : null,
    stop_number: isEnded ? row.stop_number : null,
    stop_fee_cents: isEnded ? row.stop_fee_cents : null,
    stop_lapses_on: isEnded ? row.stop_lapses_on : null,
  }
}

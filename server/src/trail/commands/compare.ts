import { setImmediate as nextTurn } from 'node:timers/promises'
import { countedPeriod } from '@check-requests/domain/check-requests/insights.ts'
import { digest } from '../../platform/crypto/hashes.ts'
import type { Db } from '../../tables.ts'
import { type RecordId, type RecordKind, recordKinds } from '../queries/record-shapes.ts'
import { readNext, readRecords } from '../queries/records.ts'
import { readSchema } from '../queries/schema.ts'
import {
  addsUp,
  countHandled,
  readSummands,
  type Summand,
  storedTotals,
  type TotalsTable,
  totals,
} from '../queries/totals.ts'
import { systemChain } from './append.ts'
import type { ChainWalk } from './read-chain.ts'

const recordsAtOnce = 500
const attempts = 5

/** Sessions can end without an entry when they expire, and request numbers can when a group gets another code. */
const mayEnd: readonly string[] = ['session', 'request-numbers']

/**
 * A record that differs from its chain. `known` is null if the chain has no such record, and `live` is null if the
 * database has none.
 */
export interface Difference {
  readonly kind: string
  readonly id: RecordId
  readonly known: string | null
  readonly live: string | null
}

/** Returns true for a missing record whose kind can end without an entry. */
export function hasEnded({ kind, live }: Difference): boolean {
  return live === null && mayEnd.includes(kind)
}

type DifferentRecord = Difference & { readonly kind: RecordKind }

/** Options for a comparison. */
interface Comparing {
  /** Set if no one else writes, so that records can't have changed since the links were read. */
  readonly isQuiet?: boolean
  /** False to compare only the schema. */
  readonly records?: boolean
}

/** Compares a chain's records with its links, yielding to other work in between. */
export async function* differences(
  db: Db,
  chain: number,
  walk: ChainWalk,
  { isQuiet = false, records = true }: Comparing = {},
): AsyncGenerator<Difference> {
  for (const kind of records ? recordKinds : [])
    for await (const difference of differencesOf(db, chain, walk, kind))
      if (isQuiet) yield difference
      else yield* (await stillDifferent(db, chain, walk, [difference])).filter((sure) => !hasEnded(sure))
  if (chain === systemChain) yield* differencesOfSchema(db, walk)
}

async function* differencesOf(
  db: Db,
  chain: number,
  walk: ChainWalk,
  kind: RecordKind,
): AsyncGenerator<DifferentRecord> {
  const unseen = new Set(walk.replay.knownOf(kind).keys())
  let last: RecordId | undefined
  for (;;) {
    const records = await readNext(db, kind, { chain, after: last, limit: recordsAtOnce })
    for (const { id, content } of records) {
      unseen.delete(id)
      const [known, live] = [walk.replay.knownOf(kind).get(id) ?? null, digest(content)]
      if (known !== live) yield { kind, id, known, live }
    }
    if (records.length < recordsAtOnce) break
    last = records.at(-1)?.id
    await nextTurn()
  }
  for (const id of unseen) yield { kind, id, known: walk.replay.knownOf(kind).get(id) ?? null, live: null }
}

/**
 * Returns the differences that remain after the newest entries are read. A record can have changed since its chain was
 * read. Entry and record change together, so a record that was the same before and after reading must match these
 * entries.
 */
export async function stillDifferent(
  db: Db,
  chain: number,
  walk: ChainWalk,
  found: readonly Difference[],
): Promise<Difference[]> {
  const sure = found.filter((difference) => !isOfRecord(difference))
  let open = found.filter(isOfRecord)
  for (let attempt = 1; attempt <= attempts && open.length > 0; attempt += 1) {
    await walk.advance()
    const now = await readAgain(db, chain, walk, open)
    const different = now.filter(({ known, live, earlier }) => live !== known && earlier !== known)
    sure.push(...different.filter(({ live, earlier }) => live === earlier))
    open = different.filter(({ live, earlier }) => live !== earlier)
  }
  return sure
}

function isOfRecord(difference: Difference): difference is DifferentRecord {
  return difference.kind !== 'schema'
}

async function readAgain(db: Db, chain: number, walk: ChainWalk, found: readonly DifferentRecord[]) {
  const records: (DifferentRecord & { readonly earlier: string | null })[] = []
  for (const [kind, some] of Map.groupBy(found, (difference) => difference.kind)) {
    const ids = some.map(({ id }) => id)
    const own = (await readRecords(db, kind, ids)).filter((record) => record.chain === chain)
    const digests = new Map(own.map(({ id, content }) => [id, digest(content)]))
    for (const { id, live: earlier } of some) {
      const known = walk.replay.knownOf(kind).get(id) ?? null
      records.push({ kind, id, known, live: digests.get(id) ?? null, earlier })
    }
  }
  return records
}

async function* differencesOfSchema(db: Db, walk: ChainWalk): AsyncGenerator<Difference> {
  const known = walk.replay.knownOf('schema')
  const parts = await readSchema(db)
  for (const { name, content } of parts) {
    const live = digest(content)
    if (known.get(name) !== live) yield { kind: 'schema', id: name, known: known.get(name) ?? null, live }
  }
  const names = new Set<RecordId>(parts.map(({ name }) => name))
  for (const [id, digest] of known) if (!names.has(id)) yield { kind: 'schema', id, known: digest, live: null }
}

const requestsAtOnce = 500

/**
 * Returns the totals tables that differ from this dealer group's requests. Adds up the requests one by one, yielding to
 * other work in between. Only tables that then differ are compared in one statement, since other users keep working.
 */
export async function wrongTotals(db: Db, chain: number): Promise<string[]> {
  const sums = await sumRequests(db, chain)
  const wrong: string[] = []
  for (const one of totals) {
    const isSame = sums.equal(one.table, await storedTotals(db, chain, one))
    if (!isSame && !(await addsUp(db, chain, one))) wrong.push(one.table)
  }
  return wrong
}

async function sumRequests(db: Db, chain: number): Promise<Sums> {
  const sums = new Sums(chain)
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const requests = await readSummands(db, chain, after, requestsAtOnce)
    const last = requests.at(-1)?.id
    if (last === undefined) return sums
    for (const request of requests) sums.add(request)
    for (const { about, amount } of await countHandled(db, chain, after, last))
      sums.count('handled_counters', about, [amount])
    after = last
    await nextTurn()
  }
}

/** The sums of one dealer group's requests, for each totals table. */
class Sums {
  readonly #chain: number
  readonly #byTable = new Map<TotalsTable, Map<string, number[]>>(totals.map(({ table }) => [table, new Map()]))
  /** The weeks of hours, because dates are slow to compute. */
  readonly #weeks = new Map<string, string>()

  constructor(chain: number) {
    this.#chain = chain
  }

  add(request: Summand): void {
    const { dealership_id, department_id, requester_id, status_id, amount_cents: cents } = request
    const group = this.#chain
    this.count('group_counters', `${group} ${status_id}`, [1, cents])
    this.count('place_counters', `${group} ${dealership_id ?? 0} ${department_id ?? 0} ${status_id}`, [1, cents])
    this.count('requester_counters', `${requester_id} ${group} ${status_id}`, [1, cents])
    this.#countWeek(request, request.created_at, [1, cents, 0, 0])
    if (request.cleared_at !== null) this.#countWeek(request, request.cleared_at, [0, 0, 1, cents])
  }

  count(table: TotalsTable, about: string, values: readonly number[]): void {
    const ofTable = this.#byTable.get(table)
    const sum = ofTable?.get(about)
    if (!sum) ofTable?.set(about, [...values])
    else for (const [position, value] of values.entries()) sum[position] = (sum[position] ?? 0) + value
  }

  /** Returns true if a table contains exactly these sums. */
  equal(table: TotalsTable, stored: ReadonlyMap<string, string>): boolean {
    const ofTable = this.#byTable.get(table)
    return stored.size === ofTable?.size && [...ofTable].every(([about, sum]) => stored.get(about) === sum.join(' '))
  }

  #countWeek(request: Summand, moment: string, values: readonly number[]): void {
    const week = this.#periodOf(moment)
    const inScope = (scope: string, id: string | null) =>
      id !== null && this.count('week_totals', `${this.#chain} ${scope} ${id} ${week}`, values)
    inScope('group', `${this.#chain}`)
    inScope('dealership', request.dealership_id)
    inScope('department', request.department_id)
    inScope('requester', request.requester_id)
  }

  // An invalid day results in a sum that matches nothing.
  #periodOf(moment: string): string {
    const hour = moment.slice(0, '2026-11-30T05'.length)
    const known = this.#weeks.get(hour)
    if (known !== undefined) return known
    const period = countedPeriod(moment)
    // An hour near the beginning of a week has several periods.
    if (!period.includes('T')) this.#weeks.set(hour, period)
    return period
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import type { Db } from '../../tables.ts'
import {
  addsUp,
  countHandled,
  readSummands,
  type Summand,
  storedTotals,
  type TotalsTable,
  totals,
} from '../queries/totals.ts'

const requestsAtOnce = 500

/**
 * The tables of totals that do not say what the requests of this dealer group add up to. Sums them request by request,
 * yielding to other work in between; only what then differs is compared at one moment, since people go on working.
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

/** What the requests of one dealer group add up to, for each table of totals. */
class Sums {
  readonly #chain: number
  readonly #byTable = new Map<TotalsTable, Map<string, number[]>>(totals.map(({ table }) => [table, new Map()]))
  readonly #mondays = new Map<string, string>()

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

  /** True when a table holds these sums, and no others. */
  equal(table: TotalsTable, stored: ReadonlyMap<string, string>): boolean {
    const ofTable = this.#byTable.get(table)
    return stored.size === ofTable?.size && [...ofTable].every(([about, sum]) => stored.get(about) === sum.join(' '))
  }

  #countWeek(request: Summand, moment: string, values: readonly number[]): void {
    const week = this.#mondayOf(moment.slice(0, 10))
    const inScope = (scope: string, id: string | null) =>
      id !== null && this.count('week_totals', `${this.#chain} ${scope} ${id} ${week}`, values)
    inScope('group', `${this.#chain}`)
    inScope('dealership', request.dealership_id)
    inScope('department', request.department_id)
    inScope('requester', request.requester_id)
  }

  // A day that is none makes a sum that fits nothing.
  #mondayOf(day: string): string {
    const known = this.#mondays.get(day)
    if (known !== undefined) return known
    const monday = isCalendarDate(day) ? addDays(day, -((new Date(day).getUTCDay() + 6) % 7)) : ''
    this.#mondays.set(day, monday)
    return monday
  }
}

import { accessLevels, type Scope } from '@check-requests/domain/access/scope.ts'
import { type CheckState, checkStates } from '@check-requests/domain/checks/lifecycle.ts'
import { byProfile, seed } from '@check-requests/domain/testing/random.ts'
import { addDays } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dice } from '../demo/dice.ts'
import type { Moment } from '../platform/clock.ts'
import { openAccount } from '../testing/checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'
import { wrongCheckTotals } from '../trail/queries/check-totals.ts'
import { insertChecks, type NewCheck } from './queries/checks.ts'
import type { RegisterSearch } from './queries/register.ts'
import { readPage } from './queries/register-page.ts'
import { totalChecks } from './queries/register-totals.ts'
import { countNumbers } from './queries/runs.ts'

const checksOfLarge = 10_200
const checksOfSmall = 40
const questions = byProfile({ gate: 50, nightly: 1000 })
// PostgreSQL keeps each version of a total until the transaction ends, and large transactions slow down as it skips them.
const insertedAtOnce = 500
const payees = ['Harbor Glass', 'Harbor Paint', 'Coast Towing', 'Zephyr']

type Model = NewCheck & { readonly id: number }

/** Register rows in every state, dated over two years, some without a request or a print run, or out of order. */
function rowsOf(
  account: { dealer_group_id: number; id: number },
  places: readonly number[][],
  count: number,
): NewCheck[] {
  const dice = new Dice(account.id)
  return Array.from({ length: count }, (_, index): NewCheck => {
    const state = dice.weighted(states.map((one) => ({ state: one, weight: one === 'cleared' ? 30 : 2 }))).state
    const kind = dice.weighted([
      { kind: 'run', weight: 40 },
      { kind: 'manual', weight: 1 },
      { kind: 'opening', weight: 1 },
    ] as const).kind
    const date = addDays('2025-01-01', Math.floor((index * 600) / count) + dice.below(4))
    const lived = daysOf(state, date, dice)
    const hasRequest = kind !== 'opening' && dice.below(20) > 0
    const [dealership = null, department = null] = hasRequest ? dice.pick(places) : []
    const payee = dice.weighted(payees.map((name, rank) => ({ name, weight: rank === 3 ? 1 : 30 }))).name
    return {
      dealer_group_id: account.dealer_group_id,
      bank_account_id: account.id,
      number: 1001 + index,
      state,
      kind,
      print_run_id: null,
      check_request_id: hasRequest ? 900_000 + account.id * 100_000 + index : null,
      request_number: null,
      dealership_id: dealership,
      department_id: department === 0 ? null : department,
      check_date: date,
      amount_cents: 100 + dice.below(1_000_000),
      payee_name: payee,
      searched: `${payee} memo ${index}`.toLowerCase(),
      face: 'null',
      printed_by_id: null,
      entered_by: null,
      replaces_id: null,
      reason: null,
      void_asked: null,
      ...lived,
      exception_asked: null,
      stop_number: null,
      stop_fee_cents: null,
      stop_lapses_on: null,
      stop_lapsed_at: null,
      created_at: `${date}T15:00:00.000Z` as Moment,
    }
  })
}

/**
 * The days on which a check left the office, was paid, and ended; some were paid in a month that the register had
 * already closed.
 */
function daysOf(state: CheckState, date: string, dice: Dice) {
  const isOut = ['issued', 'cleared'].includes(state) || (['voided', 'stopped'].includes(state) && dice.below(2) === 0)
  const issued_on = isOut ? addDays(date, dice.below(5)) : null
  const later = addDays(issued_on ?? date, dice.below(40))
  const bank_paid_on = state === 'cleared' ? later : null
  return {
    issued_on,
    bank_paid_on,
    ended_on: ['spoiled', 'voided', 'stopped'].includes(state) ? later : null,
    cleared_on: bank_paid_on && dice.below(10) === 0 ? addDays(bank_paid_on, 5) : null,
  }
}

const states = checkStates.filter((state) => state !== 'released')

onBothDatabases('thousands of checks on $name', (kind) => {
  let world: World
  let accounts: { id: number; dealer_group_id: number }[]
  let model: Model[]
  beforeAll(async () => {
    world = await startWorld(kind)
    const { places } = world.ids
    const large = await openAccount(world, { dealership_ids: [places['NWG/TOY'], places['NWG/HON']] })
    const small = await openAccount(world, { name: 'Small', account_number: '777788889999' })
    accounts = [large, small].map(({ id }) => ({ id, dealer_group_id: places.NWG }))
    const desks = [
      [places['NWG/TOY'], places['NWG/TOY/SVC']],
      [places['NWG/TOY'], 0],
      [places['NWG/HON'], places['NWG/HON/SVC']],
    ]
    model = []
    for (const [index, account] of accounts.entries()) {
      const rows = rowsOf(account, desks, index === 0 ? checksOfLarge : checksOfSmall)
      for (let from = 0; from < rows.length; from += insertedAtOnce) {
        const some = rows.slice(from, from + insertedAtOnce)
        const ids = await world.database.transact((trx) => insertChecks(trx, some))
        model.push(...some.map((row) => ({ ...row, id: ids.get(row.number) ?? 0 })))
      }
    }
  }, 120_000)
  afterAll(() => world.close())

  test('keeps the totals equal to the totals kept by database triggers', async () => {
    expect(await wrongCheckTotals(world.database.read, world.ids.places.NWG)).toEqual([])
  })

  test('returns the correct number of check numbers with and without stored counts of thousands', async () => {
    const set = (next_check_number: number) =>
      world.database.transact((trx) => trx.updateTable('bank_accounts').set({ next_check_number }).execute())
    for (const next of [1001, 1002, 1999, 2000, 2001, 5500, 11_201]) {
      await set(next)
      const found = await countNumbers(world.database.read, [accounts[0]?.id ?? 0])
      const [{ first, rows } = { first: 0, rows: 0 }] = found
      const own = model.filter((row) => row.bank_account_id === accounts[0]?.id && row.number < next)
      const begin = Math.min(...own.filter((row) => row.kind !== 'opening').map(({ number }) => number))
      expect([next, first, rows]).toEqual([
        next,
        own.length === 0 ? null : begin,
        own.filter(({ number }) => number >= begin).length,
      ])
    }
  })

  test(`returns the same pages and totals as a simple reference search in ${questions} searches from seed ${seed}`, async () => {
    const dice = new Dice(seed)
    for (let count = 0; count < questions; count += 1) {
      const search = drawSearch(dice)
      const expected = model
        .filter((row) => fits(row, search))
        .sort((one, other) => other.number - one.number || other.id - one.id)
      const shown = expected.filter((row) => !search.state || stateOf(row, search) === search.state)
      const asked = JSON.stringify({ ...search, accounts: search.accounts.length, asOf: search.asOf?.day })
      const found = await readSome(search)
      expect([asked, found]).toEqual([
        asked,
        shown.slice(0, found.length === shown.length ? undefined : 3 * search.limit).map(({ id }) => id),
      ])
      const totals = await totalChecks(world.database.read, search)
      if (totals === null) expect(search.search).toMatch(/^(ha|q9|12|memo)/)
      else expect([asked, totals]).toEqual([asked, totalsOf(expected, search)])
    }
  }, 240_000)

  /** Returns the first three pages. */
  async function readSome(search: RegisterSearch): Promise<number[]> {
    const ids: number[] = []
    let after: RegisterSearch['after']
    for (let page = 0; page < 3; page += 1) {
      const { rows, next } = await readPage(world.database.read, { ...search, after })
      ids.push(...rows.map(({ id }) => id))
      if (!next) break
      after = next
    }
    return ids
  }

  function drawSearch(dice: Dice): RegisterSearch {
    const maybe = <Value>(percent: number, value: () => Value) => (dice.below(100) < percent ? value() : undefined)
    const day = () => addDays('2025-01-01', dice.below(660))
    const from = maybe(30, day)
    const asOf = maybe(30, day)
    const amount_from = maybe(30, () => 100 + dice.below(900_000))
    return {
      accounts: dice.pick([accounts, accounts.slice(0, 1), accounts.slice(1)]),
      scope: dice.pick(scopes()),
      state: maybe(30, () => dice.pick(states)),
      entered: maybe(15, () => 'true' as const),
      search:
        maybe(40, () => dice.pick(['glass', 'zephyr', 'ha', 'q9', '1500', '12', 'harbor zephyr', 'memo', 'memo 44'])) ??
        '',
      from,
      to: maybe(30, () => addDays(from ?? day(), dice.below(90))),
      amount_from,
      // The narrow range contains few checks, and the wide range contains most checks.
      amount_to: maybe(30, () => (amount_from ?? 0) + dice.pick([20_000, 900_000])),
      limit: dice.pick([5, 50]),
      asOf:
        asOf === undefined
          ? undefined
          : { day: asOf, ends: new Map(accounts.map(({ id }) => [id, `${addDays(asOf, 1)}T06:00:00.000Z`])) },
      after: undefined,
    }
  }

  function scopes(): Scope[] {
    const { places } = world.ids
    const group = { dealerGroupId: places.NWG, dealershipIds: [], departmentIds: [] }
    const toyota = { ...group, level: accessLevels.dealership, dealershipIds: [places['NWG/TOY']] }
    const service = { ...toyota, level: accessLevels.department, departmentIds: [places['NWG/TOY/SVC']] }
    return [{ ...group, level: accessLevels.group }, toyota, service]
  }
})

function fits(row: Model, search: RegisterSearch): boolean {
  const { accounts, scope, entered, from, to, amount_from, amount_to, asOf } = search
  const places = [
    scope.dealershipIds.includes(row.dealership_id ?? 0),
    scope.departmentIds.includes(row.department_id ?? 0),
  ]
  const isSeen =
    scope.level <= accessLevels.group || row.check_request_id === null || places[scope.level - accessLevels.dealership]
  return (
    accounts.some(({ id }) => id === row.bank_account_id) &&
    isSeen === true &&
    (!entered || row.kind !== 'run') &&
    (from === undefined || row.check_date >= from) &&
    (to === undefined || row.check_date <= to) &&
    (asOf === undefined || row.created_at < (asOf.ends.get(row.bank_account_id) ?? '')) &&
    (amount_from === undefined || row.amount_cents >= amount_from) &&
    (amount_to === undefined || row.amount_cents <= amount_to) &&
    search.search
      .split(' ')
      .every((word) => row.searched.includes(word) || (/^\d+$/.test(word) && row.number === Number(word)))
  )
}

function stateOf(row: Model, { asOf }: RegisterSearch): CheckState {
  if (!asOf) return row.state
  const by = (day: string | null | undefined) => typeof day === 'string' && day <= asOf.day
  if (by(row.cleared_on ?? row.bank_paid_on)) return 'cleared'
  if (by(row.ended_on)) return row.state
  return by(row.issued_on) ? 'issued' : 'reserved'
}

function totalsOf(rows: readonly Model[], search: RegisterSearch) {
  return checkStates.flatMap((state) => {
    const own = rows.filter((row) => stateOf(row, search) === state)
    return own.length === 0
      ? []
      : [{ state, count: own.length, cents: own.reduce((sum, row) => sum + row.amount_cents, 0) }]
  })
}

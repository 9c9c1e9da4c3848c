import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ListQuery, listQuery } from '@check-requests/domain/check-requests/list/query.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import type { Caller } from '../server/src/access/sessions/queries/caller.ts'
import { listAccounts, type ShownAccount } from '../server/src/bank/queries/accounts.ts'
import { sumUnsent } from '../server/src/bank/queries/positive-pay.ts'
import { findAtDay } from '../server/src/bank/queries/reconciliation.ts'
import { summarise } from '../server/src/check-requests/queries/insights.ts'
import { listJson } from '../server/src/check-requests/queries/list/list.ts'
import { pageOf, totalsOf } from '../server/src/checks/commands/register.ts'
import { listFlaggable } from '../server/src/checks/queries/flaggable.ts'
import { countNumbers } from '../server/src/checks/queries/runs.ts'
import { listStale, sumStale } from '../server/src/checks/queries/watched.ts'
import { Dice } from '../server/src/demo/dice.ts'
import { openPostgres } from '../server/src/open.ts'
import { openSqliteDatabase } from '../server/src/platform/database/database.ts'
import type { Db, Tables } from '../server/src/tables.ts'
import { databaseName } from './compare.ts'
import { callersOf } from './questions.ts'
import { ratio, table, whole } from './report.ts'
import { fillChecks } from './seed/checks.ts'
import { fill, organizationOf } from './seed/fill.ts'
import { openPostgresStore, openSqliteStore } from './seed/stores.ts'

const requests = 10_000
const longEnough = 300
const runs = 5

interface Asking {
  readonly db: Db
  readonly caller: Caller
  readonly accounts: readonly ShownAccount[]
}

type Question = (asking: Asking) => Promise<unknown>

const asked = { search: '', limit: 50, after: undefined }

const page =
  (query: object): Question =>
  ({ db, caller, accounts }) =>
    pageOf(db, accounts, { ...asked, ...query, scope: caller.scope })

const totals =
  (query: object): Question =>
  ({ db, caller, accounts }) =>
    totalsOf(db, accounts, { ...asked, ...query, scope: caller.scope })

const middle = { number: 300_000, id: 300_000 }
const month = { from: '2023-05-01', to: '2023-05-31' }
const year = { from: '2023-01-01', to: '2023-12-31' }
const lastMonth = { as_of: '2026-10-31' }

const ofLargest =
  (ask: (db: Db, account: ShownAccount, caller: Caller) => Promise<unknown>): Question =>
  ({ db, accounts, caller }) =>
    ask(db, accounts[0] as ShownAccount, caller)

const questions: readonly [name: string, ask: Question][] = [
  [
    'requests: list of 50',
    ({ db, caller }) =>
      listJson(db, {
        caller,
        query: listQuery.parse({}) as ListQuery,
        now: Date.now(),
        counting: (_, count) => count(),
      }),
  ],
  ['requests: counts', ({ db, caller }) => summarise(db, caller)],
  ['page', page({})],
  ['page in the middle', page({ after: middle })],
  ['page, voided', page({ state: 'voided' })],
  ['page, a month of 2023', page(month)],
  ['page, a year', page(year)],
  ['page, a number', page({ search: '123456' })],
  ['page, a rare word', page({ search: 'quixotic' })],
  ['page, a common word', page({ search: 'upholstery' })],
  ['page, two letters, common', page({ search: 'ma' })],
  ['page, two letters, absent', page({ search: 'qz' })],
  ['page, an amount', page({ amount_from: 123_456, amount_to: 123_456 })],
  ['page, few amounts', page({ amount_from: 1_000_000, amount_to: 1_010_000 })],
  ['page, most amounts', page({ amount_from: 10_000 })],
  ['page, most amounts, voided', page({ amount_from: 10_000, state: 'voided' })],
  ['page as of a month ago', page(lastMonth)],
  ['page as of 2023', page({ as_of: '2023-05-31' })],
  ['totals', totals({})],
  ['totals of a month', totals(month)],
  ['totals of a year', totals(year)],
  ['totals of a rare word', totals({ search: 'quixotic' })],
  ['totals of an amount', totals({ amount_from: 123_456, amount_to: 123_456 })],
  ['totals of few amounts', totals({ amount_from: 1_000_000, amount_to: 1_010_000 })],
  ['totals of most amounts', totals({ amount_from: 10_000 })],
  ['totals of most amounts of a year', totals({ amount_from: 10_000, ...year })],
  ['totals of most amounts as of a month ago', totals({ amount_from: 10_000, ...lastMonth })],
  ['totals as of a month ago', totals(lastMonth)],
  ['totals as of 2023', totals({ as_of: '2023-05-31' })],
  [
    'numbers, rows, gaps',
    ({ db, accounts }) =>
      countNumbers(
        db,
        accounts.map(({ id }) => id),
      ),
  ],
  ['not reported to the bank', ofLargest((db, account) => sumUnsent(db, account))],
  ['book against bank', ofLargest((db, account) => findAtDay(db, account, '2026-10-31'))],
  [
    'stale checks',
    ofLargest(async (db, account, { scope }) => {
      const search = { accountId: account.id, dealerGroupId: account.dealer_group_id, scope, before: '2026-05-24' }
      return [await listStale(db, search, 500), await sumStale(db, search)]
    }),
  ],
  [
    'red flags of a month',
    ofLargest((db, account, { scope }) => listFlaggable(db, { account, scope, ...month }, 20_001)),
  ],
]

/**
 * Measures the cost of the register with this many checks of five accounts, compared with the list of requests in the
 * same database.
 */
export async function registerOnSqlite(folder: string, checks: number): Promise<string> {
  const place = join(folder, `register-${checks}`)
  const dice = new Dice(checks)
  if (!existsSync(join(place, databaseName))) {
    mkdirSync(place, { recursive: true })
    const store = await openSqliteStore(place)
    await fillChecks(store, await fill(store, requests), checks, dice)
    await store.close()
  }
  const database = await openSqliteDatabase<Tables>(place, async () => {})
  try {
    return await askAll(database.read, organizationOf(requests), `Register on SQLite, ${whole(checks)} checks`)
  } finally {
    await database.close()
  }
}

/** Measures the cost of the register on PostgreSQL. */
export async function registerOnPostgres(checks: number): Promise<string> {
  const postgres = await startPostgres()
  const url = postgres.urlOf('postgres')
  try {
    const store = await openPostgresStore(url)
    const organization = await fill(store, requests)
    await fillChecks(store, organization, checks, new Dice(checks))
    await store.close()
    const database = openPostgres(url, () => {})
    try {
      return await askAll(database.read, organization, `Register on PostgreSQL, ${whole(checks)} checks`)
    } finally {
      await database.close()
    }
  } finally {
    await postgres.stop()
  }
}

type Organization = ReturnType<typeof organizationOf>

async function askAll(db: Db, organization: Organization, title: string): Promise<string> {
  const callers = callersOf(organization).slice(0, 3)
  const accounts = await listAccounts(db, 1)
  const base: number[] = []
  const rows: string[][] = []
  for (const [name, ask] of questions) {
    const cells: string[] = []
    for (const [index, [, caller]] of callers.entries()) {
      const seen =
        index === 0
          ? accounts
          : accounts.filter(({ dealership_ids }) => dealership_ids.includes(caller.scope.dealershipIds[0] ?? 0))
      const { held, waited } = await meanOf(() => ask({ db, caller, accounts: seen }))
      base[index] ??= held
      cells.push(`${held.toFixed(1)} / ${waited.toFixed(1)} (${ratio(held, base[index])})`)
    }
    rows.push([name, ...cells])
  }
  const heads = ['ms held / waited (held, relative to the list of requests)', ...callers.map(([name]) => name)]
  return `${title}.\n\n${table(heads, rows)}`
}

/**
 * The mean of several runs: the milliseconds of processor time for which the event loop is held, and the milliseconds
 * that the caller waits.
 */
async function meanOf(work: () => Promise<unknown>): Promise<{ held: number; waited: number }> {
  await work()
  const begin = performance.now()
  const before = process.threadCpuUsage()
  let count = 0
  while (count < runs || performance.now() - begin < longEnough) {
    await work()
    count += 1
  }
  const { user, system } = process.threadCpuUsage(before)
  return { held: (user + system) / 1000 / count, waited: (performance.now() - begin) / count }
}

import { join } from 'node:path'
import { daysOfSplitPayments } from '@check-requests/domain/approvals/routing.ts'
import { type ListQuery, listQuery } from '@check-requests/domain/check-requests/list/query.ts'
import { listSorts } from '@check-requests/domain/check-requests/list/views.ts'
import { payeeKeys } from '@check-requests/domain/check-requests/payee-names.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import type { Caller } from '../server/src/access/sessions/queries/caller.ts'
import { drawInsights } from '../server/src/check-requests/commands/draw-insights.ts'
import { sumToPayees } from '../server/src/check-requests/queries/detail/payee-sums.ts'
import { summarise } from '../server/src/check-requests/queries/insights.ts'
import { listJson } from '../server/src/check-requests/queries/list/list.ts'
import { openPostgres } from '../server/src/open.ts'
import { readSqlite } from '../server/src/platform/database/database.ts'
import type { AppDatabase, Db, Tables } from '../server/src/tables.ts'
import { costOf } from '../server/src/testing/query-plan.ts'
import { databaseName, prepareSqlite } from './compare.ts'
import { table, whole } from './report.ts'
import { fill } from './seed/fill.ts'
import type { Organization } from './seed/organization.ts'
import { openPostgresStore } from './seed/stores.ts'

const runs = 5
const longEnough = 100
const now = Date.UTC(2026, 10, 20, 15)

type Question = (db: Db, caller: Caller) => Promise<unknown>

const list =
  (query: object): Question =>
  (db, caller) =>
    listJson(db, { caller, query: listQuery.parse(query) as ListQuery, now, counting: (_, count) => count() })

/** Sums the other requests within seven days to the two payees of a check, as a policy rule does. */
const gotInAWeek: Question = (db, { scope }) =>
  sumToPayees(db, {
    dealerGroupId: scope.dealerGroupId ?? 1,
    payees: payeeKeys({ payee_name_1: 'Marson Towing', payee_name_2: 'Corman Auto Parts or Belford Tools' }),
    since: new Date(now - daysOfSplitPayments * 86_400_000).toISOString(),
    butFor: 0,
  })

// The queries. The frequencies refer to the benchmark data.
const questions: readonly [name: string, ask: Question][] = [
  ['counts', summarise],
  ['amounts for two payees in a week', gotInAWeek],
  ['insights', (db, caller) => drawInsights(db, caller, { weeks: 12 }, now)],
  ...listSorts.map((sort) => [`list, ${sort}`, list({ sort })] as [string, Question]),
  ['a word in every request', list({ search: 'invoice' })],
  ['a word in one of 15', list({ search: 'upholstery' })],
  ['a word in one of 1,000', list({ search: 'corason' })],
  ['a word in one of 3,000', list({ search: 'corason t' })],
  ['a word in five requests', list({ search: 'quixotic' })],
  ['an absent word', list({ search: 'zzyzx' })],
  ['an absent word with common parts', list({ search: 'service parts' })],
  ['two letters, common', list({ search: 'ma' })],
  ['two letters, absent', list({ search: 'qz' })],
  ['three digits', list({ search: '123' })],
  ['four digits', list({ search: '1796' })],
  ['six digits of a VIN', list({ search: '345678' })],
  ['the last eight characters of a VIN', list({ search: 'GA345678' })],
  ['a request number', list({ search: 'G1-D100-5' })],
  ['a department’s number', list({ search: 'd103' })],
  ['an amount', list({ search: '12,345.67' })],
  ['a check number', list({ search: '77123' })],
  ['a requester', list({ search: 'user 17' })],
  ['a purpose', list({ search: 'refund' })],
  ...listSorts
    .slice(1)
    .flatMap((sort) => [
      [`common word, ${sort}`, list({ search: 'upholstery', sort })] as [string, Question],
      [`rare word, ${sort}`, list({ search: 'quixotic', sort })] as [string, Question],
      [`two letters, ${sort}`, list({ search: 'ma', sort })] as [string, Question],
    ]),
]

/** The benchmark users as the server represents them. */
export function callersOf({ desks, callers }: Organization): [name: string, caller: Caller][] {
  const [first] = desks
  if (!first) throw new Error('There must be at least one desk.')
  const { groupId: dealerGroupId, dealershipId, departmentIds } = first
  const caller = (userId: number, scope: object) => ({ userId, role: 'approver', scope }) as Caller
  const nothing = { dealershipIds: [], departmentIds: [] }
  return [
    ['large group', caller(callers.approver, { ...nothing, level: 1, dealerGroupId })],
    [
      'one dealership',
      caller(callers.dealershipApprover, { ...nothing, level: 2, dealerGroupId, dealershipIds: [dealershipId] }),
    ],
    [
      'one department',
      caller(callers.departmentApprover, {
        level: 3,
        dealerGroupId,
        dealershipIds: [dealershipId],
        departmentIds: departmentIds.slice(0, 1),
      }),
    ],
    ['super admin', { ...caller(callers.superAdmin, { ...nothing, level: 0, dealerGroupId: null }), role: 'admin' }],
  ]
}

/** Measures the cost of each query on PostgreSQL with this many requests. */
export async function questionsOnPostgres(requests: number): Promise<string> {
  const postgres = await startPostgres()
  const url = postgres.urlOf('postgres')
  try {
    const store = await openPostgresStore(url)
    const organization = await fill(store, requests)
    await store.close()
    const database = openPostgres(url, () => {})
    try {
      return `Queries on PostgreSQL, ${whole(requests)} requests.\n\n${await askAll(database, organization)}`
    } finally {
      await database.close()
    }
  } finally {
    await postgres.stop()
  }
}

/**
 * Measures, for each caller, the milliseconds in the database (the minimum of several runs) and the number of 8 kB
 * pages read.
 */
export async function askAll(
  database: Pick<AppDatabase, 'read' | 'forTenant'>,
  organization: Organization,
): Promise<string> {
  const callers = callersOf(organization)
  const rows: string[][] = []
  for (const [name, ask] of questions) {
    const cells: string[] = []
    for (const [, caller] of callers) {
      const { milliseconds, pages } = await database.forTenant(caller.scope.dealerGroupId, () =>
        costOf(database.read, (db) => ask(db, caller), runs),
      )
      cells.push(`${milliseconds.toFixed(1)} (${whole(pages)})`)
    }
    rows.push([name, ...cells])
  }
  return table(['ms (pages)', ...callers.map(([name]) => name)], rows)
}

/** Measures the cost of each query for the server process on SQLite with this many requests. */
export async function questionsOnSqlite(folder: string, requests: number): Promise<string> {
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, `questions-${requests}`), requests)
  const { read, close } = readSqlite<Tables>(join(folderOfOurs, databaseName))
  try {
    const callers = callersOf(ground.organization)
    const rows: string[][] = []
    for (const [name, ask] of questions) {
      const cells: string[] = []
      for (const [, caller] of callers) cells.push((await meanCpu(() => ask(read, caller))).toFixed(1))
      rows.push([name, ...cells])
    }
    return `Queries on SQLite, ${whole(requests)} requests.\n\n${table(['processor, ms', ...callers.map(([name]) => name)], rows)}`
  } finally {
    await close()
  }
}

/**
 * Returns the milliseconds of processor time for which the event loop is held, which other work on the machine hardly
 * affects. The system counts in steps of several milliseconds, so many runs are measured together.
 */
async function meanCpu(work: () => Promise<unknown>): Promise<number> {
  await work()
  const begin = performance.now()
  const before = process.threadCpuUsage()
  let count = 0
  while (count < runs || performance.now() - begin < longEnough) {
    await work()
    count += 1
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 / count
}

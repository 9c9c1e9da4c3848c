import { type ListQuery, listQuery } from '@check-requests/domain/check-requests/list/query.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { listCompared as listOfNumbers } from '../bank/queries/clearing.ts'
import { sumUnsent } from '../bank/queries/positive-pay.ts'
import { findAtDay } from '../bank/queries/reconciliation.ts'
import { findVisible } from '../check-requests/queries/detail/find.ts'
import { listCompared, listPaidSame } from '../check-requests/queries/detail/print-duplicates.ts'
import { listJson } from '../check-requests/queries/list/list.ts'
import { listSampled } from '../people/auditors/queries/samples.ts'
import type { AppDatabase, Db } from '../tables.ts'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { planOf } from '../testing/query-plan.ts'
import { pageOf, totalsOf } from './commands/register.ts'
import { lastChecksOf } from './queries/checks.ts'
import { listOfRequest } from './queries/of-request.ts'
import { listReady } from './queries/ready.ts'
import { countNumbers } from './queries/runs.ts'
import { listLapsing, listLying } from './queries/watched.ts'

const scope = { level: 1 as const, dealerGroupId: 1, dealershipIds: [], departmentIds: [] }
const caller = { role: 'processor', userId: 1, scope } as unknown as Caller
const account = { id: 1, dealer_group_id: 1, stale_after_days: 180 } as Parameters<typeof pageOf>[1][number]
const asked = { search: '', limit: 50, after: undefined, scope }
const compared = {
  payee: 'harborglass',
  amount_cents: 123,
  payment: 'p',
  vin: 'v',
  po: 'o',
  invoice: 'i',
  created_at: '2026-11-20T15:00:00.000Z',
}

/** SQLite keeps no statistics, so the plans for this empty database also apply to a million checks. */
const questions: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  'a list of requests': (db) =>
    listJson(db, { caller, query: listQuery.parse({}) as ListQuery, now: 0, counting: (_, count) => count() }),
  'a search for a whole number': (db) =>
    listJson(db, {
      caller,
      query: listQuery.parse({ search: '20411' }) as ListQuery,
      now: 0,
      counting: (_, count) => count(),
    }),
  'the checks with a whole number': (db) => pageOf(db, [account], { ...asked, search: '20411' }, []),
  'a request': (db) => findVisible(db, caller, 1),
  'possible duplicates of paid requests': (db) => listPaidSame(db, 1, [compared as never]),
  'requests in comparison form': (db) => listCompared(db, [1, 2]),
  'the last check of each request': (db) => lastChecksOf(db, 1, [1, 2]),
  'the checks of a request': (db) => listOfRequest(db, 1, 1),
  'checks that are ready': (db) => listReady(db, { accountIds: [1, 2], scope, leaves: 'mailed' }),
  'checks not picked up': (db) =>
    listLying(db, { account, before: '2026-11-20', event: 'lying', after: 0, limit: 10 } as never),
  'lapsing stops': (db) => listLapsing(db, { group: 1, until: '2026-12-31', after: 0, limit: 10 }),
  'checks that the bank has paid': (db) => listOfNumbers(db, account, [1001, 1002]),
  'sampled checks': (db) => listSampled(db, 1, { from: '2026-01-01', to: '2026-12-31' }),
  'the total of checks unknown to the bank': (db) => sumUnsent(db, account),
  'the reconciliation': (db) => findAtDay(db, account, '2026-10-31'),
  'taken numbers': (db) => countNumbers(db, [1]),
  'a page of the register': (db) => pageOf(db, [account], asked),
  'an amount': (db) => pageOf(db, [account], { ...asked, amount_from: 5, amount_to: 5 }),
  'an amount in a state': (db) => pageOf(db, [account], { ...asked, amount_from: 5, amount_to: 5, state: 'voided' }),
  'totals of an amount': (db) => totalsOf(db, [account], { ...asked, amount_from: 5, amount_to: 5 }),
  'totals of an amount in a year': (db) => totalsOf(db, [account], { ...asked, amount_from: 5, from: '2026-01-01' }),
}

let database: AppDatabase
beforeAll(async () => {
  database = await (databases.find(({ name }) => name === 'SQLite') as DatabaseKind).open('empty')
})
afterAll(() => database.close())

test.each(Object.entries(questions))('reads %s with an index narrower than the dealer group', async (_, ask) => {
  const steps = await planOf(database, ask)
  expect(steps).not.toEqual([])
  const wide = steps.filter((step) => /SCAN (checks|c|r|reserved)\b|checks_\w+ \(dealer_group_id=\?\)$/.test(step))
  expect(wide, steps.join('\n')).toEqual([])
})

test('finds and totals checks of an amount with the amount index', async () => {
  for (const name of ['an amount', 'totals of an amount'] as const) {
    const steps = await planOf(database, questions[name] as (db: Db) => Promise<unknown>)
    expect(steps.join('\n')).toMatch(
      /checks_amount \(dealer_group_id=\? AND bank_account_id=\? AND state=\? AND amount_cents>\? AND amount_cents<\?\)/,
    )
  }
})

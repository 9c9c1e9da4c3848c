import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { weekOf } from '@check-requests/domain/check-requests/insights.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedKeys } from '../check-requests/queries/detail/duplicates.ts'
import { databases } from '../testing/databases.ts'
import { bareLetters } from '../testing/list-model.ts'
import { moveBody } from '../testing/requests.ts'
import { serve, type TestApp } from '../testing/start-app.ts'
import { openStoredHistory, type StoredHistory, type StoredRow } from '../testing/stored-history.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

// The columns that migrations recompute from the requests or, for purposes, from the purpose names.
const computed: Record<string, readonly string[]> = {
  match_keys: ['payment', 'payee', 'invoice', 'second_payee', 'joined'],
  check_request_search: ['purpose'],
}
const foldedRow = (row: StoredRow): StoredRow =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'string' ? bareLetters(value) : value]),
  )
const isComputed = (table: string, column: string) => computed[table]?.includes(column) ?? false

/** Tables that grow during the upgrade, because the audit trail starts to cover records and gets keys. */
const grown = ['audit_entries', 'audit_keys']

interface Stored {
  readonly began: string
  readonly requests: number
  /** The number of entries in each chain, including the first entry that covers records. */
  readonly entries: readonly number[]
  /** Search words used by the super admin, and the number of requests found. */
  readonly found: readonly [string, number]
  /** Search words with which the requester finds one request, and the values of that request. */
  readonly own: readonly [string, { amount: number; status_name: string }]
  readonly leaver: string
}

/** The demo plus one day of activity by users and admins, created by two early versions and upgraded to 1.0.0. */
const histories: readonly Stored[] = [
  {
    began: '0008',
    requests: 171,
    entries: [5, 522, 273, 5],
    found: ['ångström', 6],
    own: ['fixture supply 3', { amount: 777.77, status_name: 'approved' }],
    leaver: 'leaver@summit.example',
  },
  {
    began: '0020',
    requests: 187,
    entries: [7, 617, 232],
    found: ['ångström', 10],
    own: ['LAG-TOY-SVC-000132', { amount: 187.72, status_name: 'approved' }],
    leaver: 'leaver@lakeside.example',
  },
]

/** Adds up the totals of periods by week in UTC, as 1.0.0 kept them. */
function byWeek(rows: readonly StoredRow[]): StoredRow[] {
  const weeks = Map.groupBy(rows, ({ dealer_group_id, scope, scope_id, week }) =>
    JSON.stringify([dealer_group_id, scope, scope_id, weekOf(String(week), 'UTC')]),
  )
  return [...weeks].map(([key, periods]) => {
    const [dealer_group_id, scope, scope_id, week] = JSON.parse(key)
    const sums = ['requested', 'requested_cents', 'completed', 'completed_cents'].map((name) => [
      name,
      periods.reduce((sum, row) => sum + Number(row[name]), 0),
    ])
    return { dealer_group_id, scope, scope_id, week, ...Object.fromEntries(sums) }
  })
}

const cases = databases.flatMap((kind) => histories.map((stored) => ({ ...stored, kind, name: kind.name })))

describe.each(cases)(
  'data from 1.0.0, created at migration $began on $name and migrated to the current version',
  ({ kind, ...stored }) => {
    let history: StoredHistory
    let app: TestApp
    beforeAll(async () => {
      history = await openStoredHistory(kind, stored.began)
      app = await serve(history.database)
      app.clock.advance(7 * 86_400_000)
    })
    afterAll(async () => {
      await app.close()
      await history.place.drop()
    })

    async function rowsOf(table: string, columns: readonly string[]): Promise<string[]> {
      const { rows } = await sql<StoredRow>`select * from ${sql.table(table)}`.execute(history.database.read)
      return asTexts(table === 'week_totals' ? byWeek(rows) : rows, columns)
    }

    function asTexts(rows: readonly StoredRow[], columns: readonly string[]): string[] {
      return rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort()
    }

    test('keeps every row with the same values', async () => {
      expect(history.before.get('check_requests')?.length).toBe(stored.requests)
      for (const [table, rows] of history.before) {
        const columns = Object.keys(rows[0] ?? {}).filter((column) => !isComputed(table, column))
        if (table === 'audit_heads') continue
        const isFolded = table === 'check_request_search'
        const folded = isFolded ? rows.map((row) => foldedRow(row)) : rows
        const kept = asTexts(folded, columns)
        const now = await rowsOf(table, columns)
        kept.sort()
        expect(grown.includes(table) ? now.filter((row) => kept.includes(row)) : now, table).toEqual(kept)
      }
    })

    test('contains match keys computed with the current method', async () => {
      const { read } = history.database
      const requests = await read.selectFrom('check_requests').selectAll().orderBy('id').execute()
      const stored = await read
        .selectFrom('match_keys')
        .select(['id', 'payment', 'vin', 'po', 'invoice', 'second_payee', 'joined'])
        .orderBy('id')
        .execute()
      expect(stored).toEqual(requests.map((request) => ({ id: request.id, ...storedKeys(request) })))
    })

    test('has an intact audit trail that covers all records', async () => {
      const { intact, mismatches, chains } = await verifyTrail(history.database, null)
      expect({ intact, mismatches }).toEqual({ intact: true, mismatches: [] })
      // PostgreSQL needs three entries because more of its schema has changed.
      const [system = 0, ...groups] = stored.entries
      const expected = [kind.name === 'PostgreSQL' ? system + 2 : system, ...groups]
      expect(chains.map(({ entries }) => entries)).toEqual(expected)
    })

    test('finds requests by notes, parts of their numbers, and purpose', async () => {
      const { read } = history.database
      const rowsBefore = (table: string) => history.before.get(table) ?? []
      const notes = Map.groupBy(
        rowsBefore('status_history').toSorted((a, b) => Number(a.id) - Number(b.id)),
        ({ check_request_id }) => check_request_id,
      )
      const expected = rowsBefore('check_requests').flatMap(({ id, notes: own }) => {
        const all = [own, ...(notes.get(id) ?? []).map(({ note }) => note)].filter((note) => note !== null)
        return all.length === 0 ? [] : [{ id, notes: bareLetters(all.join('\n')) }]
      })
      expect(expected.length).toBeGreaterThan(0)
      const searched = read.selectFrom('check_request_notes').select(['id', 'notes']).orderBy('id')
      expect(await searched.execute()).toEqual(expected.toSorted((a, b) => Number(a.id) - Number(b.id)))
      const admin = await app.logIn('superadmin@example.com')
      const find = async (search: string) => {
        const { data } = await admin.call(requests.list, { query: { search, limit: 100 } })
        return data.items.map((item) => item.id)
      }
      const noted = expected.at(-1) as { id: number; notes: string }
      expect(await find((noted.notes.split('\n')[0] as string).slice(-12).trim())).toContain(noted.id)
      const numbered = rowsBefore('check_requests').findLast((row) => String(row.vin_last_digits ?? '').length > 4)
      expect(await find(String(numbered?.vin_last_digits).slice(-4))).toContain(numbered?.id)
      const [purposed] = rowsBefore('check_requests')
        .filter((row) => row.purpose_other === null)
        .slice(-1)
      const name = rowsBefore('purposes').find(({ id }) => id === purposed?.purpose_id)?.name
      expect(await find(String(name).toUpperCase())).toContain(purposed?.id)
    })

    test('contains counters that equal the number of requests', async () => {
      const { read } = history.database
      const place = sql`dealer_group_id, coalesce(dealership_id, 0) as dealership, coalesce(department_id, 0) as department, status_id`
      const perPlace = sql`select ${place}, amount from place_counters where amount <> 0 order by 1, 2, 3, 4`
      const stored = sql`select ${place}, count(*) as amount from check_requests group by 1, 2, 3, 4 order by 1, 2, 3, 4`
      expect((await perPlace.execute(read)).rows).toEqual((await stored.execute(read)).rows)
      const perPerson = sql`select user_id, amount from handled_counters where amount <> 0 order by 1`
      const handled = sql`select user_id, count(*) as amount from handled_requests group by 1 order by 1`
      expect((await perPerson.execute(read)).rows).toEqual((await handled.execute(read)).rows)
    })

    test('lets users find, raise, and approve requests, and keeps the audit trail intact', async () => {
      const admin = await app.logIn('superadmin@example.com')
      const found = await admin.call(requests.list, { query: { search: stored.found[0] } })
      expect(found.data.total).toBe(stored.found[1])
      const bare = await admin.call(requests.list, { query: { search: bareLetters(stored.found[0]).toUpperCase() } })
      expect(bare.data.total).toBe(stored.found[1])
      const requester = await app.logIn('requester@lakeside.example')
      const { data: own } = await requester.call(requests.list, { query: { search: stored.own[0] } })
      const [edited] = own.items
      expect(edited).toMatchObject(stored.own[1])
      const users = (await admin.call(userEndpoints.list)).data
      expect(users.find(({ email }) => email === stored.leaver)?.active).toBe(false)

      const [account] = users.filter(({ email }) => email === 'requester@lakeside.example')
      const body = {
        dealer_group_id: account?.dealer_group_id as number,
        dealership_id: account?.dealership_ids[0],
        department_id: account?.department_ids[0],
        amount: 410.25,
        payee_type: 'business' as const,
        payee_sub_type: 'vendor' as const,
        payee_name_1: 'Ninth Street Glazing',
        purpose_id: 10,
        priority_level: 'normal' as const,
        delivery_method_id: 2,
        po_purchase_no: 'PO-77',
      }
      const raised = await requester.call(requests.create, { body })
      expect(raised.status, raised.text).toBe(201)
      const { id } = raised.data
      const approver = await app.logIn('approver@lakeside.example')
      const approved = await approver.call(requests.changeStatus, { params: { id }, body: moveBody(3, 1, 1) })
      expect(approved.status, approved.text).toBe(201)
      const listed = await requester.call(requests.list, { query: { search: 'ninth street' } })
      expect(listed.data.items.map(({ id, status_name }) => ({ id, status_name }))).toEqual([
        { id, status_name: 'approved' },
      ])
      expect(await verifyTrail(history.database, null)).toMatchObject({ intact: true, mismatches: [] })
    })

    if (kind.name !== 'SQLite') return
    test('passes SQLite’s checks for damage, foreign keys, and indexes', async () => {
      const { read } = history.database
      expect((await sql`pragma integrity_check`.execute(read)).rows).toEqual([{ integrity_check: 'ok' }])
      expect((await sql`pragma foreign_key_check`.execute(read)).rows).toEqual([])
    })
  },
)

import { createHash } from 'node:crypto'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { journalEndpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { requirementEndpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases } from '../../testing/databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { serve, type TestApp } from '../../testing/start-app.ts'
import { openStoredHistory, type StoredHistory, type StoredRow } from '../../testing/stored-history.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const sqlite = databases.find(({ name }) => name === 'SQLite') as DatabaseKind

const kept = [
  'journal_events',
  'journal_exports',
  'ledger_accounts',
  'approval_policies',
  'approval_routes',
  'approvals',
  'delegations',
  'payees',
  'account_confirmations',
] as const

// Dealer group Northwest has a journal export with a voided check and a check charged to two accounts. October is
// closed, and the check printed as a replacement isn't exported yet. A policy, payees, required items, and a delegation
// were added later.
describe('upgrade of a data folder with a journal and approval policies from migration 0071', () => {
  let history: StoredHistory
  let app: TestApp
  beforeAll(async () => {
    history = await openStoredHistory(sqlite, '0071')
    app = await serve(history.database)
  })
  afterAll(async () => {
    await app.close()
    await history.place.drop()
  })

  const as = (name: PersonName, role: 'approver' | 'admin') => app.logIn(emailOf(name), role)
  const params = { id: 1 }

  test('keeps the rows of all tables and an intact audit trail', async () => {
    for (const table of kept) {
      const before = history.before.get(table) ?? []
      expect([table, before.length]).not.toEqual([table, 0])
      const { rows } = await sql<StoredRow>`select * from ${sql.table(table)}`.execute(history.database.read)
      const columns = Object.keys(before[0] ?? {})
      const inWords = (row: StoredRow) => JSON.stringify(columns.map((column) => row[column]))
      expect(rows.map(inWords).sort()).toEqual(before.map(inWords).sort())
    }
    expect(await verifyTrail(history.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })

  test('returns the identical export file, and puts unexported events into the next export', async () => {
    const admin = await as('admin-group', 'admin')
    const [made] = (await admin.call(journalEndpoints.exports, { params })).data
    const file = await admin.send('GET', `/api/v1/journal-exports/${made?.id}/file`)
    expect(createHash('sha256').update(file.text).digest('hex')).toBe(made?.sha256)
    expect(file.text).toBe(
      [
        'day,kind,check_number,account,debit,credit,payee',
        '2026-11-20,Issue,1001,2310,300.00,,Split Payoff',
        '2026-11-20,Issue,1001,6800,12.50,,Split Payoff',
        '2026-11-20,Issue,1001,1010,,312.50,Split Payoff',
        '2026-11-20,Issue,1002,9999,40.00,,Whole Check',
        '2026-11-20,Issue,1002,1010,,40.00,Whole Check',
        '2026-11-20,Void,1002,9999,,40.00,Whole Check',
        '2026-11-20,Void,1002,1010,40.00,,Whole Check',
        '',
      ].join('\r\n'),
    )
    const { closed_through, waiting } = (await admin.call(journalEndpoints.get, { params })).data
    expect([closed_through, waiting]).toEqual(['2026-10-31', [{ kind: 'issue', events: 1, amount: 40 }]])
    const next = await admin.call(journalEndpoints.makeExport, { params, body: { up_to: '2026-11-20' } })
    expect(next.data).toMatchObject({ number: 2, lines: 2, issued: 40 })
  })

  test('keeps the pending approvers, and continues the approval steps', async () => {
    const queued = async (name: PersonName) => {
      const { data } = await (await as(name, 'approver')).call(requests.list, { query: { view: 'pending' } })
      return data.items.map(({ payee_name_1 }) => payee_name_1).sort()
    }
    expect(await queued('approver-dealership')).toEqual(['First Step', 'From Before', 'Harbor Paint'])
    expect(await queued('approver-group')).toEqual(['From Before', 'Harbor Paint', 'Second Step'])
    // This user is the general manager's delegate; no second person has confirmed the user's own title.
    expect(await queued('approver-department')).toEqual(['From Before', 'Harbor Paint', 'Second Step'])
    const client = await as('approver-department', 'approver')
    const { items } = (await client.call(requests.list, { query: { view: 'pending', search: 'Second' } })).data
    const { id = 0, version } = items[0] ?? {}
    const approved = await client.call(requests.changeStatus, { params: { id }, body: { status_id: 3, version } })
    expect(approved.data.status_name).toBe('approved')
    const chain = (await client.call(approvalEndpoints.approval, { params: { id } })).data
    expect(chain?.steps.map(({ approved_by }) => approved_by.map((one) => one.for?.name))).toEqual([
      [undefined],
      ['approver-group Tester'],
    ])
  })

  test('keeps the payees, the required items, and an intact audit trail', async () => {
    const admin = await as('admin-group', 'admin')
    const { items } = (await admin.call(payeeEndpoints.list, { query: {} })).data
    expect(items.map(({ name, state }) => [name, state])).toEqual([
      ['First Step', 'new'],
      ['Forged Glass', 'blocked'],
      ['From Before', 'new'],
      ['Harbor Paint', 'verified'],
      ['Second Step', 'new'],
    ])
    const { purposes } = (await admin.call(requirementEndpoints.get, { params })).data
    expect(purposes.map(({ demands }) => demands)).toEqual([
      [{ item: 'repair-order', level: 'warn' }],
      [{ item: 'accounting', level: 'must' }],
    ])
    expect(await verifyTrail(history.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })
})

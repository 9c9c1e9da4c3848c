import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { emailOf, type PersonName } from '../testing/organization.ts'
import { serve, type TestApp } from '../testing/start-app.ts'
import { openStoredHistory, type StoredHistory } from '../testing/stored-history.ts'
import { verifyTrail } from '../trail/commands/verify.ts'
import { checkQueues } from './commands/check-queue.ts'

const sqlite = databases.find(({ name }) => name === 'SQLite') as DatabaseKind

describe('upgrade of a stored policy with pending requests from before approval queues existed', () => {
  let history: StoredHistory
  let app: TestApp
  beforeAll(async () => {
    history = await openStoredHistory(sqlite, '0056')
    app = await serve(history.database)
  })
  afterAll(async () => {
    await app.close()
    await history.place.drop()
  })

  const as = (name: PersonName) => app.logIn(emailOf(name), 'approver')
  const queued = async (name: PersonName) => {
    const { data } = await (await as(name)).call(requests.list, { query: { view: 'pending' } })
    return data.items.map(({ payee_name_1 }) => payee_name_1).sort()
  }

  test('keeps all rows of the approval tables and an intact audit trail', async () => {
    for (const table of ['approval_policies', 'approval_routes', 'approvals', 'user_approval_titles'] as const) {
      const before = history.before.get(table)
      expect([table, before?.length]).not.toEqual([table, 0])
      const now = await history.database.read.selectFrom(table).selectAll().execute()
      expect(now.map((row) => JSON.stringify(row)).sort()).toEqual(before?.map((row) => JSON.stringify(row)).sort())
    }
    expect(await verifyTrail(history.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })

  test('adds each request to the queues of its approvers at the first queue check', async () => {
    await checkQueues(app.services)
    expect(await queued('approver-dealership')).toEqual(['Anybody', 'First step', 'From before'])
    expect(await queued('approver-group')).toEqual(['Anybody', 'From before', 'Second step'])
    expect(await queued('approver-department')).toEqual(['Anybody', 'From before'])
  })

  test('continues an approval chain at the pending step', async () => {
    const client = await as('approver-group')
    const { items } = (await client.call(requests.list, { query: { view: 'pending' } })).data
    const id = items.find(({ payee_name_1 }) => payee_name_1 === 'Second step')?.id as number
    const { version } = (await client.call(requests.detail, { params: { id } })).data
    const approved = await client.call(requests.changeStatus, { params: { id }, body: { status_id: 3, version } })
    expect(approved.data.status_name).toBe('approved')
    const chain = (await client.call(approvalEndpoints.approval, { params: { id } })).data
    expect(chain?.steps.map(({ approved_by }) => approved_by.length)).toEqual([1, 1])
    expect(await verifyTrail(history.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })
})

import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { accountingEndpoints } from '@check-requests/domain/books/accounting/endpoints.ts'
import { journalEndpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { requirementEndpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { serve, type TestApp } from '../testing/start-app.ts'
import { createTestServices } from '../testing/test-services.ts'
import { paidRequests } from './checks.ts'
import { seedDemo } from './seed.ts'

/** The newest pending requests, which the seed created to show the approval rules. */
const waiting = { view: 'pending', sort: 'newest', limit: 4 } as const

/** Payees that the demo's requests with checks added to the payee list. */
const paid = new Set(paidRequests.map(({ payee_name_1 }) => payee_name_1))

onOneDatabase('approval control in the demo on $name', (kind) => {
  let app: TestApp
  let admin: Client
  beforeAll(async () => {
    const database = await kind.open('empty')
    await seedDemo(createTestServices(database, { demoApprovals: 'on' }))
    app = await serve(database)
    admin = await app.logIn('admin@lakeside.example')
  }, 60_000)
  afterAll(() => app.close())

  const groupOf = async (client: Client) =>
    (await client.call(checkRequestEndpoints.list, { query: { limit: 1 } })).data.items[0]

  test('contains a policy for Lakeside with three rules that one admin wrote and another admin published', async () => {
    const { data } = await admin.call(approvalEndpoints.versions, { params: { id: 1 } })
    const [version, ...earlier] = data
    expect(earlier).toEqual([])
    expect(version).toMatchObject({
      number: 1,
      edited_by: [{ name: 'Grace Lindqvist' }],
      published_by: { name: 'Sam Okafor' },
    })
    expect(version?.policy.rules.map(({ name }) => name)).toEqual(['Over $10,000', 'Payoffs'])
    const titles = (await admin.call(approvalEndpoints.titles)).data
    expect(titles.map(({ name, holders }) => [name, holders.length])).toEqual([
      ['Controller', 1],
      ['General manager', 3],
    ])
  })

  test('contains two payees pending verification, one blocked payee, and a delegate', async () => {
    const { items } = (await admin.call(payeeEndpoints.list, { query: {} })).data
    const own = items.filter(({ name }) => !paid.has(name))
    expect(own.map(({ name, state }) => [name, state])).toEqual([
      ['Badger State Bank', 'verified'],
      ['Cornerstone Credit Union', 'new'],
      ['Fox Valley Fasteners', 'new'],
      ['Great Lake Auto Part', 'blocked'],
      ['Great Lakes Auto Parts', 'verified'],
      ['Midwest Dealer Exchange', 'verified'],
    ])
    const delegations = (await admin.call(delegationEndpoints.list)).data
    expect(delegations).toMatchObject([{ from: { name: 'Luis Romero' }, to: { name: 'Victor Hale' } }])
  })

  test('contains a pending request for each rule that is visible to each approver of the rule', async () => {
    const requests = (await admin.call(checkRequestEndpoints.list, { query: waiting })).data.items
    const found = await Promise.all(
      requests.map(async ({ id, payee_name_1 }) => {
        const { data } = await admin.call(approvalEndpoints.approval, { params: { id } })
        return [
          payee_name_1,
          data?.steps.map(({ name, needed, approved_by }) => `${name} ${approved_by.length}/${needed}`),
        ]
      }),
    )
    expect(found).toEqual([
      ['Great Lake Auto Part', ['Approval 0/1']],
      ['Fox Valley Fasteners', ['Approval 0/1']],
      ['Cornerstone Credit Union', ['Two approvers 0/2']],
      ['Midwest Dealer Exchange', ['Controller 1/1', 'General manager 0/1']],
    ])
  })

  test('contains a journal with a closed and downloaded month, an export for the open month, and pending checks', async () => {
    const params = { id: 1 }
    const exports = (await admin.call(journalEndpoints.exports, { params })).data
    expect(exports.map(({ number, up_to }) => [number, up_to])).toEqual([
      [2, '2026-11-18'],
      [1, '2026-10-31'],
    ])
    const journal = (await admin.call(journalEndpoints.get, { params })).data
    expect(journal).toMatchObject({ begins_on: '2026-10-01', closed_through: '2026-10-31' })
    expect(journal.waiting).toMatchObject([{ kind: 'issue' }, { kind: 'void' }])
    const { items } = (await admin.call(auditEndpoints.list, { query: { entity: 'dealer-group', limit: 50 } })).data
    const downloads = items.filter(({ action }) => action === 'dealer-group.download-journal')
    expect(downloads.map(({ after }) => after)).toEqual([{ number: 1 }])
  })

  test('contains a chart of accounts, default accounts, and two requests charged to three accounts for Lakeside', async () => {
    const { accounts, total } = (await admin.call(accountingEndpoints.accounts, { params: { id: 1 }, query: {} })).data
    expect([total, accounts.filter(({ is_active }) => !is_active).map(({ number }) => number)]).toEqual([14, ['2999']])
    const { defaults } = (await admin.call(accountingEndpoints.chart, { params: { id: 1 } })).data
    expect(defaults.map(({ account_name }) => account_name)).toEqual([
      'Vehicle payoffs',
      'Inventory: parts and accessories',
      'Shop supplies',
      'Inventory: used vehicles',
    ])
    const { purposes } = (await admin.call(requirementEndpoints.get, { params: { id: 1 } })).data
    expect(purposes.map(({ demands }) => demands.map(({ item, level }) => `${level} ${item}`))).toEqual([
      ['warn vin', 'warn document-payoff-letter', 'warn accounting'],
      ['warn invoice-number', 'warn accounting'],
      ['warn vin', 'warn document-invoice', 'warn accounting'],
    ])
    const { items } = (await admin.call(checkRequestEndpoints.list, { query: waiting })).data
    const details = await Promise.all(
      items.map(async ({ id }) => (await admin.call(checkRequestEndpoints.detail, { params: { id } })).data),
    )
    const charged = details.flatMap(({ accounting = [] }) => accounting.map(({ account, amount }) => [account, amount]))
    expect(charged).toEqual([
      ['2420', 512.25],
      ['6800', 128.25],
      ['2400', 18_400],
    ])
  })

  test('contains no approval policy or journal for Summit and has an intact audit trail', async () => {
    const summit = await app.logIn('requester@summit.example')
    const own = await groupOf(summit)
    expect((await summit.call(approvalEndpoints.approval, { params: { id: own?.id ?? 0 } })).data).toBeNull()
    const params = { id: 2 }
    expect((await summit.call(accountingEndpoints.chart, { params })).data).toMatchObject({ has_accounts: false })
    const superAdmin = await app.logIn('superadmin@example.com')
    expect((await superAdmin.call(auditEndpoints.verify)).data).toMatchObject({ intact: true, mismatches: [] })
  })
})

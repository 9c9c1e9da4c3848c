import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/audit/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { delegationEndpoints } from '@check-requests/domain/delegations/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { databases } from '../testing/databases.ts'
import { serve, type TestApp } from '../testing/start-app.ts'
import { createTestServices } from '../testing/test-services.ts'
import { seedDemo } from './seed.ts'

describe.each(databases)('approval control in the demo on $name', (kind) => {
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

  test('Lakeside has a policy of three rules that one admin wrote and another person published', async () => {
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

  test('two payees wait to be verified, one is blocked, and somebody stands in', async () => {
    const { items } = (await admin.call(payeeEndpoints.list, { query: {} })).data
    expect(items.map(({ name, state }) => [name, state])).toEqual([
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

  test('a request waits at each rule, and each of its approvers sees it', async () => {
    const requests = (await admin.call(checkRequestEndpoints.list, { query: { sort: 'newest', limit: 4 } })).data.items
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

  test('Summit stays without, and the trail holds', async () => {
    const summit = await app.logIn('requester@summit.example')
    const own = await groupOf(summit)
    expect((await summit.call(approvalEndpoints.approval, { params: { id: own?.id ?? 0 } })).data).toBeNull()
    const superAdmin = await app.logIn('superadmin@example.com')
    expect((await superAdmin.call(auditEndpoints.verify)).data).toMatchObject({ intact: true, mismatches: [] })
  })
})

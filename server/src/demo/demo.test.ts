import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { WholeRequest } from '@check-requests/domain/check-requests/replies.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { testsBegin } from '../testing/clock.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'

// The table from decision C1: account, roles (primary role first), access level, group.
const table = `
superadmin@example.com      1        0  -
admin@lakeside.example      1        1  Lakeside Auto Group
requester@lakeside.example  2        3  Lakeside Auto Group
requester2@lakeside.example 2        2  Lakeside Auto Group
approver@lakeside.example   3        1  Lakeside Auto Group
approver2@lakeside.example  3        2  Lakeside Auto Group
processor@lakeside.example  4        1  Lakeside Auto Group
manager@lakeside.example    3,2      2  Lakeside Auto Group
inactive@lakeside.example   2        3  Lakeside Auto Group
requester@summit.example    2        1  Summit Motors
approver@summit.example     3        1  Summit Motors
processor@summit.example    4        1  Summit Motors
everyone@summit.example     2,3,4,1  1  Summit Motors
`
const accounts = table
  .trim()
  .split('\n')
  .map((line) => {
    const [email = '', roles = '', level = '', ...group] = line.split(/\s+/)
    return { email, roles: roles.split(',').map(Number), level: Number(level), group: group.join(' ') }
  })
const password = 'check-request-demo'
const day = 86_400_000

onBothDatabases('the demo on $name', (kind) => {
  let app: TestApp
  let superAdmin: Client
  let requests: WholeRequest[]
  beforeAll(async () => {
    app = await startApp(kind)
    superAdmin = await app.logIn('superadmin@example.com')
    requests = (await superAdmin.call(checkRequestEndpoints.byUser)).data
  })
  afterAll(() => app.close())

  test('contains the organization described in decision C1', async () => {
    const groups = (await superAdmin.call(organizationEndpoints.dealerGroups)).data
    expect(groups.map(({ name, code, settings }) => [name, code, settings?.separation_of_duties])).toEqual([
      ['Lakeside Auto Group', 'LAG', true],
      ['Summit Motors', 'SUM', false],
    ])
    expect((await superAdmin.call(organizationEndpoints.dealerships)).data).toHaveLength(5)
    expect((await superAdmin.call(organizationEndpoints.departments)).data).toHaveLength(14)
  })

  test('contains the accounts described in decision C1', async () => {
    const users = (await superAdmin.call(userEndpoints.list)).data
    const found = users.map((user) => ({
      email: user.email,
      roles: [user.primary_role, ...user.role_ids.filter((id) => id !== user.primary_role)],
      level: Number(user.access_level),
      group: user.dealer_group_name ?? '-',
    }))
    const byEmail = (one: { email: string }, other: { email: string }) => one.email.localeCompare(other.email)
    const sorted = (people: typeof found) =>
      people.map((person) => ({ ...person, roles: [person.roles[0], ...person.roles.slice(1).sort()] })).sort(byEmail)
    expect(sorted(found)).toEqual(sorted(accounts))
  })

  test('lists the demo accounts on the login screen with working passwords', async () => {
    const offered = (await app.anyone.call(sessionEndpoints.demoAccounts)).data
    expect(offered.map(({ email }) => email)).toEqual(accounts.map(({ email }) => email))
    for (const { description } of offered) expect(description).toMatch(/\)\. [A-Z]/)
    for (const account of offered) {
      expect(account.password).toBe(password)
      const { status } = await app.anyone.call(sessionEndpoints.login, { body: { email: account.email, password } })
      expect(status, account.email).toBe(account.email.startsWith('inactive') ? 423 : 200)
    }
  })

  test('contains about 150 requests over 120 days, in every status and for both groups', () => {
    expect(requests.length).toBeGreaterThanOrEqual(130)
    expect(requests.length).toBeLessThanOrEqual(170)
    const ages = requests.map(({ created_at }) => (testsBegin - Date.parse(created_at)) / day)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ages)).toBeLessThanOrEqual(121)
    expect(Math.max(...ages)).toBeGreaterThan(100)
    expect([...new Set(requests.map(({ status_id }) => status_id))].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(new Set(requests.map(({ dealer_group_name }) => dealer_group_name)).size).toBe(2)
  })

  test('gives every request a history that leads to the current status', async () => {
    for (const { id, request_number, status_id, created_at } of requests) {
      const { data: history } = await superAdmin.call(checkRequestEndpoints.history, { params: { id } })
      expect(history[0], request_number).toMatchObject({ action: 'created', status_id: 1, timestamp: created_at })
      expect(history.at(-1)?.status_id, request_number).toBe(status_id)
      const times = history.map(({ timestamp }) => timestamp)
      expect(times, request_number).toEqual(times.toSorted())
      expect(Date.parse(times.at(-1) ?? '')).toBeLessThanOrEqual(testsBegin)
    }
  })

  test('has an intact audit trail', async () => {
    expect((await superAdmin.call(auditEndpoints.verify)).data).toMatchObject({ intact: true, mismatches: [] })
  })

  test('creates no data and lists no accounts when the demo is switched off', async () => {
    const empty = await startApp(kind, { content: 'empty', config: { demo: 'off' } })
    expect((await empty.anyone.call(sessionEndpoints.demoAccounts)).data).toEqual([])
    await empty.close()
  })
})

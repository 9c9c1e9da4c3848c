import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '../../operation/jobs/commands/daily.ts'
import { addUser, userBody } from '../../testing/accounts.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { serve } from '../../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../../testing/world.ts'

const hour = 3_600_000

onOneDatabase('failed logins on $name', (kind) => {
  let world: World
  let asked: () => number
  beforeAll(async () => {
    const database = countQueries(await kind.open('world'))
    asked = database.asked
    world = worldOf(await serve(database), database, await idsOf(database))
  })
  beforeEach(async () => {
    world.clock.advance(hour)
    await world.database.transact((trx) => trx.deleteFrom('failed_logins').execute())
  })
  afterAll(() => world.close())

  const guess = (email: string, from: string, password = 'not the password') =>
    world.anyone.send('POST', '/api/v1/auth/login', { body: { email, password }, from })
  const listFor = async (name: PersonName) => (await (await world.as(name)).call(userEndpoints.failedLogins)).data

  test('lists wrong passwords by account, network, and day, with times and counts', async () => {
    const email = emailOf('requester-department')
    const begun = new Date(world.clock.read()).toISOString()
    await guess(email, '203.0.113.7')
    await guess(email.toUpperCase(), '203.0.113.7')
    world.clock.advance(1000)
    await guess(email, '2001:db8:1:2::99')
    const last = new Date(world.clock.read()).toISOString()
    const account = {
      user_id: world.ids.people['requester-department'],
      email,
      user_name: 'requester-department Tester',
    }
    expect(await listFor('admin-group')).toEqual([
      { ...account, network: '2001:db8:1:2', attempts: 1, first_at: last, last_at: last },
      { ...account, network: '203.0.113.7', attempts: 2, first_at: begun, last_at: begun },
    ])
    world.clock.advance(24 * hour)
    await guess(email, '203.0.113.7')
    expect((await listFor('admin-group')).map(({ attempts }) => attempts)).toEqual([1, 1, 2])
  })

  test('lists a wrong old password at a password change as a failed login', async () => {
    const { email, password } = userBody(world.ids)
    await addUser(await world.as('admin-group'), userBody(world.ids, { email, username: email }))
    const { data } = await world.anyone.call(sessionEndpoints.login, { body: { email, password } })
    const client = world.anyone.with({ 'x-auth-token': data.token })
    await client.call(sessionEndpoints.changePassword, { body: { oldPass: 'wrong', newPass: 'quiet river lantern' } })
    expect(await listFor('admin-group')).toMatchObject([{ email, attempts: 1 }])
  })

  test('shows admins the accounts in their scope, and attempts at unknown accounts only to super admins', async () => {
    const named = [
      'requester-honda',
      'requester-dealership',
      'requester-department',
      'everyone-eastside',
      'admin-super',
    ]
    for (const name of named) await guess(emailOf(name as PersonName), '203.0.113.8')
    await guess('nobody-at-all@test.example', '203.0.113.8')
    const seenBy = async (name: PersonName) => (await listFor(name)).map(({ email }) => email).sort()
    const emails = (...names: PersonName[]) => names.map(emailOf).sort()
    expect(await seenBy('admin-group')).toEqual(
      emails('requester-honda', 'requester-dealership', 'requester-department'),
    )
    expect(await seenBy('admin-dealership')).toEqual(emails('requester-dealership', 'requester-department'))
    expect(await seenBy('admin-eastside')).toEqual(emails('everyone-eastside'))
    expect(await seenBy('admin-super')).toEqual([...emails(...(named as PersonName[])), null].sort())
    for (const name of ['requester-group', 'approver-group', 'processor-group'] as const)
      expect((await (await world.as(name)).call(userEndpoints.failedLogins)).status).toBe(403)
  })

  test('stores no value that the user typed in a failed login', async () => {
    const typed = ['hunter2@secret.example', 'Correct.Horse@battery.example']
    for (const email of typed) await guess(email, '203.0.113.9', 'another secret')
    const { rows } = await sql<object>`select * from failed_logins`.execute(world.database.read)
    expect(rows).toMatchObject([{ user_id: null, network: '203.0.113.9', attempts: 2 }])
    expect(JSON.stringify(rows)).not.toMatch(/hunter2|horse|secret/i)
  })

  test('does the same work for an unknown user as for a known user', async () => {
    const workOf = async (email: string, from: string) => {
      const before = asked()
      expect((await guess(email, from)).status).toBe(401)
      return asked() - before
    }
    const first = [await workOf(emailOf('inactive'), '203.0.113.20'), await workOf('no@test.example', '203.0.113.21')]
    const second = [await workOf(emailOf('inactive'), '203.0.113.20'), await workOf('no@test.example', '203.0.113.21')]
    // Loading an existing user also reads their roles; nothing else differs.
    expect([first[0] ?? 0, second[0] ?? 0].map((work, index) => work - ([first[1], second[1]][index] ?? 0))).toEqual([
      1, 1,
    ])
  })

  test('keeps the newest 50 failures per account and 500 for unknown accounts, for at most 90 days', async () => {
    const email = emailOf('approver-department')
    for (let number = 1; number <= 55; number += 1) {
      await guess(email, `198.51.100.${number}`)
      world.clock.advance(hour / 2)
    }
    const networks = (await listFor('admin-group')).map(({ network }) => network)
    expect(networks).toEqual(Array.from({ length: 50 }, (_, index) => `198.51.100.${55 - index}`))
    const old = { network: '192.0.2.1', day: '2020-01-01', attempts: 1, first_at: '2020', last_at: '2020' }
    const rows = Array.from({ length: 510 }, () => ({ ...old, user_id: null }))
    await world.database.transact((trx) => trx.insertInto('failed_logins').values(rows).execute())
    await guess('nobody@test.example', '198.51.100.200')
    const { length } = await ofNobody()
    expect(length).toBe(500)
    world.clock.advance(91 * 24 * hour)
    await sweep(world.services)
    const { rows: left } = await sql`select * from failed_logins`.execute(world.database.read)
    expect(left).toEqual([])
  })

  function ofNobody() {
    return world.database.read.selectFrom('failed_logins').select('id').where('user_id', 'is', null).execute()
  }
})

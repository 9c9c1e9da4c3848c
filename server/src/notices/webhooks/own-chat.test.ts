import { tokenEndpoints as tokens } from '@check-requests/domain/access/tokens/endpoints.ts'
import { commentEndpoints as comments } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { inboxEndpoints as inbox } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { webhookEndpoints as endpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints as users } from '@check-requests/domain/people/users/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../tables.ts'
import { approved } from '../../testing/checks.ts'
import { confirmControls } from '../../testing/controls.ts'
import { inboxOf } from '../../testing/inbox.ts'
import { startMailWorld } from '../../testing/mail-world.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { move, raise } from '../../testing/requests.ts'
import { Receiver } from '../../testing/webhook-receiver.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { sendWebhooks } from './commands/send.ts'

const place = 'NWG/TOY/SVC'
const config = {
  allowedNetworks: ['127.0.0.1/32'],
  chatHosts: ['127.0.0.1', '10.0.0.1'],
  publicUrl: new URL('https://checks.example.com'),
}

onBothDatabases('users’ own chats on $name', (kind) => {
  let world: World
  let receiver: Receiver
  beforeEach(async () => {
    world = await startWorld(kind, { config })
    await approved(world)
    receiver = await Receiver.start()
  })
  afterEach(async () => {
    receiver.close()
    await world.close()
  })

  const admin = () => world.as('admin-group', 'admin')
  const send = () => sendWebhooks(world.services)
  const allow = async (isAllowed = true, of = world) => {
    const params = { id: of.ids.places.NWG }
    const client = await of.as('admin-group', 'admin')
    const { version } = (await client.call(tokens.connections, { params })).data
    const body = { version, personal_chats: isAllowed }
    const saved = await client.call(tokens.saveConnections, { params, body })
    expect([saved.status, saved.data.personal_chats]).toEqual([200, false])
  }
  const tryToAdd = async (name: PersonName, url = receiver.url, of = world) =>
    (await of.as(name)).call(endpoints.addOwnChat, { body: { format: 'slack', url } })
  /** Adds a user's chat in a dealer group that allows it, and forgets the message about that. */
  const add = async (name: PersonName, of = world) => {
    const added = await tryToAdd(name, receiver.url, of)
    if (added.status === 403) {
      await allow(true, of)
      await confirmControls(of)
      return add(name, of)
    }
    expect([added.status, added.data.chat?.state]).toEqual([201, 'active'])
    await sendWebhooks(of.services)
    receiver.calls.length = 0
    return added.data.chat?.id ?? 0
  }
  const texts = () => receiver.calls.map(({ body }): string => JSON.parse(body).text)
  const change = (work: (trx: Tx) => Promise<unknown>) => world.database.transact(work)
  const ownOf = async (name: PersonName) => (await (await world.as(name)).call(endpoints.ownChat)).data

  test('need a dealer group in which two admins allowed them, and notify their user', async () => {
    const refused = await tryToAdd('approver-group')
    expect([refused.status, refused.message]).toEqual([403, expect.stringContaining('Ask an admin to allow them')])
    await allow()
    expect((await tryToAdd('approver-group')).status).toBe(403)
    await confirmControls(world)
    expect((await tryToAdd('approver-super')).status).toBe(403)
    expect((await tryToAdd('approver-eastside')).status).toBe(403)
    expect((await tryToAdd('approver-group')).status).toBe(201)
    const [notice] = (await inboxOf(await world.as('approver-group'))).items
    expect(notice).toMatchObject({ event: 'chat-added', text: expect.stringContaining('If this wasn’t you') })
    await send()
    expect(texts()[0]).toBe(
      'Your account now sends its notices to a chat (System). https://checks.example.com/my-settings',
    )
    const again = await tryToAdd('approver-group')
    expect([again.status, again.message]).toEqual([409, 'You already have a chat. Remove it to add another one.'])
    const stored = JSON.stringify(await world.database.read.selectFrom('webhooks').selectAll().execute())
    expect(stored).not.toContain('/hook')
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('get what the user’s inbox gets, once, with the amount and a link, but without comments', async () => {
    await add('approver-group')
    await add('requester-group')
    const { id, request_number: number } = await raise(world, 'requester-group', place)
    await send()
    const link = `https://checks.example.com/check-requests/${id}`
    const waits = `${number} needs your approval: Harbor Paint Supply, $1,250.50 (requester-group Tester). ${link}`
    expect(texts()).toEqual([waits])
    const text = `@[${world.ids.people['approver-group']}] Is this evil.example?`
    await (await world.as('admin-super')).call(comments.write, { params: { id }, body: { text } })
    await move(await world.as('approver-group'), id, 3, 1)
    await send()
    await send()
    const said = texts().slice(1).toSorted()
    const paid = 'Harbor Paint Supply, $1,250.50'
    expect(said).toEqual([
      `${number} has a comment that mentions you: ${paid} (admin-super Tester). ${link}`,
      `${number} has a new comment: ${paid} (admin-super Tester). ${link}`,
      `${number} was approved: ${paid} (approver-group Tester). ${link}`,
    ])
  })

  test('leave out topics that the user turned off, and everything that names a payment in a discreet dealer group', async () => {
    await add('requester-group')
    await (await world.as('requester-group')).call(inbox.saveChoices, { body: { hold: 'off', decision: 'inbox' } })
    const settings = { params: { id: world.ids.places.NWG }, body: { settings: { discreet_mails: true } } }
    await (await world.as('admin-super')).call(organization.updateGroup, settings)
    const { id, request_number: number } = await raise(world, 'requester-group', place)
    await move(await world.as('approver-group'), id, 3, 1)
    await send()
    expect(texts()).toEqual([`${number} was approved. https://checks.example.com/check-requests/${id}`])
    const stored = JSON.stringify(await world.database.read.selectFrom('webhook_deliveries').selectAll().execute())
    for (const secret of ['Harbor', '1,250', '1250']) expect(stored).not.toContain(secret)
    await (await world.as('requester-group')).call(inbox.saveChoices, { body: { decision: 'off' } })
    await raise(world, 'requester-group', place).then(async (other) =>
      move(await world.as('approver-group'), other.id, 8, 1),
    )
    await send()
    expect(texts()).toHaveLength(1)
  })

  test('get an email’s notice, too, where a mail server is configured, and neither twice', async () => {
    const mails = await startMailWorld(kind, config)
    await approved(mails)
    await add('approver-group', mails)
    const { request_number: number } = await raise(mails, 'requester-group', place)
    await Promise.all([mails.send(), sendWebhooks(mails.services)])
    await Promise.all([mails.send(), sendWebhooks(mails.services)])
    const subjects = mails.mailsTo('approver-group').map(({ subject }) => subject)
    expect(subjects).toEqual([
      expect.stringContaining('now sends its notices to a chat'),
      expect.stringContaining(`${number} needs your approval`),
    ])
    expect(texts()).toEqual([expect.stringContaining(`${number} needs your approval`)])
    await mails.close()
  })

  const people = () => world.ids.people
  const losses: readonly (readonly [string, PersonName, (trx: Tx) => Promise<unknown>])[] = [
    [
      'is deactivated',
      'approver-group',
      (trx) => trx.updateTable('users').set({ active: 0 }).where('id', '=', people()['approver-group']).execute(),
    ],
    [
      'loses the department',
      'approver-department',
      (trx) => trx.deleteFrom('user_departments').where('user_id', '=', people()['approver-department']).execute(),
    ],
    [
      'loses the role',
      'approver-dealership',
      (trx) => trx.deleteFrom('user_roles').where('user_id', '=', people()['approver-dealership']).execute(),
    ],
    [
      'has a dealer group that stops allowing chats',
      'approver-group',
      (trx) => trx.updateTable('dealer_groups').set({ personal_chats: 0 }).execute(),
    ],
    [
      'has a dealer group that is deactivated',
      'approver-group',
      (trx) => trx.updateTable('dealer_groups').set({ is_active: 0 }).execute(),
    ],
  ]
  test.each(losses)('get nothing more from the moment when the user %s', async (_, name, lose) => {
    await add(name)
    await raise(world, 'requester-group', place)
    receiver.answer = () => undefined
    await send()
    expect(receiver.calls).toHaveLength(1)
    await change(lose)
    receiver.answer = () => 204
    world.services.testClock.advance(60_000)
    await send()
    expect(receiver.calls).toHaveLength(1)
    const [last] = await world.database.read
      .selectFrom('webhook_deliveries')
      .selectAll()
      .orderBy('id', 'desc')
      .execute()
    expect(last).toMatchObject({ outcome: 'failed', answer: expect.stringContaining('no longer concerns the user') })
  })

  test('get nothing about account changes once the user can’t confirm them', async () => {
    await add('admin-group')
    const body = { name: 'Accounting', url: receiver.url, format: 'standard' as const }
    const made = await (await world.as('everyone', 'admin')).call(endpoints.create, {
      body: { ...body, events: ['check-request.held'] },
    })
    expect(made.status).toBe(201)
    await change((trx) =>
      trx.updateTable('user_roles').set({ role_id: 2 }).where('user_id', '=', people()['admin-group']).execute(),
    )
    await send()
    expect(receiver.calls).toEqual([])
  })

  test('get not even notices about the account once the user moves to another dealer group', async () => {
    await add('requester-group')
    await tryToAdd('approver-group')
    const places = { dealer_group_id: world.ids.places.EAS }
    await change((trx) => trx.updateTable('users').set(places).where('id', '=', people()['approver-group']).execute())
    await send()
    expect(receiver.calls).toEqual([])
  })

  test('end when the user is deactivated or deleted', async () => {
    await add('approver-group')
    await add('requester-group')
    const id = people()['approver-group']
    expect((await (await admin()).call(users.update, { body: { id, active: false } })).status).toBe(200)
    expect((await (await admin()).call(users.remove, { body: { email: emailOf('requester-group') } })).status).toBe(200)
    const states = await world.database.read.selectFrom('webhooks').select('state').execute()
    expect(states).toEqual([{ state: 'ended' }, { state: 'ended' }])
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('are seen and removed by admins of the dealer group, who can do nothing else with them', async () => {
    const id = await add('approver-group')
    const other = await add('requester-group')
    const [listed] = (await (await admin()).call(endpoints.list)).data
    expect(listed).toMatchObject({ id, is_personal: true, name: 'approver-group Tester’s Chat', events: [] })
    for (const row of [endpoints.test, endpoints.resume, endpoints.rotate, endpoints.deliveries] as const)
      expect((await (await admin()).call(row, { params: { id } })).status).toBe(404)
    const [delivery] = await world.database.read.selectFrom('webhook_deliveries').select('id').execute()
    const params = { id, delivery: delivery?.id ?? 0 }
    expect((await (await admin()).call(endpoints.resend, { params })).status).toBe(404)
    for (const name of ['admin-eastside', 'admin-dealership', 'approver-group', 'requester-group'] as const)
      expect([403, 404]).toContain((await (await world.as(name)).call(endpoints.end, { params: { id } })).status)
    expect((await (await admin()).call(endpoints.end, { params: { id } })).status).toBe(200)
    await raise(world, 'requester-group', place)
    await send()
    expect(receiver.calls).toEqual([])
    expect((await ownOf('approver-group')).chat).toBeNull()
    expect((await ownOf('requester-group')).chat?.id).toBe(other)
    const { items } = await inboxOf(await world.as('approver-group'))
    expect(items.find(({ event }) => event === 'chat-off')?.text).toBe('admin-group Tester removed the chat.')
  })

  test('are tested and removed by their user alone', async () => {
    await add('approver-group')
    const tested = await (await world.as('approver-group')).call(endpoints.testOwnChat)
    expect(tested.data.last).toMatchObject({ event: 'test', outcome: 'delivered', answer: '204' })
    expect(texts()).toEqual(['Test message from check requests, sent by approver-group Tester.'])
    for (const row of [endpoints.testOwnChat, endpoints.resumeOwnChat, endpoints.removeOwnChat] as const)
      expect((await (await world.as('requester-group')).call(row)).status).toBe(404)
    expect(await ownOf('requester-group')).toEqual({ is_allowed: true, chat: null, last: null })
    const removed = await (await world.as('approver-group')).call(endpoints.removeOwnChat)
    expect([removed.status, removed.data.chat]).toEqual([200, null])
    await add('approver-group')
  })

  test('are switched off after three days of failures, tell their user why, and are switched on again', async () => {
    await add('approver-group')
    receiver.answer = () => 500
    await raise(world, 'requester-group', place)
    for (let hours = 0; hours < 80; hours += 2) {
      await send()
      world.services.testClock.advance(7_200_000)
    }
    const client = await world.logIn(emailOf('approver-group'))
    const { chat } = (await client.call(endpoints.ownChat)).data
    expect(chat).toMatchObject({ state: 'off', pending: 0, off_reason: expect.stringContaining('500') })
    const notice = (await inboxOf(client)).items.find(({ event }) => event === 'chat-off')
    expect(notice?.text).toContain('Calls failed for three days.')
    const others = await inboxOf(await world.logIn(emailOf('admin-group')))
    expect(others.items.filter(({ event }) => event === 'chat-off' || event === 'webhook-off')).toEqual([])
    expect((await client.call(endpoints.resumeOwnChat)).data.chat?.state).toBe('active')
    expect((await client.call(endpoints.resumeOwnChat)).status).toBe(409)
  })

  test('call only chats and hosts that the server allows, and no host inside a private network', async () => {
    await allow()
    await confirmControls(world)
    for (const url of ['https://127.0.0.2/hook', 'https://hooks.slack.com.evil.example/services/T0/B0/X0'])
      expect((await tryToAdd('approver-group', url)).message).toContain('Other servers aren’t allowed')
    expect((await tryToAdd('approver-group', 'https://10.0.0.1/hook')).status).toBe(201)
    const { data } = await (await world.as('approver-group')).call(endpoints.testOwnChat)
    expect(data.last).toMatchObject({ outcome: 'failed', answer: '10.0.0.1 is inside a private network' })
  })
})

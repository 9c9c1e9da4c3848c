import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { webhookEndpoints as endpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { webhookBody } from '@check-requests/domain/notices/webhooks/events.ts'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { approved } from '../../testing/checks.ts'
import { confirmControls } from '../../testing/controls.ts'
import { inboxOf } from '../../testing/inbox.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { raise } from '../../testing/requests.ts'
import { type Call, isSigned, Receiver } from '../../testing/webhook-receiver.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { signedHeaders } from './commands/manage.ts'
import { sendWebhooks } from './commands/send.ts'

const hour = 3_600_000

test('signs as the reference library of Standard Webhooks 1.1.1 does (its published example)', () => {
  const call = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330, body: '{"test": 2432232314}' }
  expect(signedHeaders(call, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': call.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

onBothDatabases('webhooks on $name', (kind) => {
  let world: World
  let receiver: Receiver
  beforeEach(async () => {
    const publicUrl = new URL('https://checks.example.com')
    world = await startWorld(kind, { config: { allowedNetworks: ['127.0.0.1/32'], publicUrl } })
    await approved(world)
    receiver = await Receiver.start()
  })
  afterEach(async () => {
    receiver.close()
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const admin = () => world.as('admin-group', 'admin')
  const send = () => sendWebhooks(world.services)
  const bodyFor = (changes: object = {}) => ({
    name: 'Accounting',
    url: receiver.url,
    format: 'standard' as const,
    events: ['check-request.created' as const, 'check-request.status' as const],
    ...changes,
  })
  const add = async (changes: object = {}) => {
    const made = await (await admin()).call(endpoints.create, { body: bodyFor(changes) })
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    await confirmControls(world)
    return { id: made.data.webhook.id, secret: made.data.secret }
  }
  const raiseOne = () => raise(world, 'requester-group', 'NWG/TOY/SVC')
  const process = async (id: number, version: number) => {
    const call = { params: { id }, body: { status_id: 2 as const, version } }
    expect((await (await world.as('approver-group')).call(requests.changeStatus, call)).status).toBe(201)
  }
  const log = async (id: number) => (await (await admin()).call(endpoints.deliveries, { params: { id } })).data
  // Sessions end after days without activity.
  const later = () => world.logIn(emailOf('admin-group'), 'admin')
  const found = async (id: number) => (await (await later()).call(endpoints.list)).data.find((one) => one.id === id)
  const typesOf = (calls: readonly Call[]) => calls.map(({ body }) => JSON.parse(body).type)

  test('call a receiver once a second admin confirmed them, in order, signed, and without amounts', async () => {
    const made = await (await admin()).call(endpoints.create, { body: bodyFor() })
    expect(made.data.webhook).toMatchObject({ state: 'waiting', origin: new URL(receiver.url).origin })
    await raiseOne()
    await send()
    expect(receiver.calls).toEqual([])
    await confirmControls(world)
    const { id, version } = await raiseOne()
    await process(id, version)
    await send()
    expect(typesOf(receiver.calls)).toEqual(['check-request.created', 'check-request.status'])
    for (const call of receiver.calls) {
      expect(isSigned(call, made.data.secret)).toBe(true)
      expect(webhookBody.parse(JSON.parse(call.body)).data).toMatchObject({ id, dealership_id: expect.any(Number) })
      expect(call.body).not.toContain('1250')
    }
    expect((await log(made.data.webhook.id)).map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered'])
    const stored = JSON.stringify(await world.database.read.selectFrom('webhooks').selectAll().execute())
    expect(stored).not.toContain(made.data.secret)
    expect(stored).not.toContain('/hook')
  })

  test('write a call only if its transaction commits, and none for other groups or events', async () => {
    await add({ events: ['check-request.created'] })
    await raise(world, 'requester-eastside', 'EAS/KIA/SVC')
    const { id, version } = await raiseOne()
    await process(id, version)
    const stale = { params: { id }, body: { status_id: 3 as const, version } }
    expect((await (await world.as('approver-group')).call(requests.changeStatus, stale)).status).toBe(409)
    const calls = await world.database.read
      .selectFrom('webhook_deliveries')
      .select(['event', 'check_request_id'])
      .execute()
    expect(calls).toEqual([{ event: 'check-request.created', check_request_id: id }])
  })

  test('retry with growing pauses and the same id, keep the order of a request, and then switch off with a notice', async () => {
    const { id } = await add()
    receiver.answer = () => undefined
    const { id: requestId, version } = await raiseOne()
    await process(requestId, version)
    await send()
    await send()
    expect(receiver.calls).toHaveLength(1)
    world.services.testClock.advance(6000)
    await send()
    expect(new Set(receiver.calls.map((call) => call.id)).size).toBe(1)
    expect(receiver.calls).toHaveLength(2)
    receiver.answer = () => 200
    world.services.testClock.advance(hour)
    await send()
    expect(typesOf(receiver.calls).slice(-2)).toEqual(['check-request.created', 'check-request.status'])

    receiver.answer = () => 500
    await raiseOne()
    for (let hours = 0; hours < 80; hours += 2) {
      await send()
      world.services.testClock.advance(2 * hour)
    }
    expect(await found(id)).toMatchObject({ state: 'off', pending: 0, off_reason: expect.stringContaining('500') })
    const calls = receiver.calls.length
    await send()
    expect(receiver.calls).toHaveLength(calls)
    const [notice] = (await inboxOf(await later())).items
    expect(notice).toMatchObject({ event: 'webhook-off', text: expect.stringContaining('three days') })
    expect((await (await later()).call(endpoints.resume, { params: { id } })).data.state).toBe('active')
  })

  test('stop at once when the receiver answers that it is gone', async () => {
    const { id } = await add()
    receiver.answer = () => 410
    await raiseOne()
    await send()
    expect(await found(id)).toMatchObject({ state: 'off', off_reason: expect.stringContaining('410') })
  })

  test('sign with both secrets for a day after a rotation', async () => {
    const { id, secret } = await add()
    const rotated = await (await admin()).call(endpoints.rotate, { params: { id } })
    await raiseOne()
    await send()
    const [call] = receiver.calls
    if (!call) throw new Error('There was no call')
    expect([isSigned(call, secret), isSigned(call, rotated.data.secret)]).toEqual([true, true])
    world.services.testClock.advance(25 * hour)
    await raiseOne()
    await send()
    const last = receiver.calls.at(-1) ?? call
    expect([isSigned(last, secret), isSigned(last, rotated.data.secret)]).toEqual([false, true])
  })

  test('log a test and send a delivery again with the same id', async () => {
    const { id } = await add()
    const tested = await (await admin()).call(endpoints.test, { params: { id } })
    expect(tested.data).toMatchObject({ event: 'test', outcome: 'delivered', answer: '204' })
    const entries = world.database.read.selectFrom('audit_entries').select(['actor_name', 'entity_id', 'payload'])
    const origin = expect.stringContaining(new URL(receiver.url).origin)
    expect(await entries.where('action', '=', 'webhook.test').execute()).toEqual([
      { actor_name: 'admin-group Tester', entity_id: id, payload: origin },
    ])
    await raiseOne()
    await send()
    const [first] = await log(id)
    if (!first) throw new Error('There is no delivery')
    const again = await (await admin()).call(endpoints.resend, { params: { id, delivery: first.id } })
    expect(again.data).toMatchObject({ message_id: first.message_id, outcome: null })
    await send()
    expect(receiver.calls.slice(1).map((call) => call.id)).toEqual([first.message_id, first.message_id])
    const elsewhere = await world.as('admin-eastside', 'admin')
    for (const row of [endpoints.test, endpoints.rotate, endpoints.end, endpoints.deliveries] as const)
      expect((await elsewhere.call(row, { params: { id } })).status).toBe(404)
  })

  test('follow no redirects', async () => {
    const inside = await Receiver.start()
    receiver.answer = () => 302
    receiver.location = inside.url
    const { id } = await add()
    await raiseOne()
    await send()
    expect(inside.calls).toEqual([])
    expect((await log(id))[0]?.answer).toBe('302 Redirects aren’t followed.')
    inside.close()
  })

  test('are accepted by the receivers’ own library, but not with another secret, body, or time', async () => {
    const { secret } = await add()
    await raiseOne()
    await send()
    const [call] = receiver.calls
    if (!call) throw new Error('There was no call')
    const verify =
      (body = call.body, changes = {}, key = secret) =>
      () =>
        new Webhook(key).verify(body, { ...(call.headers as Record<string, string>), ...changes })
    // The library compares times with the machine's clock.
    vi.setSystemTime(world.services.clock())
    onTestFinished(() => void vi.useRealTimers())
    expect(verify()()).toEqual(JSON.parse(call.body))
    expect(verify(call.body.replace('created', 'deleted'))).toThrow('signature')
    expect(verify(call.body, { 'webhook-id': 'msg_other' })).toThrow('signature')
    expect(verify(call.body, {}, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow('signature')
    const earlier = String(Number(call.headers['webhook-timestamp']) - 600)
    expect(verify(call.body, { 'webhook-timestamp': earlier })).toThrow('too old')
  })

  test('reach a receiver that dies, half answers, or hangs up with the same id once it is back', async () => {
    const { id } = await add({ events: ['check-request.created'] })
    await raiseOne()
    const { port } = new URL(receiver.url)
    receiver.close()
    await send()
    receiver = await Receiver.start(Number(port))
    receiver.answer = () => undefined
    world.services.testClock.advance(hour)
    await send()
    receiver.answer = () => 'half'
    world.services.testClock.advance(hour)
    await send()
    receiver.answer = () => 200
    world.services.testClock.advance(hour)
    await send()
    expect(new Set(receiver.calls.map((call) => call.id)).size).toBe(1)
    expect(receiver.calls).toHaveLength(3)
    expect(await found(id)).toMatchObject({ state: 'active', pending: 0 })
  })

  test('make each call once when two instances send at the same time', async () => {
    const { id } = await add({ events: ['check-request.created'] })
    const count = kind.name === 'PostgreSQL' ? 20 : 60
    for (let raised = 0; raised < count; raised += 1) await raiseOne()
    await Promise.all([send(), send(), send()])
    const ids = receiver.calls.map((call) => call.id)
    expect([ids.length, new Set(ids).size]).toEqual([count, count])
    expect((await log(id)).every(({ outcome }) => outcome === 'delivered')).toBe(true)
  })

  test('lose no call of an instance that was killed, and repeat it only with the same id', async () => {
    await add({ events: ['check-request.created'] })
    await raiseOne()
    // What an instance leaves that is killed after leasing a call.
    const until = new Date(world.services.clock() + 60_000).toISOString()
    await world.database.transact((trx) =>
      trx.updateTable('webhook_deliveries').set({ leased_by: 'killed', leased_until: until }).execute(),
    )
    await send()
    expect(receiver.calls).toEqual([])
    world.services.testClock.advance(61_000)
    await send()
    expect(receiver.calls).toHaveLength(1)
  })

  test.each([
    [
      'slack',
      { text: expect.stringMatching(/^\S+ was raised \(.*\)\. https:\/\/checks\.example\.com\/check-requests\/\d+$/) },
    ],
    ['google-chat', { text: expect.stringContaining('was raised') }],
    [
      'teams',
      { type: 'message', attachments: [expect.objectContaining({ contentType: expect.stringContaining('adaptive') })] },
    ],
  ] as const)('send messages to %s without a signature and without amounts', async (format, message) => {
    await add({ format })
    await raiseOne()
    await send()
    const [call] = receiver.calls
    expect(JSON.parse(call?.body ?? '')).toMatchObject(message)
    expect(call?.headers['webhook-signature']).toBeUndefined()
    expect(call?.body).not.toMatch(/1,?250/)
  })
})

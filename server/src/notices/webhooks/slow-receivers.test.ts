import { tokenEndpoints as tokens } from '@check-requests/domain/access/tokens/endpoints.ts'
import { webhookEndpoints as endpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { type WebhookEvent, webhookExample } from '@check-requests/domain/notices/webhooks/events.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { approved } from '../../testing/checks.ts'
import { confirmControls } from '../../testing/controls.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { raise } from '../../testing/requests.ts'
import { Receiver } from '../../testing/webhook-receiver.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { sendWebhooks } from './commands/send.ts'
import { insertDeliveries, newMessageId, unsentAt } from './queries/deliveries.ts'

const event: WebhookEvent = 'check-request.created'

onBothDatabases('webhooks while a receiver is slow, on $name', (kind) => {
  let world: World
  let slow: Receiver
  let fast: Receiver
  let held: PromiseWithResolvers<number>
  beforeEach(async () => {
    world = await startWorld(kind, { config: { allowedNetworks: ['127.0.0.1/32'], chatHosts: ['127.0.0.1'] } })
    await approved(world)
    slow = await Receiver.start()
    fast = await Receiver.start()
    held = Promise.withResolvers()
    slow.answer = () => held.promise
  })
  afterEach(async () => {
    slow.close()
    fast.close()
    await world.close()
  })

  const send = (isStopping?: () => boolean) => sendWebhooks(world.services, isStopping)
  const add = async (group: 'NWG' | 'EAS', url: string) => {
    const admin = await world.as(group === 'NWG' ? 'admin-group' : 'admin-eastside', 'admin')
    const body = { name: 'Accounting', url, format: 'standard' as const, events: [event] }
    const id = (await admin.call(endpoints.create, { body })).data.webhook.id
    await confirmControls(world)
    return { id, dealer_group_id: world.ids.places[group] }
  }
  const enqueue = ({ id, dealer_group_id }: { id: number; dealer_group_id: number }, count: number) => {
    const body = JSON.stringify(webhookExample(event))
    const unsent = { dealer_group_id, webhook_id: id, event, check_request_id: null, body }
    const calls = Array.from({ length: count }, () => ({ ...unsent, message_id: newMessageId() }))
    const at = new Date(world.services.clock()).toISOString()
    return world.database.transact((trx) =>
      insertDeliveries(
        trx,
        calls.map((call) => ({ ...call, ...unsentAt(at) })),
      ),
    )
  }
  const release = async (sending: Promise<void>) => {
    slow.answer = () => 204
    held.resolve(204)
    await sending
  }

  test('make all calls of another dealer group before the slow receiver has answered one', async () => {
    await enqueue(await add('NWG', slow.url), 60)
    const other = await add('EAS', fast.url)
    await enqueue(other, 60)
    const sending = send()
    await expect.poll(() => fast.calls.length).toBe(60)
    // An event during the run doesn't wait, either.
    await enqueue(other, 1)
    await expect.poll(() => fast.calls.length).toBe(61)
    expect(slow.calls).toHaveLength(5)
    await release(sending)
    expect([slow.calls.length, new Set(slow.calls.map(({ id }) => id)).size, fast.calls.length]).toEqual([60, 60, 61])
  })

  test('make the calls of another dealer group while all twenty receivers of one are slow', async () => {
    const few = 6
    for (let added = 0; added < 20; added += 1) await enqueue(await add('NWG', slow.url), few)
    await enqueue(await add('EAS', fast.url), 60)
    const sending = send()
    await expect.poll(() => fast.calls.length).toBe(60)
    expect(slow.calls).toHaveLength(50)
    await release(sending)
    expect(slow.calls).toHaveLength(20 * few)
  })

  test('write chat messages and delete old deliveries before the slow receiver answers', async () => {
    const params = { id: world.ids.places.NWG }
    const admin = await world.as('admin-group', 'admin')
    const { version } = (await admin.call(tokens.connections, { params })).data
    await admin.call(tokens.saveConnections, { params, body: { version, personal_chats: true } })
    await confirmControls(world)
    const body = { format: 'slack' as const, url: fast.url }
    expect((await (await world.as('approver-group')).call(endpoints.addOwnChat, { body })).status).toBe(201)
    await send()
    fast.calls.length = 0
    const webhook = await add('NWG', slow.url)
    await enqueue(webhook, 1001)
    const ended = { outcome: 'failed' as const, ended_at: new Date(world.services.clock()).toISOString() }
    await world.database.transact((trx) => trx.updateTable('webhook_deliveries').set(ended).execute())
    await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const sending = send()
    await expect.poll(() => fast.calls.length).toBe(1)
    const kept = world.database.read
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', webhook.id)
      .where('outcome', 'is not', null)
    await expect.poll(async () => (await kept.execute()).length).toBe(1000)
    const pending = world.database.read
      .selectFrom('webhook_deliveries')
      .select('attempts')
      .where('webhook_id', '=', webhook.id)
      .where('outcome', 'is', null)
    expect([slow.calls.length, await pending.execute()]).toEqual([1, [{ attempts: 0 }]])
    await release(sending)
  })

  test('begin no more calls once the server stops', async () => {
    await enqueue(await add('NWG', slow.url), 60)
    const stopping = { isOn: false }
    const sending = send(() => stopping.isOn)
    await expect.poll(() => slow.calls.length).toBe(5)
    stopping.isOn = true
    await release(sending)
    expect(slow.calls).toHaveLength(5)
    await send()
    expect(slow.calls).toHaveLength(60)
  })
})

import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { inboxEndpoints as endpoints, mostUnreadCounted } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { noticesKeptForDays } from '@check-requests/domain/notices/inbox/notices.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '../../operation/jobs/commands/daily.ts'
import { addUser, userBody } from '../../testing/accounts.ts'
import type { Client } from '../../testing/client.ts'
import { eventsOf, inboxOf, markRead, noticesOf } from '../../testing/inbox.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { bodyAt, bring, raise, raiseTo } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { tell } from './commands/notices.ts'

const place = 'NWG/TOY/SVC'
const day = 86_400_000

onOneDatabase('limits for notices on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const requester = () => world.as('requester-group')

  test('hides earlier notices from users who can no longer see the request', async () => {
    const { id } = await raiseTo(world, 3, 'requester-honda', 'NWG/HON/SVC')
    const admin = await world.as('admin-super')
    const client = await world.as('requester-honda')
    expect(await eventsOf(client, id)).toEqual(['approved'])
    const user_id = world.ids.people['requester-honda']
    const body = {
      id: user_id,
      dealer_group_id: world.ids.places.EAS,
      access_level: 1,
      dealership_ids: [],
      department_ids: [],
    }
    const moved = await admin.call(userEndpoints.update, { body })
    expect(moved.status).toBe(200)
    const kept = await world.database.read.selectFrom('notices').select('id').where('user_id', '=', user_id).execute()
    expect(kept).toEqual([])
  })

  test('neither shows nor counts a notice about a request out of scope', async () => {
    const { id } = await raise(world, 'requester-eastside', 'EAS')
    await bring(world, id, 2)
    const userId = world.ids.people['approver-dealership']
    const client = await world.as('approver-dealership')
    const before = await inboxOf(client)
    const actor = { userId: null, name: 'Somebody' }
    await world.database.transact((trx) =>
      tell({ trx, now: world.services.clock(), mails: false, changed: () => {} }, [userId], {
        event: 'mentioned',
        key: `mistake/${id}`,
        actor,
        dealerGroupId: world.ids.places.EAS,
        requestId: id,
      }),
    )
    expect(await inboxOf(client)).toEqual(before)
  })

  test('notifies each user only once per event', async () => {
    const { id } = await raise(world, 'requester-group', place)
    const [dealerGroupId, userId] = [world.ids.places.NWG, world.ids.people['requester-group']]
    const news = {
      event: 'commented',
      key: `comment/${id}`,
      dealerGroupId,
      requestId: id,
      text: 'x'.repeat(400),
    } as const
    const actor = { userId: world.ids.people['approver-group'], name: 'approver-group Tester' }
    const unit = { now: world.services.clock(), mails: false, audit: () => {}, changed: () => {} }
    for (const _ of [1, 2])
      await world.database.transact((trx) => tell({ ...unit, trx }, [userId, userId, actor.userId], { ...news, actor }))
    const notices = await noticesOf(await requester(), id)
    expect(notices).toMatchObject([{ event: 'commented', text: `${'x'.repeat(299)}…` }])
    expect(await eventsOf(await world.as('approver-group'), id)).not.toContain('commented')
  })

  test('notifies users who can confirm an account change until it is confirmed', async () => {
    const admin = await world.as('admin-group')
    const body = userBody(world.ids, { role_ids: [3], dealer_group_id: world.ids.places.NWG })
    const { id: account } = await addUser(admin, body)
    const about = async (client: Client) =>
      (await inboxOf(client, { limit: 100 })).items.filter((notice) => notice.account?.id === account)
    const second = await world.as('everyone', 'admin')
    expect(await about(second)).toMatchObject([
      { event: 'confirmation', request: null, actor: { name: 'admin-group Tester' } },
    ])
    expect(await about(admin)).toEqual([])
    expect(await about(await world.as('everyone', 'requester'))).toEqual([])
    await world.database.transact((trx) =>
      trx.updateTable('account_confirmations').set({ in_effect: 1 }).where('user_id', '=', account).execute(),
    )
    expect(await about(second)).toEqual([])
  })

  test('lets only super admins switch notices about the installation on or off', async () => {
    const topicsOf = async (client: Client) =>
      (await client.call(endpoints.choices)).data.choices.map(({ topic }) => topic)
    expect(await topicsOf(await world.as('admin-super'))).toContain('installation')
    expect(await topicsOf(await world.as('admin-group'))).not.toContain('installation')
  })

  test('hides notices about topics that a user switched off, and refuses to switch off pending requests', async () => {
    const client = await requester()
    const { id } = await raiseTo(world, 6, 'requester-group', place)
    const before = (await inboxOf(client)).unread
    const saved = await client.call(endpoints.saveChoices, { body: { decision: 'off', comment: 'at_once' } })
    const chosen = Object.fromEntries(saved.data.choices.map(({ topic, delivery }) => [topic, delivery]))
    expect(chosen).toMatchObject({ decision: 'off', comment: 'at_once', waiting: 'at_once', handover: 'at_once' })
    expect((await client.call(endpoints.choices)).data).toEqual(saved.data)
    expect(await eventsOf(client, id)).toEqual(['ready'])
    expect((await inboxOf(client)).unread).toBeLessThan(before)
    await client.call(endpoints.saveChoices, { body: { decision: 'digest' } })
    expect(await eventsOf(client, id)).toEqual(['ready', 'approved'])
    const refused = await client.send('PUT', '/api/v1/my/notices', { body: { waiting: 'off' } })
    expect([refused.status, refused.body.error.fields]).toEqual([
      422,
      { waiting: 'Notices about requests that need your action can be limited to the inbox, but not turned off.' },
    ])
  })

  test('stops counting unread notices at 100', async () => {
    const { id } = await raise(world, 'requester-eastside', 'EAS')
    const [dealerGroupId, userId] = [world.ids.places.EAS, world.ids.people['requester-eastside']]
    const unit = { now: world.services.clock(), mails: false, audit: () => {}, changed: () => {} }
    await world.database.transact(async (trx) => {
      for (let n = 0; n < mostUnreadCounted + 5; n += 1)
        await tell({ ...unit, trx }, [userId], {
          event: 'commented',
          key: `comment/${n}`,
          actor: { userId: null, name: 'Somebody' },
          dealerGroupId,
          requestId: id,
        })
    })
    expect((await inboxOf(await world.as('requester-eastside'))).unread).toBe(mostUnreadCounted)
  })

  test('removes a request’s notices when it is deleted', async () => {
    const { id } = await raiseTo(world, 9, 'requester-group', place)
    const client = await requester()
    await client.call(requests.update, { params: { id }, body: bodyAt(world.ids, place) })
    await markRead(await world.as('approver-group'), { ids: [`w${id}`] })
    expect((await client.call(requests.remove, { params: { id } })).status).toBe(200)
    for (const table of ['notices', 'waiting_reads'] as const) {
      const rows = world.database.read.selectFrom(table).select('user_id').where('check_request_id', '=', id)
      expect(await rows.execute(), table).toEqual([])
    }
  })

  test('removes notices after half a year', async () => {
    const { id } = await raiseTo(world, 9, 'requester-group', place)
    const rows = () =>
      world.database.read.selectFrom('notices').select('id').where('check_request_id', '=', id).execute()
    world.clock.advance((noticesKeptForDays - 1) * day)
    await sweep(world.services)
    expect(await rows()).toHaveLength(1)
    world.clock.advance(2 * day)
    await sweep(world.services)
    expect(await rows()).toEqual([])
  })
})

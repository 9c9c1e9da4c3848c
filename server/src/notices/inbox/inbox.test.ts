import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream } from '../../testing/event-stream.ts'
import { eventsOf, inboxOf, markRead, noticesOf } from '../../testing/inbox.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { bodyAt, bring, move, raise, raiseTo } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

const place = 'NWG/TOY/SVC'

onBothDatabases('the inbox on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const requester = () => world.as('requester-group')

  describe('notices for a requester', () => {
    test.each([
      [3, ['approved']],
      [8, ['rejected']],
      [9, ['sent-back']],
      [7, ['handed-over', 'ready', 'approved']],
    ] as const)('notifies the requester of each step to status %i with the notice kinds %s', async (status, events) => {
      const { id } = await raiseTo(world, status, 'requester-group', place)
      expect(await eventsOf(await requester(), id)).toEqual(events)
    })

    test('shows the requester the decision, approver, reason, and payment', async () => {
      const { id, request_number } = await raiseTo(world, 9, 'requester-group', place)
      const [notice] = await noticesOf(await requester(), id)
      expect(notice).toEqual({
        id: expect.stringMatching(/^n\d+$/),
        event: 'sent-back',
        at: expect.any(String),
        read: false,
        actor: { id: world.ids.people['approver-super'], name: 'approver-super Tester' },
        request: { id, request_number, payee_name_1: 'Harbor Paint Supply', amount: 1250.5, status_name: 'sendback' },
        account: null,
        text: 'Please attach the invoice number',
      })
    })

    test('notifies the requester of a hold and its release', async () => {
      const { id } = await raiseTo(world, 3, 'requester-group', place)
      const [approver, processor] = [await world.as('approver-group'), await world.as('processor-group')]
      await approver.call(requests.hold, { params: { id }, body: { reason: 'Invoice is disputed', version: 2 } })
      await processor.call(requests.liftHold, { params: { id } })
      expect(await eventsOf(await requester(), id)).toEqual(['released', 'held', 'approved'])
    })

    test('doesn’t notify the requester of their own changes', async () => {
      const { id } = await raiseTo(world, 6, 'requester-group', place)
      await move(await requester(), id, 7, 6)
      expect(await eventsOf(await requester(), id)).toEqual(['ready', 'approved'])
    })

    test('doesn’t notify a requester of changes to another user’s request', async () => {
      const { id } = await raiseTo(world, 3, 'requester-group', place)
      expect(await noticesOf(await world.as('requester-department'), id)).toEqual([])
    })
  })

  describe('a pending request', () => {
    const whoSees = async (id: number, people: readonly PersonName[]) => {
      const found = await Promise.all(
        people.map(async (name) => (await noticesOf(await world.as(name), id)).length === 1),
      )
      return people.filter((_, index) => found[index])
    }

    test('appears for every approver in scope and no one else', async () => {
      const { id } = await raise(world, 'requester-group', 'NWG/TOY/SAL')
      const people = ['approver-super', 'approver-group', 'approver-dealership', 'approver-department'] as const
      const others = ['approver-eastside', 'processor-group', 'admin-group', 'requester-group'] as const
      expect(await whoSees(id, [...people, ...others])).toEqual(people.slice(0, 3))
      const [notice] = await noticesOf(await world.as('approver-group'), id)
      expect(notice).toMatchObject({
        id: `w${id}`,
        event: 'waiting-for-approval',
        actor: { name: 'requester-group Tester' },
        request: { payee_name_1: 'Harbor Paint Supply' },
      })
    })

    test('disappears for other approvers when one starts a review, and appears again when it is resubmitted', async () => {
      const approver = await world.as('approver-group')
      const { id } = await raise(world, 'requester-group', place)
      await move(await world.as('approver-super'), id, 2, 1)
      expect(await noticesOf(approver, id)).toEqual([])
      await move(await world.as('approver-super'), id, 9, 2)
      await (await requester()).call(requests.update, { params: { id }, body: bodyAt(world.ids, place) })
      expect(await noticesOf(approver, id)).toMatchObject([{ event: 'waiting-for-approval', read: false }])
    })

    test('appears for processors after approval unless it is on hold or they approved it', async () => {
      const { id } = await raise(world, 'requester-group', place)
      const everyone = await world.as('everyone', 'approver')
      await move(everyone, id, 3, 1)
      const processor = await world.as('processor-group')
      expect(await eventsOf(processor, id)).toEqual(['waiting-for-printing'])
      expect(await noticesOf(await world.as('everyone', 'processor'), id)).toEqual([])
      await everyone.call(requests.hold, { params: { id }, body: { reason: 'Invoice is disputed', version: 2 } })
      expect(await noticesOf(processor, id)).toEqual([])
    })

    test('never appears in its requester’s inbox', async () => {
      const { id } = await raise(world, 'everyone', place)
      expect(await noticesOf(await world.as('everyone', 'approver'), id)).toEqual([])
      expect(await eventsOf(await world.as('approver-group'), id)).toEqual(['waiting-for-approval'])
    })
  })

  test('appears only once across pages that mix stored notices and pending requests', async () => {
    const client = await world.as('everyone', 'processor')
    for (const _ of [1, 2, 3]) await raiseTo(world, 3, 'requester-group', place)
    await raiseTo(world, 6, 'everyone', place)
    await raiseTo(world, 3, 'requester-group', place)
    const whole = (await inboxOf(client, { limit: 100 })).items
    const paged = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof inboxOf>> = await inboxOf(client, { limit: 1, ...(cursor && { cursor }) })
      expect(page.items).toHaveLength(1)
      paged.push(...page.items)
      cursor = page.next_cursor
    } while (cursor)
    expect(whole.length).toBeGreaterThanOrEqual(6)
    expect(new Set(whole.map(({ id }) => id[0]))).toEqual(new Set(['n', 'w']))
    expect(paged).toEqual(whole)
    expect(whole.map(({ at }) => at)).toEqual(
      whole
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  test('answers unchanged polls without a query, and answers with new data after each new notice or mark', async () => {
    const client = await requester()
    const poll = async (tag: unknown) =>
      client.with({ 'if-none-match': String(tag) }).send('GET', '/api/v1/inbox?unread=1')
    const { id } = await raise(world, 'requester-group', place)
    const first = await poll('')
    expect((await poll(first.headers.etag)).status).toBe(304)
    await bring(world, id, 3)
    const second = await poll(first.headers.etag)
    expect(second.status).toBe(200)
    await markRead(client, { check_request_id: id })
    expect((await poll(second.headers.etag)).status).toBe(200)
  })

  test('refreshes only the reader’s other windows when a notice is marked as read', async () => {
    const [own, other] = await Promise.all(
      [await requester(), await world.as('processor-group')].map((client) => openStream(world.app, client)),
    )
    await markRead(await requester(), { all: true })
    expect((await own?.next())?.topic).toBe('inbox')
    const { id } = await raise(world, 'requester-group', place)
    expect(await other?.next()).toMatchObject({ topic: 'check-requests', id })
    own?.close()
    other?.close()
  })
})

import { organisationEndpoints } from '@check-requests/domain/organisation/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../testing/databases.ts'
import { eventsOf, inboxOf, noticesOf } from '../testing/inbox.ts'
import type { PersonName } from '../testing/organisation.ts'
import { move, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { remindApprovers } from './commands/remind.ts'

const place = 'NWG/TOY/SVC'
const week = 7 * 86_400_000

describe.each(databases)('reminders of what waits on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  /** What the job does when it runs so much later, in milliseconds. */
  const remind = (later: number) => remindApprovers({ ...world.services, clock: () => world.services.clock() + later })
  const remindersOf = async (name: PersonName, id: number) =>
    (await eventsOf(await world.as(name), id)).filter((event) => event === 'reminder')
  const limit = async (reminder_days: number) => {
    const params = { id: world.ids.places.NWG }
    return (await world.as('admin-super')).call(organisationEndpoints.updateGroup, {
      params,
      body: { settings: { reminder_days } },
    })
  }

  test('go to the approvers in scope, and to nobody else', async () => {
    const { id } = await raise(world, 'requester-group', place)
    await remind(week)
    for (const name of ['approver-super', 'approver-group', 'approver-dealership', 'approver-department'] as const)
      expect([name, await remindersOf(name, id)]).toEqual([name, ['reminder']])
    for (const name of ['approver-eastside', 'processor-group', 'admin-group', 'requester-group'] as const)
      expect([name, await remindersOf(name, id)]).toEqual([name, []])
    const [notice] = await noticesOf(await world.as('approver-group'), id)
    expect(notice).toMatchObject({ event: 'reminder', actor: null, read: false, request: { id } })
  })

  test('come once in each span, not before it has passed, and no more once somebody has decided', async () => {
    const { id } = await raise(world, 'requester-group', place)
    await remind(0)
    expect(await remindersOf('approver-group', id)).toEqual([])
    await remind(week)
    await remind(week)
    expect(await remindersOf('approver-group', id)).toEqual(['reminder'])
    await remind(2 * week)
    expect(await remindersOf('approver-group', id)).toEqual(['reminder', 'reminder'])
    await move(await world.as('approver-super'), id, 2, 1)
    expect(await remindersOf('approver-group', id)).toEqual(['reminder', 'reminder'])
    await move(await world.as('approver-super'), id, 3, 2)
    expect(await remindersOf('approver-group', id)).toEqual([])
    const { items, unread } = await inboxOf(await world.as('approver-group'), { unread: '1', limit: 100 })
    expect(items).toHaveLength(unread)
    await remind(4 * week)
    expect(await remindersOf('approver-group', id)).toEqual([])
  })

  test('are not about what was decided, nor for who had a hand in it', async () => {
    const approved = await raiseTo(world, 3, 'requester-group', place)
    const own = await raise(world, 'everyone', place)
    await remind(week)
    expect(await remindersOf('approver-group', approved.id)).toEqual([])
    expect(await remindersOf('approver-group', own.id)).toEqual(['reminder'])
    const everyone = await world.as('everyone', 'approver')
    expect((await eventsOf(everyone, own.id)).filter((event) => event === 'reminder')).toEqual([])
  })

  test('follow the limit of the dealer group, and never come where it is 0', async () => {
    const { id } = await raise(world, 'requester-group', place)
    await limit(0)
    await remind(week)
    expect(await remindersOf('approver-group', id)).toEqual([])
    await limit(10)
    await remind(week)
    expect(await remindersOf('approver-group', id)).toEqual([])
    await remind(3 * week)
    expect(await remindersOf('approver-group', id)).toEqual(['reminder'])
  })

  test('have a limit from 0 to 30 business days', async () => {
    for (const days of [-1, 31]) {
      const reply = await limit(days)
      expect([reply.status, reply.error.fields]).toEqual([
        422,
        { 'settings.reminder_days': 'Choose from 0 (never) to 30 business days' },
      ])
    }
  })

  test('are written for many requests, each once', async () => {
    await limit(2)
    const ids: number[] = []
    for (let count = 0; count < 55; count += 1) ids.push((await raise(world, 'requester-group', place)).id)
    await remind(week)
    const { rows } = {
      rows: await world.database.read
        .selectFrom('notices')
        .select(['check_request_id', 'user_id'])
        .where('event', '=', 'reminder')
        .where('check_request_id', 'in', ids)
        .execute(),
    }
    const user = world.ids.people['approver-group']
    expect(rows.filter(({ user_id }) => user_id === user)).toHaveLength(ids.length)
  })

  test('end where nobody is there to be reminded, however many requests wait', async () => {
    for (let count = 0; count < 55; count += 1) await raise(world, 'requester-group', place)
    await world.database.transact((trx) => trx.updateTable('users').set({ active: 0 }).execute())
    await remind(9 * week)
    const later = world.database.read.selectFrom('notices').select('id').where('event', '=', 'reminder')
    const at = new Date(world.services.clock() + 9 * week).toISOString()
    expect(await later.where('created_at', '=', at).execute()).toEqual([])
  })
})

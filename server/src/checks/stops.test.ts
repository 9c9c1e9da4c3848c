import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { addMonths } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, printed } from '../testing/checks.ts'
import { eventsOf, noticesOf } from '../testing/inbox.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'
import { watchStops } from './commands/reminders.ts'

const day = 86_400_000

onOneDatabase('stops on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  let requestId: number
  let checkId: number
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
    const request = await approved(world)
    requestId = request.id
    checkId = (await printed(world, account, [request])).checks[0]?.id ?? 0
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const processor = () => world.as('processor-group', 'processor')
  const stop = async (body: object) =>
    (await processor()).call(checkEndpoints.stop, {
      params: { id: checkId },
      body: { reason: 'Lost', request_status: 'approved', ...body },
    })
  const renew = async (confirmation_number: string) =>
    (await processor()).call(checkEndpoints.renewStop, { params: { id: checkId }, body: { confirmation_number } })
  const checkNow = async () => (await (await processor()).call(checkEndpoints.one, { params: { id: checkId } })).data
  /** Runs the reminder job this many days after the stop expires, or before if the number is negative. */
  const watch = async (daysAfter: number) => {
    const lapses = Date.parse(`${(await checkNow()).stop_lapses_on}T12:00:00Z`)
    await watchStops({ ...world.services, clock: () => lapses + daysAfter * day })
  }
  const notified = async (name: PersonName) =>
    (await eventsOf(await world.as(name), requestId)).filter((event) => event.startsWith('stop-'))

  test('renews a stop with the new stop number that the bank confirmed', async () => {
    expect((await renew('SP-2')).message).toMatch(/isn’t stopped\.$/)
    await stop({})
    expect((await renew('SP-2')).message).toMatch(/^The bank hasn’t confirmed the stop on check 1001 yet/)
    const { stop_lapses_on: first } = (await stop({ confirmation_number: 'SP-1' })).data
    expect((await stop({ confirmation_number: 'SP-9' })).message).toMatch(/Renew it instead\.$/)
    const renewed = (await renew('SP-2')).data
    expect(renewed).toMatchObject({ state: 'stopped', stop_number: 'SP-2', stop_lapses_on: first })
    expect(renewed.events.at(-1)).toMatchObject({ act: 'renew-stop', note: 'SP-2' })
    expect(first).toBe(addMonths(renewed.ended_on ?? '', 6))
  })

  test('sends one notice two weeks before a stop expires and one when it has expired', async () => {
    await watch(-15)
    expect(await notified('processor-group')).toEqual([])
    await watch(-14)
    await watch(-13)
    expect(await notified('processor-group')).toEqual(['stop-lapses'])
    expect(await notified('approver-group')).toEqual([])
    expect(await notified('processor-eastside')).toEqual([])
    const [notice] = await noticesOf(await processor(), requestId)
    expect(notice?.text).toMatch(/^The stop of check 1001 expires on .*Have the bank renew it/)
    expect(await checkNow()).toMatchObject({ stop_lapsed_at: null })
    await watch(0)
    await watch(1)
    expect(await notified('processor-group')).toEqual(['stop-lapsed', 'stop-lapses'])
    expect((await checkNow()).stop_lapsed_at).not.toBeNull()
    expect((await renew('SP-3')).data).toMatchObject({ stop_number: 'SP-3', stop_lapsed_at: null })
  })
})

import { installationEndpoints } from '@check-requests/domain/operation/installation/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worksOf } from '../../scheduled-jobs.ts'
import type { Db } from '../../tables.ts'
import type { TestPlace } from '../../testing/databases.ts'
import { inboxOf } from '../../testing/inbox.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { raise } from '../../testing/requests.ts'
import { serve } from '../../testing/start-app.ts'
import { openAsIntruder } from '../../testing/tampers/all.ts'
import { idsOf, type World, worldOf } from '../../testing/world.ts'
import { verifyDaily } from './commands/daily.ts'
import { JobRunner } from './commands/runner.ts'

const hour = 3_600_000

onOneDatabase('the daily verification on $name', (kind) => {
  let place: TestPlace
  let world: World
  let intruder: Db
  let id: number
  let later = 0
  beforeAll(async () => {
    place = await kind.create('world')
    const database = await place.open()
    world = worldOf(await serve(database), database, await idsOf(database))
    intruder = openAsIntruder(kind.name, place.where)
    id = (await raise(world, 'requester-group', 'NWG/TOY/SVC')).id
  })
  afterAll(async () => {
    await intruder.destroy()
    await world.close()
    await place.drop()
  })

  const services = () => ({ ...world.services, clock: () => world.services.clock() + later })
  const notifiedOf = async (name: PersonName) => {
    const { items } = await inboxOf(await world.as(name), { limit: 100 })
    return items.filter(({ event }) => event === 'trail-broken').map(({ text }) => text)
  }
  const setMemo = (memo: string | null) =>
    intruder.updateTable('check_requests').set({ memo_line: memo }).where('id', '=', id).execute()
  const shown = async () => (await (await world.as('admin-super')).call(installationEndpoints.read)).data.verification

  test('sends no notices while the trail is intact', async () => {
    await verifyDaily(services())
    expect(await notifiedOf('admin-super')).toEqual([])
  })

  test('notifies only super admins of a tampered record, once a day', async () => {
    await setMemo('for someone else')
    await expect(verifyDaily(services())).rejects.toThrow(/^Check request NWG-TOY-SVC-000001 was /)
    await expect(verifyDaily(services())).rejects.toThrow(/^Check request NWG-TOY-SVC-000001 was /)
    expect(await notifiedOf('admin-super')).toEqual([expect.stringMatching(/^Check request NWG-TOY-SVC-000001 was /)])
    expect(await notifiedOf('admin-group')).toEqual([])
    later = 24 * hour
    await expect(verifyDaily(services())).rejects.toThrow(/^Check request NWG-TOY-SVC-000001 was /)
    expect(await notifiedOf('admin-super')).toHaveLength(2)
  })

  test('runs an hour after the first start, and shows findings until they are resolved', async () => {
    later = 0
    const jobs = new JobRunner(services(), { ...worksOf(services(), undefined), 'send-mails': undefined }, () => {})
    await jobs.start()
    await jobs.runDue()
    expect(await shown()).toEqual({ at: null, problem: null })
    later = hour
    await jobs.runDue()
    expect(await shown()).toEqual({
      at: expect.stringMatching(/Z$/),
      problem: expect.stringMatching(/^Check request NWG-TOY-SVC-000001 was /),
    })
    await setMemo(null)
    later += 60_000
    await jobs.runDue()
    expect(await shown()).toEqual({ at: expect.stringMatching(/Z$/), problem: null })
    await jobs.stop()
  })
})

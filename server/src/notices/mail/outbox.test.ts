import { byProfile } from '@check-requests/domain/testing/random.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NoMailServer } from '../../platform/mail/mailer.ts'
import type { AppDatabase } from '../../tables.ts'
import { type MailWorld, secondInstance, startMailWorld } from '../../testing/mail-world.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { raiseTo } from '../../testing/requests.ts'
import { sendMails } from './commands/send.ts'
import { writeMails } from './commands/write.ts'

const place = 'NWG/TOY/SVC'
const minute = 60_000
const requester = emailOf('requester-group')

onBothDatabases('the outbox on $name', (kind) => {
  let world: MailWorld
  const opened: AppDatabase[] = []
  beforeEach(async () => {
    world = await startMailWorld(kind)
  })
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
    await world.close()
  })

  /** Creates one email to the requester, and none to anyone else. */
  async function oneMail(): Promise<void> {
    await raiseTo(world, 8, 'requester-group', place)
    await world.database.transact((trx) => trx.deleteFrom('waiting_mails').execute())
    await writeMails(world.services)
  }

  const rows = () => world.database.read.selectFrom('mails').selectAll().orderBy('id').execute()
  const fill = (amount: number) =>
    world.database.transact(async (trx) => {
      const at = new Date(world.clock.read()).toISOString()
      const request = await trx.selectFrom('check_requests').select(['id', 'dealer_group_id']).executeTakeFirstOrThrow()
      const mail = {
        dealer_group_id: request.dealer_group_id,
        check_request_id: request.id,
        user_id: world.ids.people['requester-group'],
        event: 'rejected',
        created_at: at,
        due_at: at,
      } as const
      for (let from = 0; from < amount; from += 500)
        await trx
          .insertInto('mails')
          .values(Array.from({ length: 500 }, (_, index) => ({ ...mail, event_key: `test/${from + index}` })))
          .execute()
    })

  test('retries a greylisted email after one, two, and four minutes, and sends it once', async () => {
    await oneMail()
    world.server.answer = (_address, attempt) => (attempt < 4 ? [450, '4.2.0 Greylisted'] : undefined)
    for (const pause of [1, 2, 4]) {
      await world.send()
      await world.send()
      expect(await rows()).toMatchObject([{ outcome: null, answer: '450 4.2.0 Greylisted', leased_by: null }])
      world.clock.advance(pause * minute - 1)
      await world.send()
      expect(world.server.taken).toEqual([])
      world.clock.advance(1)
    }
    await world.send()
    world.clock.advance(60 * minute)
    await world.send()
    expect(world.server.takenBy(requester)).toHaveLength(1)
    expect(await rows()).toMatchObject([{ outcome: 'sent', attempts: 3, address: requester, answer: null }])
  })

  test('tries to send an email to a refused address only once', async () => {
    await oneMail()
    let tried = 0
    world.server.answer = () => {
      tried += 1
      return [550, '5.1.1 No such user']
    }
    await world.send()
    world.clock.advance(60 * minute)
    await world.send()
    expect(tried).toBe(1)
    expect(await rows()).toMatchObject([{ outcome: 'refused', address: requester, answer: '550 5.1.1 No such user' }])
  })

  test('keeps all emails while the mail server is unreachable without counting attempts', async () => {
    await oneMail()
    const { mailer } = world.services
    await world.server.stop()
    await expect(world.send()).rejects.toThrow(NoMailServer)
    expect(await rows()).toMatchObject([{ outcome: null, attempts: 0, leased_by: null }])
    expect(mailer?.stopping).toBe(false)
  })

  test('gives up on an email after three days', async () => {
    await oneMail()
    world.server.answer = () => [451, 'Not now']
    await world.send()
    world.clock.advance(3 * 1440 * minute)
    await world.send()
    expect(await rows()).toMatchObject([{ outcome: null, attempts: 2 }])
    world.clock.advance(60 * minute)
    await world.send()
    expect(await rows()).toMatchObject([{ outcome: 'given_up', answer: '451 Not now' }])
  })

  test('resends an email interrupted by a mail server crash', async () => {
    await oneMail()
    world.server.dies = true
    await world.send()
    expect(await rows()).toMatchObject([{ outcome: null, attempts: 1 }])
    world.server.dies = false
    world.clock.advance(minute)
    await world.send()
    expect(world.server.takenBy(requester)).toHaveLength(1)
  })

  test('sends each email once when several instances run at the same time', async () => {
    await oneMail()
    await fill(500)
    const instances = []
    for (const _ of [1, 2, 3]) {
      const database = await secondInstance(world, kind)
      if (database !== world.database) opened.push(database)
      instances.push({ ...world.services, database })
    }
    await Promise.all(instances.map((instance) => sendMails(instance)))
    expect(world.server.taken).toHaveLength(501)
    expect(new Set(world.server.taken.map(({ headers }) => headers.get('message-id'))).size).toBe(501)
  })

  test('sends a killed instance’s emails after its lease expires', async () => {
    await oneMail()
    const until = new Date(world.clock.read() + 10 * minute).toISOString()
    await world.database.transact((trx) =>
      trx.updateTable('mails').set({ leased_by: 'killed', leased_until: until }).execute(),
    )
    await world.send()
    expect(world.server.taken).toEqual([])
    world.clock.advance(10 * minute)
    await world.send()
    expect(world.server.takenBy(requester)).toHaveLength(1)
  })

  test('sends each of thousands of emails once', async () => {
    const amount = byProfile({ gate: 2000, nightly: kind.name === 'SQLite' ? 10_000 : 2000 })
    await oneMail()
    await fill(amount)
    await world.send()
    expect(new Set(world.server.taken.map(({ headers }) => headers.get('message-id'))).size).toBe(amount + 1)
    expect(world.server.taken).toHaveLength(amount + 1)
  }, 120_000)
})

import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, handedOver, openAccount } from '../testing/checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { bodyAt } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const [group, store] = ['America/New_York', 'Pacific/Honolulu']

onBothDatabases('days at a dealership in a time zone behind its dealer group on $name', (kind) => {
  let world: World
  let own: BankAccountReply
  let shared: BankAccountReply
  let [today, tomorrow] = ['', '']
  beforeAll(async () => {
    world = await startWorld(kind)
    // At this time, it is 1 AM in New York and still the previous evening in Honolulu.
    const hour = Date.parse('2026-11-21T06:00:00Z')
    world.clock.advance(hour - world.clock.read())
    ;[today, tomorrow] = [datesIn(store)(hour), datesIn(group)(hour)]
    const { NWG, 'NWG/TOY': toyota } = world.ids.places
    await world.database.transact(async (trx) => {
      await trx.updateTable('dealer_groups').set({ time_zone: group }).where('id', '=', NWG).execute()
      await trx.updateTable('dealerships').set({ time_zone: store }).where('id', '=', toyota).execute()
    })
    own = await openAccount(world)
    const dealership_ids = [toyota, world.ids.places['NWG/HON']]
    shared = await openAccount(world, { name: 'Shared', account_number: '92920174655', dealership_ids })
  })
  afterAll(() => world.close())

  test('dates checks, the register, and the journal in the shared time zone of the account’s dealerships', async () => {
    expect([own.time_zone, shared.time_zone]).toEqual([store, group])
    expect(addDays(today, 1)).toBe(tomorrow)
    for (const [account, day] of [
      [own, today],
      [shared, tomorrow],
    ] as const) {
      const request = await approved(world)
      const { id } = await handedOver(world, account, request)
      const processor = await world.as('processor-group', 'processor')
      const check = (await processor.call(checkEndpoints.one, { params: { id } })).data
      expect(check).toMatchObject({ check_date: day, issued_on: day })
      const events = world.database.read.selectFrom('journal_events').select(['day', 'issued_on'])
      expect(await events.where('check_request_id', '=', request.id).execute()).toEqual([{ day, issued_on: day }])
      const register = async (as_of: string) =>
        (await processor.call(checkEndpoints.list, { query: { bank_account_id: account.id, as_of } })).data.items
      expect(await register(addDays(day, -1))).toEqual([])
      expect(await register(day)).toMatchObject([{ number: check.number, state: 'issued' }])
    }
  })

  test('defaults the due date to a week from today at the dealership', async () => {
    const { due_date: _none, ...body } = bodyAt(world.ids, 'NWG/TOY/SVC')
    const requester = await world.as('requester-group', 'requester')
    const raised = await requester.call(checkRequestEndpoints.create, { body: body })
    const { data } = await requester.call(checkRequestEndpoints.detail, { params: { id: raised.data.id } })
    expect(data.due_date).toBe(addDays(today, 7))
  })

  test('never dates a check in a closed month', async () => {
    await world.database.transact((trx) =>
      trx.updateTable('dealer_groups').set({ journal_closed_through: tomorrow }).execute(),
    )
    const first = addDays(tomorrow, 1)
    const body = { bank_account_id: own.id, check_request_ids: [(await approved(world)).id] }
    const processor = await world.as('processor-group', 'processor')
    const early = await processor.call(printRunEndpoints.make, { body: { ...body, check_date: today } })
    expect([early.status, early.error.fields?.check_date]).toEqual([
      422,
      expect.stringMatching(/^Choose a check date from /),
    ])
    expect((await processor.call(printRunEndpoints.make, { body })).data).toMatchObject({ check_date: first })
  })
})

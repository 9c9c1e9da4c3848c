import { draftEndpoints as drafts } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { addDays } from '@check-requests/domain/values/calendar-date.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { addPayee, setPayees } from '../../testing/payees.ts'
import { RecurringSteps, rent } from '../../testing/recurring.ts'
import { move } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { raiseRecurring } from './commands/raise.ts'

const day = 86_400_000

onBothDatabases('drafts of recurring requests on $name', (kind) => {
  let world: World
  let steps: RecurringSteps
  beforeEach(async () => {
    world = await startWorld(kind)
    steps = new RecurringSteps(world)
  })
  afterEach(() => world.close())

  test('raises a draft on its day in the requester’s name, which one call submits and an approver approves', async () => {
    const made = await steps.repeat(await steps.approvedRent({ invoice_number: 'R-11' }))
    expect([made.status, made.message]).toEqual([201, 'Recurring request set up'])
    await raiseRecurring(world.services)
    expect((await steps.theOne()).unsent).toEqual([])
    await steps.nextDays(1)
    const item = await steps.theOne()
    expect(item).toMatchObject({ state: 'active', amount: 4500, payee_name: 'Oak Street Properties' })
    expect(item.unsent).toMatchObject([
      { due_on: steps.today(), is_missed: false, draft: { version: 1, amount: '4500.00', differences: [] } },
    ])
    expect(await steps.events('requester-group')).toEqual(['recurring-ready'])
    const [draft] = (await (await steps.requester()).call(drafts.list)).data
    expect(draft?.values).toMatchObject({
      payee_name_1: 'Oak Street Properties',
      amount: '4500.00',
      invoice_number: '',
    })
    const sent = await steps.submit()
    expect([sent.status, sent.message]).toEqual([201, 'Check Request Submitted'])
    expect((await steps.detail(sent.data.id)).recurring).toMatchObject({
      due_on: steps.today(),
      was_automatic: false,
      is_late: false,
      missed_on: null,
      differences: [],
      former: { amount: 4500 },
    })
    expect([(await steps.theOne()).unsent, (await (await steps.requester()).call(drafts.list)).data]).toEqual([[], []])
    await steps.approve(sent.data.id)
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('raises each day exactly once, however many servers run at the same time or slept through it', async () => {
    await steps.repeat(await steps.approvedRent(), { every: 'week' })
    steps.moveClock(22 * day)
    await Promise.all([1, 2, 3, 4].map(() => raiseRecurring(world.services)))
    const first = addDays(steps.today(), -21)
    const expected = [first, addDays(first, 7), addDays(first, 14), addDays(first, 21)]
    expect((await steps.theOne()).unsent.map(({ due_on }) => due_on)).toEqual(expected)
    expect((await (await steps.requester()).call(drafts.list)).data).toHaveLength(4)
    // A clock set back raises nothing again.
    steps.moveClock(-8 * day)
    await raiseRecurring(world.services)
    expect((await steps.theOne()).unsent).toHaveLength(4)
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('begins a day in the dealer group’s time zone', async () => {
    await steps.repeat(await steps.approvedRent())
    const midnight = Date.parse(`${addDays(steps.today(), 1)}T05:00:00Z`)
    steps.moveClock(midnight - 60_000 - world.clock.read())
    await raiseRecurring(world.services)
    expect((await steps.theOne()).unsent).toEqual([])
    steps.moveClock(60_000)
    await raiseRecurring(world.services)
    expect((await steps.theOne()).unsent).toHaveLength(1)
  })

  test('ends after the last day', async () => {
    const first_on = addDays(steps.today(), 1)
    await steps.repeat(await steps.approvedRent(), { every: 'week', first_on, until_on: addDays(first_on, 8) })
    await steps.nextDays(30)
    const item = await steps.theOne()
    expect([item.state, item.end_reason, item.next_on]).toEqual(['ended', 'Its last day has passed.', null])
    expect(item.unsent).toHaveLength(2)
  })

  test('submits a draft once from three windows at the same time', async () => {
    await steps.repeat(await steps.approvedRent())
    await steps.nextDays(1)
    const replies = await steps.submitIn(3)
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.message).toMatch(/^The request for .* was already submitted\.$/)
  })

  test('refuses a create call with the draft of a day that was already submitted', async () => {
    await steps.repeat(await steps.approvedRent())
    await steps.nextDays(1)
    const [draft] = (await (await steps.requester()).call(drafts.list)).data
    expect((await steps.submit()).status).toBe(201)
    const body = { ...draft?.values, draft_id: draft?.id, accounting: undefined, due_date: undefined }
    const filled = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''))
    const again = await (await steps.requester()).send('POST', `/api/v1${requests.create.path}`, { body: filled })
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('was already submitted')])
  })

  test('marks a changed amount, payee, and address for the approver, against the last approved request', async () => {
    await steps.repeat(await steps.approvedRent(), { amount: 4800 })
    await steps.nextDays(1)
    expect((await steps.theOne()).unsent[0]?.draft?.differences).toEqual(['amount'])
    const raised = await steps.submit()
    const { recurring } = await steps.detail(raised.data.id)
    expect(recurring).toMatchObject({ differences: ['amount'], former: { amount: 4500 } })
    // A rejected request is no yardstick for the next one.
    expect((await move(await steps.as('approver-group'), raised.data.id, 8)).status).toBe(201)
    await steps.nextDays(31)
    const [draft] = (await (await steps.requester()).call(drafts.list)).data
    const values = { ...draft?.values, payee_name_1: 'Oak Street Partners', mailing_address: 'PO Box 9' }
    const params = { id: draft?.id ?? 0 }
    await (await steps.requester()).call(drafts.update, { params, body: { version: 1, values } })
    const swapped = await steps.submit()
    expect((await steps.detail(swapped.data.id)).recurring).toMatchObject({
      differences: ['amount', 'payee', 'address'],
      former: { amount: 4500, payee: 'Oak Street Properties', address: '12 Oak Street' },
    })
  })

  test('marks a draft that isn’t submitted within three days for its requester, and the next request for the approver', async () => {
    await steps.repeat(await steps.approvedRent(), { every: 'week' })
    await steps.nextDays(1)
    const first = steps.today()
    await steps.nextDays(3)
    expect((await steps.theOne()).unsent[0]?.is_missed).toBe(false)
    await steps.nextDays(1)
    expect((await steps.theOne()).unsent[0]?.is_missed).toBe(true)
    expect(await steps.events('requester-group')).toEqual(['recurring-missed', 'recurring-ready'])
    await raiseRecurring(world.services)
    expect(await steps.events('requester-group')).toHaveLength(2)
    const late = await steps.submit()
    expect((await steps.detail(late.data.id)).recurring).toMatchObject({
      due_on: first,
      is_late: true,
      missed_on: null,
    })
    await steps.nextDays(3)
    const [draft] = (await (await steps.requester()).call(drafts.list)).data
    await (await steps.requester()).call(drafts.remove, { params: { id: draft?.id ?? 0 } })
    await steps.nextDays(7)
    const next = await steps.submit()
    expect((await steps.detail(next.data.id)).recurring).toMatchObject({ is_late: false, missed_on: addDays(first, 7) })
  })

  test('submits an unchanged request to a verified payee automatically, once, in the requester’s name', async () => {
    await setPayees(world, { payee_list: 'on' })
    const { id } = await addPayee(world, rent.payee_name_1, { address: rent.mailing_address })
    const body = { how: 'Called them' }
    const verified = await (await steps.as('everyone', 'admin')).call(payeeEndpoints.verify, { params: { id }, body })
    expect(verified.status).toBe(200)
    const source = await steps.approvedRent()
    await steps.allowUpTo(5000)
    await steps.repeat(source, { is_automatic: true })
    steps.moveClock(day)
    await Promise.all([1, 2, 3].map(() => raiseRecurring(world.services)))
    expect((await steps.theOne()).unsent).toEqual([])
    const { items } = (await (await steps.as('approver-group')).call(requests.list, { query: { view: 'pending' } }))
      .data
    expect(items).toHaveLength(1)
    const raised = await steps.detail(items[0]?.id ?? 0)
    expect(raised).toMatchObject({ requester_name: 'requester-group Tester', status_name: 'request', amount: 4500 })
    expect(raised.recurring).toMatchObject({ was_automatic: true, differences: [] })
    expect(raised.status_history[0]).toMatchObject({ user_name: 'System for requester-group Tester' })
    expect(await steps.events('requester-group')).toEqual(['recurring-submitted'])
    const own = await move(await steps.requester(), raised.id, 3)
    expect(own.status).toBe(403)
    await steps.approve(raised.id)
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })
})

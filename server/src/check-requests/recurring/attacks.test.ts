import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { draftEndpoints as drafts } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { recurringEndpoints as endpoints } from '@check-requests/domain/check-requests/recurring/endpoints.ts'
import { requirementEndpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmControls } from '../../testing/controls.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { addPayee, setPayees } from '../../testing/payees.ts'
import { anyone, putInForce } from '../../testing/policies.ts'
import { move, raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { raiseRecurring } from './commands/raise.ts'

const day = 86_400_000
const rent = { amount: 4500, payee_name_1: 'Oak Street Properties', mailing_address: '12 Oak Street' }

onOneDatabase('attacks with recurring requests on $name', (kind) => {
  let world: World
  let payeeId = 0
  let source = 0
  // A verified payee, an approved request, and a group that submits up to $5,000 automatically.
  beforeEach(async () => {
    world = await startWorld(kind)
    await setPayees(world, { payee_list: 'on' })
    payeeId = (await addPayee(world, rent.payee_name_1, { address: rent.mailing_address })).id
    await verify()
    source = (await raise(world, 'requester-group', 'NWG/TOY/SVC', rent)).id
    await approve(source)
    await saveLimit(5000)
    await confirmControls(world)
  })
  afterEach(() => world.close())

  const verify = async () => {
    const params = { id: payeeId }
    const admin = await world.as('everyone', 'admin')
    expect((await admin.call(payeeEndpoints.verify, { params, body: { how: 'Called them' } })).status).toBe(200)
  }
  const approve = async (id: number) => expect((await move(await world.as('approver-group'), id, 3)).status).toBe(201)
  const saveLimit = async (limit: number | null) =>
    (await world.as('admin-group')).call(endpoints.saveLimit, {
      params: { id: world.ids.places.NWG },
      body: { limit },
    })
  const requester = () => world.as('requester-group')
  const tomorrow = () => addDays(datesIn('America/New_York')(world.clock.read()), 1)
  const repeat = async (changes: object = {}) => {
    const body = { request_id: source, every: 'week', first_on: tomorrow(), is_automatic: true, ...changes } as const
    const made = await (await requester()).call(endpoints.create, { body })
    expect(made.status).toBe(201)
    return made.data.id
  }
  const only = async () => {
    const [item] = (await (await requester()).call(endpoints.list)).data.items
    if (!item) throw new Error('There is no recurring request')
    return item
  }
  const dayLater = async () => {
    world.clock.advance(day)
    await raiseRecurring(world.services)
  }
  const pending = async () =>
    (await (await world.as('approver-group')).call(requests.list, { query: { view: 'pending' } })).data.items
  /** The reason for which the draft was left to its requester. */
  const held = async () => {
    await dayLater()
    expect(await pending()).toEqual([])
    const [unsent] = (await only()).unsent
    return unsent?.held_because
  }

  test('leaves an amount raised below the limit to its requester, and tells the approver', async () => {
    await repeat({ amount: 4999 })
    expect(await held()).toBe('Changed: amount (was $4,500.00).')
    const { id, unsent } = await only()
    const body = { due_on: unsent[0]?.due_on ?? '', version: 1 }
    const sent = await (await requester()).call(endpoints.submit, { params: { id }, body })
    const seen = await (await world.as('approver-group')).call(requests.detail, { params: { id: sent.data.id } })
    expect(seen.data.recurring).toMatchObject({ differences: ['amount'], was_automatic: false })
  })

  test('leaves an amount that was raised after the last approval to its requester', async () => {
    const id = await repeat()
    const changed = await (await requester()).call(endpoints.update, { params: { id }, body: { amount: 4900 } })
    expect(changed.status).toBe(200)
    expect(await held()).toBe('Changed: amount (was $4,500.00).')
  })

  test('refuses an amount above the limit, and leaves it to its requester if the limit falls later', async () => {
    const body = { request_id: source, every: 'week', first_on: tomorrow(), amount: 5001, is_automatic: true } as const
    expect((await (await requester()).call(endpoints.create, { body })).status).toBe(422)
    await repeat()
    await saveLimit(4499)
    expect(await held()).toContain('above $4,499.00')
  })

  test('leaves every draft to its requester once the limit is removed', async () => {
    await repeat()
    await saveLimit(null)
    expect(await held()).toBe('The dealer group doesn’t submit recurring requests automatically.')
  })

  test('leaves a payment to a payee who was blocked meanwhile to its requester', async () => {
    await repeat()
    const params = { id: payeeId }
    await (await world.as('admin-group')).call(payeeEndpoints.block, { params, body: { reason: 'Forged invoices' } })
    expect(await held()).toContain('is blocked: Forged invoices')
  })

  test.each([
    ['and isn’t verified again', false, 'The payee isn’t verified.'],
    ['and was verified again', true, 'The payee’s name or address on the payee list has changed.'],
  ])('leaves a payment to a payee whose address was swapped %s to its requester', async (_, again, reason) => {
    await repeat()
    const params = { id: payeeId }
    const body = { address: 'PO Box 9' }
    expect((await (await world.as('admin-group')).call(payeeEndpoints.update, { params, body })).status).toBe(200)
    if (again) await verify()
    expect(await held()).toBe(reason)
  })

  test('leaves a payment without what its purpose requires to its requester, even if it is only a warning', async () => {
    await repeat()
    const demands = [{ item: 'invoice-number', level: 'warn' } as const]
    const body = { purposes: [{ purpose_id: 10, demands }] }
    const params = { id: world.ids.places.NWG }
    const saved = await (await world.as('admin-group')).call(requirementEndpoints.save, { params, body })
    expect(saved.status).toBe(200)
    expect(await held()).toBe('Missing: Invoice Number.')
  })

  test('counts neither a rejected nor a returned request as approved', async () => {
    const first = (await raise(world, 'requester-group', 'NWG/TOY/SVC', { ...rent, amount: 100 })).id
    await repeat({ request_id: first, amount: 100 })
    await dayLater()
    expect((await only()).unsent[0]?.held_because).toBe('No request of this series has been approved yet.')
    await approve(first)
    expect((await move(await world.as('processor-group'), first, 9)).status).toBe(201)
    world.clock.advance(7 * day)
    await raiseRecurring(world.services)
    const login = await world.logIn(emailOf('requester-group'))
    const [item] = (await login.call(endpoints.list)).data.items
    expect(item?.unsent.at(-1)?.held_because).toBe('No request of this series has been approved yet.')
  })

  test('submits nothing after the draft was edited between its creation and its submission', async () => {
    await repeat({ is_automatic: false })
    await dayLater()
    const params = { id: (await only()).unsent[0]?.draft?.id ?? 0 }
    const { values } = (await (await requester()).call(drafts.detail, { params })).data
    const body = { version: 1, values: { ...values, notes: 'Pay someone else' } }
    await (await requester()).call(drafts.update, { params, body })
    // As if a server had stopped after it created the draft, and before it submitted it.
    await world.database.transact((trx) => trx.updateTable('recurring_drafts').set({ is_automatic: 1 }).execute())
    await raiseRecurring(world.services)
    expect(await pending()).toEqual([])
    expect((await only()).unsent[0]?.held_because).toBe('The draft was changed by hand.')
  })

  test('submits nothing for a requester who became inactive, and tells the admins', async () => {
    await repeat()
    const body = { id: world.ids.people['requester-group'], active: false }
    expect((await (await world.as('admin-super')).call(userEndpoints.update, { body })).status).toBe(200)
    await dayLater()
    expect(await pending()).toEqual([])
    const [item] = (await (await world.as('admin-group')).call(endpoints.list)).data.items
    expect(item).toMatchObject({ state: 'ended', end_reason: 'requester-group Tester is inactive.', unsent: [] })
  })

  test('lets neither the requester nor a delegate who is the requester approve a request submitted automatically', async () => {
    const own = (await raise(world, 'everyone', 'NWG/TOY/SVC', rent)).id
    await approve(own)
    await putInForce(world, { rules: [], otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } })
    const body = { request_id: own, every: 'week', first_on: tomorrow(), is_automatic: true } as const
    expect((await (await world.as('everyone', 'requester')).call(endpoints.create, { body })).status).toBe(201)
    const today = addDays(tomorrow(), -1)
    const away = { to_id: world.ids.people.everyone, starts_on: today, ends_on: addDays(today, 6), reason: 'Vacation' }
    expect((await (await world.as('approver-group')).call(delegationEndpoints.create, { body: away })).status).toBe(201)
    await dayLater()
    const [raised] = await pending()
    expect(raised).toMatchObject({ requester_name: 'everyone Tester' })
    const refused = await move(await world.as('everyone', 'approver'), raised?.id ?? 0, 3)
    expect([refused.status, refused.message]).toEqual([403, expect.stringContaining('separation of duties')])
    await approve(raised?.id ?? 0)
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('gives a request no mark of a series from another user’s draft', async () => {
    await repeat({ is_automatic: false })
    await dayLater()
    const draft_id = (await only()).unsent[0]?.draft?.id ?? 0
    const made = await raise(world, 'requester-dealership', 'NWG/TOY/SVC', { ...rent, draft_id })
    const seen = await (await world.as('approver-group')).call(requests.detail, { params: { id: made.id } })
    expect(seen.data.recurring).toBeUndefined()
    expect((await only()).unsent).toHaveLength(1)
  })

  test('shows the approver a swapped second payee, delivery, purpose, and location', async () => {
    await repeat({ is_automatic: false })
    await dayLater()
    const { id, unsent } = await only()
    const params = { id: unsent[0]?.draft?.id ?? 0 }
    const { values } = (await (await requester()).call(drafts.detail, { params })).data
    const other = {
      ...values,
      payee_name_2: 'Ada Lovelace',
      payee_join: 'or',
      delivery_method_id: 2,
      mailing_method: null,
      purpose_id: 11,
      department_id: world.ids.places['NWG/TOY/SLS' as 'NWG/TOY/SVC'] ?? null,
    }
    await (await requester()).call(drafts.update, { params, body: { version: 1, values: other } })
    const body = { due_on: unsent[0]?.due_on ?? '', version: 2 }
    const sent = await (await requester()).call(endpoints.submit, { params: { id }, body })
    expect(sent.status).toBe(201)
    const seen = await (await world.as('approver-group')).call(requests.detail, { params: { id: sent.data.id } })
    expect(seen.data.recurring?.differences).toEqual(['second payee', 'address', 'delivery', 'purpose', 'location'])
  })
})

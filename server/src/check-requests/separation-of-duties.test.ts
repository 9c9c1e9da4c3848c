import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccounts } from '../testing/ledger.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { oneSession } from '../testing/one-session.ts'
import { bodyAt, bring, move, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { updateRequest } from './queries/write/store.ts'

const refusal =
  'You raised this request or edited its payment details, so someone else has to decide on it (separation of duties).'

/** The ways in which the user 'everyone', who has all four roles, can participate in a request. */
const hands = {
  'who created the request': (world: World) => raise(world, 'everyone', 'NWG/TOY/SVC'),
  'who created the request as an admin': async (world: World) => {
    const admin = await world.as('everyone', 'admin')
    const body = bodyAt(world.ids, 'NWG/TOY/SVC', { requester_id: world.ids.people['requester-department'] })
    return (await admin.call(endpoints.create, { body })).data
  },
  'who edited the amount': (world: World) => editedBy(world, { amount: 99 }),
  'who edited the payee before another user edited the amount': async (world: World) => {
    const raised = await editedBy(world, { payee_name_1: 'Someone Else Inc' })
    await bring(world, raised.id, 9)
    const changes = { payee_name_1: 'Someone Else Inc', amount: 1250.51 }
    const body = bodyAt(world.ids, 'NWG/TOY/SVC', changes)
    const requester = await world.as('requester-department')
    expect((await requester.call(endpoints.update, { params: { id: raised.id }, body })).status).toBe(200)
    return raised
  },
} as const

const decisions = [
  [1, 3],
  [1, 8],
  [1, 9],
  [2, 3],
  [2, 8],
  [2, 9],
] as const

type Changes = NonNullable<Parameters<typeof bodyAt>[2]>

/** Creates another user's request with the fields `first`, sends it back, and edits it as 'everyone', an admin. */
async function editedBy(world: World, changes: Changes, first: Changes = {}) {
  const raised = await raiseTo(world, 9, 'requester-department', 'NWG/TOY/SVC', first)
  const admin = await world.as('everyone', 'admin')
  const body = bodyAt(world.ids, 'NWG/TOY/SVC', { ...first, ...changes })
  expect((await admin.call(endpoints.update, { params: { id: raised.id }, body })).status).toBe(200)
  return raised
}

onBothDatabases('separation of duties on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await addAccounts(world, ['2310 Vehicle payoffs'])
  })
  afterAll(() => world.close())

  async function setSeparation(on: boolean): Promise<void> {
    await world.database.transact(async (trx) => {
      const values = { separation_of_duties: on ? 1 : 0 }
      await trx.updateTable('dealer_groups').set(values).where('id', '=', world.ids.places.NWG).execute()
    })
  }

  describe.each(Object.entries(hands))('decisions by a user %s', (_, begin) => {
    test.each(decisions)(
      'refuses a decision that moves a request from status %i to status %i, and names the reason',
      async (from, to) => {
        const { id } = await begin(world)
        await bring(world, id, from)
        const reply = await move(await world.as('everyone', 'approver'), id, to, from)
        expect(reply.status).toBe(403)
        expect(reply.message).toBe(refusal)
      },
    )

    test.each(decisions)(
      'allows a decision that moves a request from status %i to status %i where separation of duties is off',
      async (from, to) => {
        const { id } = await begin(world)
        await bring(world, id, from)
        await setSeparation(false)
        try {
          expect((await move(await world.as('everyone', 'approver'), id, to, from)).status).toBe(201)
        } finally {
          await setSeparation(true)
        }
      },
    )

    test('allows a participant to move a request to Processing and to close it', async () => {
      const { id } = await begin(world)
      const approver = await world.as('everyone', 'approver')
      expect((await move(approver, id, 2)).status).toBe(201)
      await move(await world.as('approver-super'), id, 3)
      for (const to of [4, 5, 6]) await move(await world.as('processor-super'), id, to, to - 1)
      expect((await move(approver, id, 7)).status).toBe(201)
    })

    test('refuses a decision after a role switch within the session', async () => {
      const { id } = await begin(world)
      const session = await oneSession(world, 'everyone')
      await session.inRole('requester')
      const approver = await session.inRole('approver')
      expect((await move(approver, id, 3)).message).toBe(refusal)
    })

    test('allows any other user to decide', async () => {
      const { id } = await begin(world)
      expect((await move(await world.as('approver-department'), id, 3)).status).toBe(201)
    })
  })

  const otherPurpose = { purpose_id: 21, purpose_other: 'Raffle prize' }
  const otherDelivery = { delivery_method_id: 4, delivery_method_other: 'Ask for Jo' }

  test.each<[string, Changes, Changes?]>([
    ['amount', { amount: 1250.51 }],
    ['payee_name_1', { payee_name_1: 'Harbor Paint Supply Inc' }],
    ['payee_name_2', { payee_name_2: 'Jo Harbor' }],
    ['payee_type', { payee_type: 'individual' }],
    ['payee_sub_type', { payee_sub_type: 'customer' }],
    ['mailing_address', { mailing_address: '1 Harbor Way, Salem, OR 97301' }],
    ['memo_line', { memo_line: 'Invoice 7' }],
    ['purpose_id', { purpose_id: 11 }],
    ['vin_last_digits', { vin_last_digits: '123456' }],
    ['po_purchase_no', { po_purchase_no: 'PO-1002' }],
    ['invoice_number', { invoice_number: 'INV-1002' }],
    ['stock_number', { stock_number: 'S-1002' }],
    ['deal_number', { deal_number: 'D-1002' }],
    ['repair_order', { repair_order: 'RO-1002' }],
    ['cleared_payment', { cleared_payment: 'Trace 1002' }],
    ['accounting', { accounting: [{ account: '2310', amount: 1250.5 }] }],
    ['delivery_method_id', { delivery_method_id: 2 }],
    ['mailing_method', { mailing_method: 'UPS' }],
    ['purpose_other', { purpose_other: 'Another prize' }, otherPurpose],
    ['delivery_method_other', { delivery_method_other: 'Ask for Al' }, otherDelivery],
  ])('treats a user who edits %s as a participant in the request', async (_, changes, first) => {
    const { id } = await editedBy(world, changes, first)
    const { data } = await (await world.as('approver-group')).call(endpoints.detail, { params: { id } })
    const { everyone, 'requester-department': requester } = world.ids.people
    expect(data.hands.toSorted((one, other) => one.part.localeCompare(other.part))).toEqual([
      { user_id: everyone, part: 'edited' },
      { user_id: requester, part: 'raised' },
    ])
    expect((await move(await world.as('everyone', 'approver'), id, 3)).message).toBe(refusal)
  })

  test.each([
    ['nothing', {}],
    ['the notes', { notes: 'Paid before' }],
    ['the priority', { priority_level: 'urgent' }],
    ['the due date', { due_date: '2026-12-01' }],
  ] as const)('lets a user who edits %s decide on the request', async (_, changes) => {
    const { id } = await editedBy(world, changes)
    expect((await move(await world.as('everyone', 'approver'), id, 3)).status).toBe(201)
  })

  test('doesn’t make a processor who changes delivery details a participant', async () => {
    const { id } = await raiseTo(world, 6, 'requester-department', 'NWG/TOY/SVC')
    const processor = await world.as('everyone', 'processor')
    const body = { delivery_method_id: 2, delivery_method_other: null }
    expect((await processor.call(endpoints.update, { params: { id }, body })).status).toBe(200)
    const { data } = await processor.call(endpoints.detail, { params: { id } })
    expect(data.hands.map(({ user_id }) => user_id)).not.toContain(world.ids.people.everyone)
  })

  test('keeps the requester from printing the check, and keeps the approver from signing it', async () => {
    const raised = await raiseTo(world, 3, 'everyone', 'NWG/TOY/SVC')
    const processor = await world.as('everyone', 'processor')
    const print = await move(processor, raised.id, 4)
    expect([print.status, print.message]).toEqual([
      403,
      'You raised this request, so someone else has to print its check (separation of duties).',
    ])
    expect((await move(await world.as('processor-group'), raised.id, 4)).status).toBe(201)
    const own = await move(processor, raised.id, 5, 4)
    expect([own.status, own.message]).toEqual([
      403,
      'You raised this request, so someone else has to sign its check (separation of duties).',
    ])
    expect((await move(await world.as('processor-group'), raised.id, 5, 4)).status).toBe(201)

    const approved = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    await move(await world.as('everyone', 'approver'), approved.id, 3)
    expect((await move(processor, approved.id, 4)).status).toBe(201)
    const sign = await move(processor, approved.id, 5, 4)
    expect([sign.status, sign.message]).toEqual([
      403,
      'You approved this request, so someone else has to sign its check (separation of duties).',
    ])
    expect((await move(await world.as('processor-group'), approved.id, 5, 4)).status).toBe(201)
  })

  test('refuses only the processor’s own request in a bulk change', async () => {
    const ids = []
    for (const name of ['everyone', 'requester-department'] as const)
      ids.push((await raiseTo(world, 3, name, 'NWG/TOY/SVC')).id)
    const processor = await world.as('everyone', 'processor')
    const body = { status_id: 4, items: ids.map((id) => ({ id, version: 2 })) }
    const { data } = await processor.call(endpoints.changeStatuses, { body })
    expect(data.map((row) => (row.done ? 201 : row.status))).toEqual([403, 201])
    expect(data[0]).toMatchObject({ message: expect.stringContaining('someone else has to print its check') })
  })

  test('includes the participants of each request in a list', async () => {
    const { id } = await editedBy(world, { amount: 77 })
    const { items } = (await (await world.as('everyone', 'approver')).call(endpoints.list, { query: {} })).data
    const hands = items.find((item) => item.id === id)?.hands
    expect(hands).toContainEqual({ user_id: world.ids.people.everyone, part: 'edited' })
    expect(hands).toHaveLength(2)
  })

  test('enforces separation of duties again in the SQL statement that stores the decision', async () => {
    const { people } = world.ids
    const admin = await world.as('admin-group')
    const body = bodyAt(world.ids, 'NWG/TOY/SVC', { requester_id: people['requester-department'] })
    const { id } = (await admin.call(endpoints.create, { body })).data
    await bring(world, id, 9)
    const edit = { params: { id }, body: bodyAt(world.ids, 'NWG/TOY/SVC', { amount: 3 }) }
    expect((await (await world.as('everyone', 'admin')).call(endpoints.update, edit)).status).toBe(200)
    const approve = (userId: number) => {
      const notBy = { userId, parts: ['raised', 'edited'] } as const
      const expected = { id, statusId: 1, version: 3, notBy } as const
      return world.database.transact((trx) => updateRequest(trx, expected, { status_id: 3 }))
    }
    const hands = ['requester-department', 'admin-group', 'everyone'] as const
    for (const name of hands) expect(await approve(people[name]), name).toBe(false)
    expect(await approve(people['approver-group'])).toBe(true)
  })

  test('lets one user do everything in a dealer group without separation of duties', async () => {
    const { id } = await raise(world, 'everyone-eastside', 'EAS/KIA/SVC')
    const steps = [3, 4, 5, 6, 7]
    for (const to of steps) {
      const client = await world.as('everyone-eastside', to === 3 ? 'approver' : 'processor')
      expect((await move(client, id, to, to - 1)).status).toBe(201)
    }
  })
})

import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/sessions/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../testing/databases.ts'
import { emailOf } from '../testing/organisation.ts'
import { bodyAt, bring, move, moveBody, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { updateRequest } from './queries/write/store.ts'

const refusal =
  'You raised this request or last edited its payee or amount, so somebody else has to decide on it (separation of duties).'

/** How 'everyone', who holds all four roles, can be involved in a request. */
const hands = {
  'who raised it': (world: World) => raise(world, 'everyone', 'NWG/TOY/SVC'),
  'who typed it for the requester': async (world: World) => {
    const admin = await world.as('everyone', 'admin')
    const body = bodyAt(world.ids, 'NWG/TOY/SVC', { requester_id: world.ids.people['requester-department'] })
    return (await admin.call(endpoints.create, { body })).data
  },
  'who last edited its amount': (world: World) => editedBy(world, { amount: 99 }),
} as const

const decisions = [
  [1, 3],
  [1, 8],
  [1, 9],
  [2, 3],
  [2, 8],
  [2, 9],
] as const

/** Somebody else's request that 'everyone' edits as an admin, after it was sent back. */
async function editedBy(world: World, changes: Parameters<typeof bodyAt>[2]) {
  const raised = await raiseTo(world, 9, 'requester-department', 'NWG/TOY/SVC')
  const admin = await world.as('everyone', 'admin')
  const body = bodyAt(world.ids, 'NWG/TOY/SVC', changes)
  expect((await admin.call(endpoints.update, { params: { id: raised.id }, body })).status).toBe(200)
  return raised
}

describe.each(databases)('on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function setSeparation(on: boolean): Promise<void> {
    await world.database.transact(async (trx) => {
      const values = { separation_of_duties: on ? 1 : 0 }
      await trx.updateTable('dealer_groups').set(values).where('id', '=', world.ids.places.NWG).execute()
    })
  }

  describe.each(Object.entries(hands))('the person %s', (_, begin) => {
    test.each(decisions)('cannot decide from %i to %i, and the refusal says why', async (from, to) => {
      const { id } = await begin(world)
      await bring(world, id, from)
      const reply = await move(await world.as('everyone', 'approver'), id, to, from)
      expect(reply.status).toBe(403)
      expect(reply.message).toBe(refusal)
    })

    test.each(decisions)('can decide from %i to %i where the dealer group has lifted the rule', async (from, to) => {
      const { id } = await begin(world)
      await bring(world, id, from)
      await setSeparation(false)
      try {
        expect((await move(await world.as('everyone', 'approver'), id, to, from)).status).toBe(201)
      } finally {
        await setSeparation(true)
      }
    })

    test('can take it into processing and close it, since that decides nothing', async () => {
      const { id } = await begin(world)
      const approver = await world.as('everyone', 'approver')
      expect((await move(approver, id, 2)).status).toBe(201)
      await move(await world.as('approver-super'), id, 3)
      for (const to of [4, 5, 6]) await move(await world.as('processor-super'), id, to, to - 1)
      expect((await move(approver, id, 7)).status).toBe(201)
    })

    test('cannot get round it by switching roles within one session', async () => {
      const { id } = await begin(world)
      const body = { email: emailOf('everyone'), password: 'check-request-demo', role_id: 2 }
      const first = (await world.anyone.call(sessionEndpoints.login, { body })).data.token
      const switched = await world.anyone
        .with({ 'x-auth-token': first })
        .call(sessionEndpoints.switchRole, { body: { role_id: 3 } })
      const approver = world.anyone.with({ 'x-auth-token': switched.data.token })
      expect((await move(approver, id, 3)).message).toBe(refusal)
    })

    test('leaves the decision open to anybody else', async () => {
      const { id } = await begin(world)
      expect((await move(await world.as('approver-department'), id, 3)).status).toBe(201)
    })
  })

  test.each([
    ['amount', { amount: 1250.51 }],
    ['payee_name_1', { payee_name_1: 'Harbor Paint Supply Inc' }],
    ['payee_name_2', { payee_name_2: 'Jo Harbor' }],
    ['payee_type', { payee_type: 'individual' }],
    ['payee_sub_type', { payee_sub_type: 'customer' }],
  ] as const)('whoever edits %s becomes the last editor', async (_, changes) => {
    const { id } = await editedBy(world, changes)
    const detail = await (await world.as('approver-group')).call(endpoints.detail, { params: { id } })
    expect(detail.data).toMatchObject({ last_editor_id: world.ids.people.everyone, separation_of_duties: true })
    expect((await move(await world.as('everyone', 'approver'), id, 3)).message).toBe(refusal)
  })

  test.each([
    ['nothing', {}],
    ['the notes', { notes: 'Paid before' }],
    ['the memo line', { memo_line: 'Invoice 7' }],
    ['the way of delivery', { delivery_method_id: 2 }],
  ])('an edit of %s leaves the decision to its editor', async (_, changes) => {
    const { id } = await editedBy(world, changes)
    expect((await move(await world.as('everyone', 'approver'), id, 3)).status).toBe(201)
  })

  test('the one statement that decides holds the rule too, whatever was read before', async () => {
    const { people } = world.ids
    const admin = await world.as('admin-group')
    const body = bodyAt(world.ids, 'NWG/TOY/SVC', { requester_id: people['requester-department'] })
    const { id } = (await admin.call(endpoints.create, { body })).data
    await bring(world, id, 9)
    const edit = { params: { id }, body: bodyAt(world.ids, 'NWG/TOY/SVC', { amount: 3 }) }
    expect((await (await world.as('everyone', 'admin')).call(endpoints.update, edit)).status).toBe(200)
    const approve = (notBy: number) =>
      world.database.transact((trx) => updateRequest(trx, { id, statusId: 1, version: 3, notBy }, { status_id: 3 }))
    const hands = ['requester-department', 'admin-group', 'everyone'] as const
    for (const name of hands) expect(await approve(people[name]), name).toBe(false)
    expect(await approve(people['approver-group'])).toBe(true)
  })

  test('Eastside, where the rule is off, lets one person do everything', async () => {
    const { id } = await raise(world, 'everyone-eastside', 'EAS/KIA/SVC')
    const steps = [3, 4, 5, 6, 7]
    for (const to of steps) {
      const client = await world.as('everyone-eastside', to === 3 ? 'approver' : 'processor')
      const body = moveBody(to, to - 1)
      expect((await client.call(endpoints.changeStatus, { params: { id }, body })).status).toBe(201)
    }
  })
})

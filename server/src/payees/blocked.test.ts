import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { type CreateBody, move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('a blocked payee beside the first on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await setPayees(world, { payee_list: 'on' })
  })
  afterAll(() => world.close())

  const admin = (name: 'admin-group' | 'everyone' = 'admin-group') => world.as(name, 'admin')
  const raiseFor = (payee_name_1: string, changes: Partial<CreateBody> = {}) =>
    raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1, ...changes })
  const approve = async (id: number) => move(await world.as('approver-group'), id, 3)
  const ofRequest = async (id: number) =>
    (await (await world.as('requester-group')).call(requests.detail, { params: { id } })).data.payee
  const verify = async (id: number) =>
    (await admin('everyone')).call(endpoints.verify, { params: { id }, body: { how: 'Called them' } })

  test('who is the second payee stops approval and printing', async () => {
    const { id } = await addPayee(world, 'Bad Second')
    const waiting = await raiseFor('Good First', { purpose_id: 2, payee_name_2: 'bad second', payee_join: 'or' })
    const body = { reason: 'They cash what is not theirs' }
    await (await admin()).call(endpoints.block, { params: { id }, body })
    const refused = await approve(waiting.id)
    expect([refused.status, refused.message]).toEqual([
      409,
      'The second payee Bad Second is blocked: They cash what is not theirs. Until an admin of the dealer group unblocks the payee, this request cannot be approved.',
    ])
    expect((await ofRequest(waiting.id))?.refusal_to_print).toMatch(/^The second payee Bad Second is blocked/)
    const { data } = await (await admin()).call(endpoints.payments, { params: { id } })
    const shown = data.items.map((item) => [item.id, item.payee_name])
    expect(shown).toEqual([[waiting.id, 'Good First or bad second']])
    await (await admin()).call(endpoints.unblock, { params: { id }, body: { reason: 'It was a mistake' } })
    expect((await approve(waiting.id)).status).toBe(201)
  })

  test('who is named in a field with somebody else stops them, until that is verified as another payee', async () => {
    const { id } = await addPayee(world, 'Bad Joined')
    const body = { reason: 'They cash what is not theirs' }
    await (await admin()).call(endpoints.block, { params: { id }, body })
    const [first, second] = [
      await raiseFor('Good Joined or bad  joined', { purpose_id: 2 }),
      await raiseFor('Good Alone', { purpose_id: 2, payee_name_2: 'Bad Joined & Sons, LLC' }),
    ]
    const refused = await approve(first.id)
    expect([refused.status, refused.message]).toEqual([
      409,
      '“Good Joined or bad  joined” names Bad Joined, who is blocked: They cash what is not theirs. Until an admin of the dealer group unblocks that payee, or verifies the payee “Good Joined or bad  joined” as somebody else, this request cannot be approved.',
    ])
    expect((await ofRequest(first.id))?.refusal_to_print).toMatch(/^“Good Joined or bad {2}joined” names Bad Joined/)
    expect((await approve(second.id)).message).toMatch(/^“Bad Joined & Sons, LLC” names Bad Joined, who is blocked/)
    await verify((await addPayee(world, 'Bad Joined & Sons, LLC')).id)
    expect((await approve(second.id)).status).toBe(201)
    await (await admin()).call(endpoints.unblock, { params: { id }, body: { reason: 'It was a mistake' } })
    expect((await approve(first.id)).status).toBe(201)
  })
})

import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun, printed } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { type CreateBody, move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const mailed = {
  delivery_method_id: 1,
  mailing_method: 'USPS',
  mailing_address: '88 Mill Road\n\nTacoma, WA 98421',
} as const

onOneDatabase('a blocked payee named next to the first one on $name', (kind) => {
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

  test('refuses approval and printing if the second payee is blocked', async () => {
    const { id } = await addPayee(world, 'Bad Second')
    const waiting = await raiseFor('Good First', { purpose_id: 2, payee_name_2: 'bad second', payee_join: 'or' })
    const body = { reason: 'They cash what isn’t theirs' }
    await (await admin()).call(endpoints.block, { params: { id }, body })
    const refused = await approve(waiting.id)
    expect([refused.status, refused.message]).toEqual([
      409,
      'The second payee, Bad Second, is blocked: They cash what isn’t theirs. Until an admin of the dealer group unblocks the payee, this request can’t be approved.',
    ])
    expect((await ofRequest(waiting.id))?.refusal_to_print).toMatch(/^The second payee, Bad Second, is blocked/)
    const { data } = await (await admin()).call(endpoints.payments, { params: { id } })
    const shown = data.items.map((item) => [item.id, item.payee_name])
    expect(shown).toEqual([[waiting.id, 'Good First or bad second']])
    await (await admin()).call(endpoints.unblock, { params: { id }, body: { reason: 'It was a mistake' } })
    await confirmControls(world)
    expect((await approve(waiting.id)).status).toBe(201)
  })

  test('refuses approval and printing if a name includes a blocked payee, until the full name is verified', async () => {
    const { id } = await addPayee(world, 'Bad Joined')
    const body = { reason: 'They cash what isn’t theirs' }
    await (await admin()).call(endpoints.block, { params: { id }, body })
    const [first, second] = [
      await raiseFor('Good Joined or bad  joined', { purpose_id: 2 }),
      await raiseFor('Good Alone', { purpose_id: 2, payee_name_2: 'Bad Joined & Sons, LLC' }),
    ]
    const refused = await approve(first.id)
    expect([refused.status, refused.message]).toEqual([
      409,
      '“Good Joined or bad  joined” names Bad Joined, who is blocked: They cash what isn’t theirs. Until an admin of the dealer group unblocks that payee, or verifies “Good Joined or bad  joined” as a different payee, this request can’t be approved.',
    ])
    expect((await ofRequest(first.id))?.refusal_to_print).toMatch(/^“Good Joined or bad {2}joined” names Bad Joined/)
    expect((await approve(second.id)).message).toMatch(/^“Bad Joined & Sons, LLC” names Bad Joined, who is blocked/)
    await verify((await addPayee(world, 'Bad Joined & Sons, LLC')).id)
    expect((await approve(second.id)).status).toBe(201)
    await (await admin()).call(endpoints.unblock, { params: { id }, body: { reason: 'It was a mistake' } })
    await confirmControls(world)
    expect((await approve(first.id)).status).toBe(201)
  })
  test('refuses to print, sign, mail, or hand over a numbered check to a blocked payee', async () => {
    const account = await openAccount(world)
    const processor = await world.as('processor-group', 'processor')
    const block = async (name: string) => {
      const [listed] = (await (await admin()).call(endpoints.list, { query: { search: name } })).data.items
      const id = listed?.id ?? 0
      const body = { reason: 'They cash what isn’t theirs' }
      expect((await (await admin()).call(endpoints.block, { params: { id }, body })).status).toBe(200)
      return async () => {
        await (await admin()).call(endpoints.unblock, { params: { id }, body: { reason: 'A mistake' } })
        await confirmControls(world)
      }
    }
    const refusal = (name: string, what: string) => [
      409,
      `${name} is blocked: They cash what isn’t theirs. Until an admin of the dealer group unblocks the payee, ${what}`,
    ]
    const first = await approved(world, { payee_name_1: 'Bad Run', purpose_id: 2 })
    const run = await openRun(world, account, [first])
    const settle = (body: object) => processor.call(printRunEndpoints.confirm, { params: { id: run.id }, body })
    await block('Bad Run')
    const [sheet] = run.checks
    const settled = await settle({})
    expect([settled.status, settled.message]).toEqual(
      refusal(
        'Bad Run',
        `its check can’t be confirmed as printed. Until then, mark sheet ${sheet?.number} as spoiled.`,
      ),
    )
    expect((await settle({ spoiled: [{ number: sheet?.number, reason: 'Blocked' }] })).status).toBe(200)

    const second = await approved(world, { payee_name_1: 'Bad Pen', purpose_id: 2, ...mailed })
    const [check] = (await printed(world, account, [second])).checks
    const check_ids = [check?.id ?? 0]
    const unblock = await block('Bad Pen')
    const signing = await world.as('approver-super', 'approver')
    const sign = () => signing.call(checkEndpoints.sign, { body: { check_ids } })
    const signed = await sign()
    expect([signed.status, signed.message]).toEqual(refusal('Bad Pen', 'its check can’t be signed.'))
    await unblock()
    expect((await sign()).status).toBe(200)
    await move(processor, second.id, 6)
    await block('Bad Pen')
    const leaving = [
      await processor.call(leavingEndpoints.mail, {
        body: { checks: [{ check_id: check_ids[0], tracking_number: null }] },
      } as never),
      await processor.call(checkEndpoints.handOver, { params: { id: check_ids[0] ?? 0 }, body: { kind: 'mailed' } }),
    ]
    for (const left of leaving)
      expect([left.status, left.message]).toEqual(refusal('Bad Pen', 'its check can’t be handed over or mailed.'))
  })
})

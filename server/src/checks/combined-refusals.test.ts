import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { setPayees } from '../testing/payees.ts'
import { move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('what keeps requests from sharing a check on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    await setPayees(world, { payee_list: 'on' })
    account = await openAccount(world)
  })
  afterAll(() => world.close())

  const processor = () => world.as('processor-group', 'processor')
  const numberOf = async (id: number) =>
    (await (await processor()).call(checkRequestEndpoints.detail, { params: { id } })).data.request_number
  const statusesOf = async (ids: readonly number[]) => {
    const client = await processor()
    const details = ids.map((id) => client.call(checkRequestEndpoints.detail, { params: { id } }))
    return (await Promise.all(details)).map(({ data }) => data.status_name)
  }
  const pair = async (payee_name_1: string) => {
    const body = { payee_name_1, purpose_id: 2 }
    const [one, other] = [
      await approved(world, { ...body, amount: 11 }),
      await approved(world, { ...body, amount: 12 }),
    ]
    return [one.id, other.id] as const
  }
  const make = async (combine: readonly (readonly number[])[], check_request_ids: readonly number[] = []) =>
    (await processor()).call(printRunEndpoints.make, {
      body: {
        bank_account_id: account.id,
        check_request_ids: [...check_request_ids],
        combine: combine.map((ids) => [...ids]),
      },
    })
  const settle = async (id: number, spoiled: { number: number; reason: string }[] = []) =>
    (await processor()).call(printRunEndpoints.confirm, { params: { id }, body: { spoiled } })
  const hold = async (id: number) => {
    const held = await (await world.as('approver-group', 'approver')).call(checkRequestEndpoints.hold, {
      params: { id },
      body: { reason: 'Wrong part' } as never,
    })
    expect([held.status, held.text]).toEqual([201, expect.any(String)])
  }
  const lift = async (id: number, name: PersonName = 'approver-super') => {
    const lifted = await (await world.as(name, 'approver')).call(checkRequestEndpoints.liftHold, {
      params: { id },
      body: {},
    })
    expect([lifted.status, lifted.text]).toEqual([200, expect.any(String)])
  }

  /** Expects that nothing of a pair is printed, whether or not the run has other checks. */
  async function expectLeftOut(ids: readonly [number, number], says: RegExp): Promise<void> {
    const message = expect.stringMatching(says)
    const next = async () =>
      (await (await processor()).call(printRunEndpoints.list, { query: { bank_account_id: account.id } })).data.length
    const before = await next()
    const alone = await make([ids])
    expect([alone.status, alone.message]).toEqual([409, message])
    expect(await next()).toBe(before)
    const good = await pair(`Good beside ${ids[0]}`)
    const { data: run } = await make([ids, good])
    expect(run.checks.map(({ check_request_ids }) => check_request_ids)).toEqual([good])
    expect(run.left_out).toEqual(ids.map((check_request_id) => ({ check_request_id, message })))
    await settle(run.id)
  }

  test('prints no check of a request that isn’t approved', async () => {
    const payee_name_1 = 'Half Approved'
    const { id: one } = await approved(world, { payee_name_1, purpose_id: 2, amount: 21 })
    const { id: other } = await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1, amount: 22 })
    await expectLeftOut([one, other], new RegExp(`^${await numberOf(other)}: .*Request`))
    expect(await statusesOf([one, other])).toEqual(['approved', 'request'])
  })

  test('prints no check with an unexplained duplicate, and prints it once an approver explains', async () => {
    const ids = await pair('Paid Elsewhere Too')
    const same = { payee_name_1: 'Paid Elsewhere Too', purpose_id: 2, amount: 12 }
    const { request_number: twin } = await approved(world, same, 'NWG/HON/SVC')
    await expectLeftOut(ids, new RegExp(`^${await numberOf(ids[1])}: This request looks like ${twin}`))
    const explained = await (await world.as('approver-group', 'approver')).call(printRunEndpoints.payBoth, {
      params: { id: ids[1] },
      body: { reason: 'Two stores' },
    })
    expect(explained.status).toBe(201)
    const { data: run } = await make([ids])
    expect(run.checks).toMatchObject([{ check_request_ids: ids }])
    await settle(run.id)
  })

  test('prints no check to a blocked payee, nor confirms one that was numbered before', async () => {
    const admin = await world.as('admin-group', 'admin')
    const block = async (name: string) => {
      const [listed] = (await admin.call(payeeEndpoints.list, { query: { search: name } })).data.items
      const blocked = await admin.call(payeeEndpoints.block, {
        params: { id: listed?.id ?? 0 },
        body: { reason: 'They cash what isn’t theirs' },
      })
      expect(blocked.status).toBe(200)
    }
    const early = await pair('Blocked Early')
    await block('Blocked Early')
    await expectLeftOut(early, /Blocked Early is blocked/)
    const late = await pair('Blocked Late')
    const { data: run } = await make([late])
    await block('Blocked Late')
    const settled = await settle(run.id)
    expect([settled.status, settled.message]).toEqual([409, expect.stringMatching(/^Blocked Late is blocked/)])
    await settle(run.id, [{ number: run.first_number, reason: 'Blocked' }])
    expect(await statusesOf(late)).toEqual(['approved', 'approved'])
  })

  test('confirms no sheet while one of its requests is on hold', async () => {
    const ids = await pair('Held in the Run')
    const { data: run } = await make([ids])
    await hold(ids[1])
    const refused = await settle(run.id)
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringMatching(new RegExp(`put ${await numberOf(ids[1])} on hold\\. Lift the hold, or .*spoiled`)),
    ])
    expect(await statusesOf(ids)).toEqual(['approved', 'approved'])
    await lift(ids[1])
    expect((await settle(run.id)).status).toBe(200)
    expect(await statusesOf(ids)).toEqual(['printed', 'printed'])
  })

  test('signs, readies, and mails no check while one of its requests is on hold', async () => {
    const ids = await pair('Held on Paper')
    const made = await make([ids])
    const id = made.data.checks[0]?.id ?? 0
    await settle(made.data.id)
    const client = await processor()
    const sign = async () =>
      (await world.as('approver-super', 'approver')).call(checkEndpoints.sign, { body: { check_ids: [id] } })
    const handOver = () => client.call(checkEndpoints.handOver, { params: { id }, body: { kind: 'mailed' } })
    const mail = () =>
      client.call(leavingEndpoints.mail, { body: { checks: [{ check_id: id, tracking_number: null }] } } as never)
    const says = expect.stringMatching(/approver-group Tester has put .* on hold/)
    const offered = async () => (await client.call(leavingEndpoints.toMail)).data.some((check) => check.id === id)

    await hold(ids[1])
    const early = await sign()
    expect([early.status, early.message]).toEqual([409, says])
    await lift(ids[1])
    expect((await sign()).data).toMatchObject({ signed: 1 })
    await hold(ids[1])
    const ready = await move(client, ids[0], 6)
    expect([ready.status, ready.message]).toEqual([409, says])
    expect(await statusesOf(ids)).toEqual(['signed', 'signed'])
    await lift(ids[1])
    expect((await move(client, ids[0], 6)).status).toBe(201)
    expect(await offered()).toBe(true)
    await hold(ids[1])
    expect(await offered()).toBe(false)
    for (const left of [await handOver(), await mail()]) expect([left.status, left.message]).toEqual([409, says])
    expect(await statusesOf(ids)).toEqual(['ready', 'ready'])
    await lift(ids[1])
    expect((await handOver()).status).toBe(200)
    expect(await statusesOf(ids)).toEqual(['closed', 'closed'])
  })
})

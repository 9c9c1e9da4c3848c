import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import type { handOverBody } from '@check-requests/domain/checks/fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { openAccount, openRun, printed, signed } from '../testing/checks.ts'
import type { Client } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { bodyAt, move, type Raised } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

type HandOverBody = z.input<typeof handOverBody>

onOneDatabase('separation of check duties on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  let last = 0
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
  })
  afterAll(() => world.close())

  const everyone = (role: 'admin' | 'approver' | 'processor') => world.as('everyone', role)

  /** A request for `requester`, created by `by` and approved by `approver`; `everyone` has all roles. */
  async function raisedBy(by: PersonName, requester: PersonName, approver: PersonName = 'approver-group') {
    last += 1
    const unlike = {
      payee_name_1: `Harbor Duty ${last}`,
      po_purchase_no: `PO-D${last}`,
      amount: 100,
      delivery_method_id: 2,
    }
    const body = bodyAt(world.ids, 'NWG/TOY/SVC', { ...unlike, requester_id: world.ids.people[requester] })
    const { data } = await (await world.as(by, 'admin')).call(checkRequestEndpoints.create, { body })
    expect((await move(await world.as(approver, 'approver'), data.id, 3)).status).toBe(201)
    return data
  }
  const raisedForAnother = () => raisedBy('everyone', 'requester-group')

  test('lets a user who created a request for another user report a spoiled sheet, but not confirm the check', async () => {
    const request = await raisedForAnother()
    const { id, checks } = await openRun(world, account, [request])
    const number = checks[0]?.number
    const settle = async (body: object) =>
      (await everyone('processor')).call(printRunEndpoints.confirm, { params: { id }, body })
    const refused = await settle({})
    expect([refused.status, refused.message]).toEqual([
      403,
      `You raised the request for check ${number}, so someone else has to record how it printed (separation of duties).`,
    ])
    expect((await settle({ spoiled: [{ number, reason: 'Jam' }] })).status).toBe(200)
  })

  test('keeps a user who created a request for another user from confirming its handwritten check', async () => {
    const { id: check_request_id } = await raisedForAnother()
    const body = { bank_account_id: account.id, check_request_id }
    const written = await (await world.as('processor-group', 'processor')).call(enteredCheckEndpoints.manual, { body })
    expect(written.status).toBe(201)
    const params = { id: written.data.id }
    const confirm = async (by: ReturnType<typeof everyone>) =>
      (await by).call(enteredCheckEndpoints.confirm, { params, body: {} })
    const refused = await confirm(everyone('processor'))
    expect([refused.status, refused.message]).toEqual([
      403,
      `You raised the request for check ${written.data.number}, so someone else has to confirm it.`,
    ])
    expect((await confirm(world.as('processor-super', 'processor'))).status).toBe(200)
  })

  test('refuses a signature by the creator of the request or the user who printed the check (F8)', async () => {
    const run = await printed(world, account, [await raisedForAnother()])
    const [check] = run.checks
    const sign = async (by: ReturnType<typeof everyone>) =>
      (await by).call(checkEndpoints.sign, { body: { check_ids: [check?.id ?? 0] } })
    const refused = await sign(everyone('approver'))
    expect([refused.status, refused.message]).toEqual([
      403,
      `You raised the request for check ${check?.number}, so someone else has to sign it.`,
    ])
    expect((await sign(world.as('processor-group', 'processor'))).message).toMatch(/^You printed check/)
    expect((await sign(world.as('approver-super', 'approver'))).data).toEqual({ signed: 1, waiting: 0, refused: [] })
  })
  const processor = () => world.as('processor-group', 'processor')
  const handOver = async (by: Promise<Client>, id: number, receiver: PersonName) => {
    const shown = {
      receiver: 'Somebody',
      identification: 'Passport',
      identification_last4: '4711',
      signature: [[[1, 2]]],
    }
    const body = { kind: 'picked up', ...shown, receiver_user_id: world.ids.people[receiver] } as HandOverBody
    return (await by).call(checkEndpoints.handOver, { params: { id }, body })
  }
  const ready = async (request: Pick<Raised, 'id'>, [check]: readonly { readonly id: number }[]) => {
    await move(await processor(), request.id, 6)
    return check?.id ?? 0
  }

  test('bars the requester from every step of the check even if another user created the request', async () => {
    const request = await raisedBy('admin-group', 'everyone')
    const body = { bank_account_id: account.id, check_request_ids: [request.id] }
    const print = await (await everyone('processor')).call(printRunEndpoints.make, { body })
    expect(print.text).toContain('You raised this request, so someone else has to print its check')
    const { id, checks } = await openRun(world, account, [request])
    const settle = await (await everyone('processor')).call(printRunEndpoints.confirm, { params: { id }, body: {} })
    expect(settle.message).toMatch(/^You raised the request for check/)
    await (await processor()).call(printRunEndpoints.confirm, { params: { id }, body: {} })
    const check_ids = checks.map((check) => check.id)
    const sign = await (await everyone('approver')).call(checkEndpoints.sign, { body: { check_ids } })
    expect([sign.status, sign.message]).toEqual([403, expect.stringMatching(/^You raised the request for check/)])
    await (await world.as('approver-super', 'approver')).call(checkEndpoints.sign, { body: { check_ids } })
    const taken = await handOver(processor(), await ready(request, checks), 'everyone')
    expect([taken.status, taken.message]).toEqual([409, expect.stringMatching(/^The person who raised or approved/)])
  })

  test('keeps users who approved, printed, signed, or hand over a check from receiving it (M13)', async () => {
    const request = await raisedBy('admin-group', 'requester-group', 'everyone')
    const id = await ready(request, await signed(world, account, [request]))
    const words: readonly (readonly [PersonName, RegExp])[] = [
      ['everyone', /^The person who raised or approved a request can’t take its check/],
      ['requester-group', /^The person who raised or approved a request can’t take its check/],
      ['admin-group', /^The person who raised or approved a request can’t take its check/],
      ['processor-group', /^The person who printed or signed a check can’t take it/],
      ['approver-super', /^The person who printed or signed a check can’t take it/],
      ['processor-super', /^You can’t hand check \d+ to yourself\. Someone else has to hand it to you\.$/],
    ]
    for (const [receiver, sentence] of words) {
      const refused = await handOver(world.as('processor-super', 'processor'), id, receiver)
      expect([receiver, refused.status, refused.message]).toEqual([receiver, 409, expect.stringMatching(sentence)])
    }
    const done = await handOver(processor(), id, 'processor-super')
    expect([done.status, done.data.state]).toEqual([200, 'issued'])
  })

  test('refuses to settle, sign, hand over, or mail a numbered check while its request is on hold (M10)', async () => {
    const request = await raisedBy('admin-group', 'requester-group')
    const { id, checks } = await openRun(world, account, [request])
    const check_ids = checks.map((check) => check.id)
    const params = { id: request.id }
    const approver = async (name: PersonName) => world.as(name, 'approver')
    const whileHeld = async (act: () => Promise<{ status: number; message: string }>) => {
      const held = await (await approver('approver-group')).call(checkRequestEndpoints.hold, {
        params,
        body: { reason: 'Disputed' },
      })
      expect(held.status).toBe(201)
      const refused = await act()
      expect([refused.status, refused.message]).toEqual([
        409,
        expect.stringMatching(/^approver-group Tester has put .* on hold/),
      ])
      const lifted = await (await approver('approver-super')).call(checkRequestEndpoints.liftHold, { params })
      expect(lifted.status).toBe(200)
    }
    const settle = async () => (await processor()).call(printRunEndpoints.confirm, { params: { id }, body: {} })
    const sign = async () => (await approver('approver-super')).call(checkEndpoints.sign, { body: { check_ids } })
    await whileHeld(settle)
    expect((await settle()).status).toBe(200)
    await whileHeld(sign)
    expect((await sign()).status).toBe(200)
    const checkId = await ready(request, checks)
    await whileHeld(() => handOver(processor(), checkId, 'processor-super'))
    const mail = { params: { id: checkId }, body: { kind: 'mailed' } } as const
    await whileHeld(async () => (await processor()).call(checkEndpoints.handOver, mail))
    expect((await handOver(processor(), checkId, 'processor-super')).status).toBe(200)
  })

  test('returns the creator of a pending check’s request, so screens can apply the duty rules', async () => {
    const { id: check_request_id } = await raisedForAnother()
    const body = { bank_account_id: account.id, check_request_id }
    const written = await (await processor()).call(enteredCheckEndpoints.manual, { body })
    const raisers = [world.ids.people.everyone, world.ids.people['requester-group']]
    expect(written.data.raised_by.toSorted()).toEqual(raisers.toSorted())
    const query = { entered: 'true', state: 'reserved', limit: 200 } as const
    const { items } = (await (await processor()).call(checkEndpoints.list, { query })).data
    expect(items.find(({ id }) => id === written.data.id)?.raised_by.toSorted()).toEqual(raisers.toSorted())
    const params = { id: written.data.id }
    await (await world.as('processor-super', 'processor')).call(enteredCheckEndpoints.confirm, { params, body: {} })
    expect((await (await processor()).call(checkEndpoints.one, { params })).data.raised_by).toEqual([])
  })
})

import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount, openRun, printed } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { bodyAt, move } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('duties on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  let last = 0
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
  })
  afterAll(() => world.close())

  const everyone = (role: 'admin' | 'approver' | 'processor') => world.as('everyone', role)

  /** A request that somebody with all roles has raised for somebody else, approved by a third person. */
  async function raisedForAnother() {
    last += 1
    const requester_id = world.ids.people['requester-group']
    const unlike = { payee_name_1: `Harbor Duty ${last}`, po_purchase_no: `PO-D${last}`, amount: 100 }
    const body = bodyAt(world.ids, 'NWG/TOY/SVC', { ...unlike, requester_id })
    const { data } = await (await everyone('admin')).call(checkRequestEndpoints.create, { body })
    expect((await move(await world.as('approver-group', 'approver'), data.id, 3)).status).toBe(201)
    return data
  }

  test('a person who raised a request for another user cannot confirm its printed check, but can report a spoiled sheet', async () => {
    const request = await raisedForAnother()
    const { id, checks } = await openRun(world, account, [request])
    const number = checks[0]?.number
    const settle = async (body: object) =>
      (await everyone('processor')).call(printRunEndpoints.confirm, { params: { id }, body })
    const refused = await settle({})
    expect([refused.status, refused.message]).toEqual([
      403,
      `You raised the request of check ${number}, so somebody else has to say how it was printed (separation of duties).`,
    ])
    expect((await settle({ spoiled: [{ number, reason: 'Jam' }] })).status).toBe(200)
  })

  test('a person who raised a request for another user cannot confirm its handwritten check', async () => {
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
      `You raised the request of check ${written.data.number}, so somebody else has to confirm it.`,
    ])
    expect((await confirm(world.as('processor-super', 'processor'))).status).toBe(200)
  })

  test('a person who raised a request for another user cannot sign its check, nor can the person who printed it (F8)', async () => {
    const run = await printed(world, account, [await raisedForAnother()])
    const [check] = run.checks
    const sign = async (by: ReturnType<typeof everyone>) =>
      (await by).call(checkEndpoints.sign, { body: { check_ids: [check?.id ?? 0] } })
    const refused = await sign(everyone('approver'))
    expect([refused.status, refused.message]).toEqual([
      403,
      `You raised the request of check ${check?.number}, so somebody else has to sign it.`,
    ])
    expect((await sign(world.as('processor-group', 'processor'))).message).toMatch(/^You printed check/)
    expect((await sign(world.as('approver-super', 'approver'))).data).toEqual({ signed: 1, waiting: 0 })
  })
})

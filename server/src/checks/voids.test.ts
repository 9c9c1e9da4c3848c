import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun, printed } from '../testing/checks.ts'
import { addDocument, pngOf } from '../testing/documents.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { bodyAt, move, type Raised } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onOneDatabase('voiding and stopping on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const processor = (name: PersonName = 'processor-group') => world.as(name, 'processor')
  const approver = (name: PersonName = 'approver-super') => world.as(name, 'approver')
  const detail = async (id: number) =>
    (await (await processor()).call(checkRequestEndpoints.detail, { params: { id } })).data
  const checkOf = async (id: number) => (await (await processor()).call(checkEndpoints.one, { params: { id } })).data
  const sign = async (ids: readonly number[], name?: PersonName) =>
    (await approver(name)).call(checkEndpoints.sign, { body: { check_ids: [...ids] } })

  test('voids an unsigned check immediately, and reissues the check or rejects the request', async () => {
    const requests = [await approved(world), await approved(world)]
    const { checks } = await printed(world, account, requests)
    const client = await processor()
    const voided = (index: number, request_status: 'approved' | 'rejected') =>
      client.call(checkEndpoints.void, {
        params: { id: checks[index]?.id ?? 0 },
        body: { reason: 'Wrong store', request_status },
      })
    expect((await voided(0, 'approved')).data).toMatchObject({ state: 'voided', reason: 'Wrong store' })
    expect((await voided(1, 'rejected')).data.state).toBe('voided')
    expect(await detail(requests[0]?.id ?? 0)).toMatchObject({ status_name: 'approved', check_number: null })
    expect(await detail(requests[1]?.id ?? 0)).toMatchObject({ status_name: 'rejected', check_number: null })
    expect((await voided(0, 'approved')).message).toMatch(
      /is voided now\. Only a check that is printed, signed, or issued can be voided/,
    )
    const reissue = (index: number) =>
      client.call(checkEndpoints.reissue, { params: { id: checks[index]?.id ?? 0 }, body: {} })
    expect((await reissue(1)).message).toMatch(
      /This request is Rejected\. Only checks for Approved requests can be printed/,
    )
    const again = await reissue(0)
    expect(again.data).toMatchObject({ count: 1, state: 'made', checks: [{ check_request_id: requests[0]?.id }] })
    await client.call(printRunEndpoints.confirm, { params: { id: again.data.id }, body: {} })
    expect(await checkOf(again.data.checks[0]?.id ?? 0)).toMatchObject({ replaces: { number: checks[0]?.number } })
    const twice = await client.call(checkEndpoints.reissue, {
      params: { id: again.data.checks[0]?.id ?? 0 },
      body: {},
    })
    expect([twice.status, twice.message]).toEqual([
      409,
      `Check ${again.data.first_number} is still valid. Void or stop it before you reissue it.`,
    ])
  })

  test('refuses to delete a department to which a request moved after its check was drawn', async () => {
    const admin = await world.as('admin-group', 'admin')
    const { NWG: dealer_group_id, 'NWG/TOY': dealership_id } = world.ids.places
    const place = { dealer_group_id, dealership_id }
    const body = { ...place, name: 'Body Shop', code: 'BODY' }
    const { id: department_id } = (await admin.call(organizationEndpoints.createDepartment, { body })).data
    const { id, payee_name_1, po_purchase_no } = await detail((await approved(world, { amount: 100 })).id)
    const run = await openRun(world, account, [{ id }])
    const spoiled = [{ number: run.first_number, reason: 'Paper jam' }]
    await (await processor()).call(printRunEndpoints.confirm, { params: { id: run.id }, body: { spoiled } })
    expect((await move(await processor(), id, 9)).status).toBe(201)
    const { version } = await detail(id)
    const moved = {
      ...bodyAt(world.ids, 'NWG/TOY', { amount: 100, payee_name_1, po_purchase_no }),
      department_id,
      version,
    }
    const requester = await world.as('requester-group', 'requester')
    const edited = await requester.call(checkRequestEndpoints.update, { params: { id }, body: moved as never })
    expect([edited.status, edited.message]).toEqual([200, expect.any(String)])
    const removed = await admin.call(organizationEndpoints.removeDepartment, { params: { id: department_id } })
    expect([removed.status, removed.message]).toEqual([
      409,
      'This department can’t be deleted because checks were drawn for it. Deactivate it instead.',
    ])
    expect(await detail(id)).toMatchObject({ department_id })
  })

  test('requires a picture and an uninvolved second person to void a signed check', async () => {
    const request = await approved(world)
    const { checks } = await printed(world, account, [request])
    const id = checks[0]?.id ?? 0
    await sign([id])
    const client = await processor()
    await move(client, request.id, 6)
    await client.call(checkEndpoints.handOver, { params: { id }, body: { kind: 'mailed' } })
    expect(await detail(request.id)).toMatchObject({ status_name: 'closed' })
    const ask = (attachment_id?: number) =>
      client.call(checkEndpoints.void, {
        params: { id },
        body: { reason: 'Came back', request_status: 'approved', ...(attachment_id && { attachment_id }) },
      })
    expect((await ask()).message).toMatch(/Deface the check, photograph it/)
    expect((await ask(999_999)).status).toBe(422)
    const document = await addDocument(client, { request: request.id }, { name: 'defaced.png', content: pngOf(2, 2) })
    expect((await ask(document.data.id)).data).toMatchObject({ state: 'issued', void_asked: { reason: 'Came back' } })
    expect((await ask(document.data.id)).message).toMatch(/processor-group Tester already asked to void check/)
    const agree = async (name: PersonName, role: 'processor' | 'approver') =>
      (await world.as(name, role)).call(checkEndpoints.agreeToVoid, { params: { id }, body: {} })
    expect((await agree('processor-group', 'processor')).status).toBe(403)
    expect((await agree('approver-super', 'approver')).status).toBe(403)
    expect((await agree('everyone', 'processor')).data).toMatchObject({ state: 'voided', void_asked: null })
    expect(await detail(request.id)).toMatchObject({ status_name: 'approved', check_number: null, cleared_date: null })
    expect((await agree('everyone', 'processor')).message).toMatch(/No request to void check \d+ is pending/)
  })

  test('refuses to print again for another payee or amount after the request was sent back', async () => {
    const request = await approved(world, { amount: 100 })
    const { checks } = await printed(world, account, [request])
    const params = { id: checks[0]?.id ?? 0 }
    const body = { reason: 'Lost in the house', request_status: 'approved' } as const
    expect((await (await processor()).call(checkEndpoints.void, { params, body })).status).toBe(200)
    expect((await move(await processor(), request.id, 9)).status).toBe(201)
    const { payee_name_1, po_purchase_no } = await detail(request.id)
    const edit = async (changes: object) => {
      const { version } = await detail(request.id)
      const requester = await world.as('requester-group', 'requester')
      return requester.call(checkRequestEndpoints.update, {
        params: { id: request.id },
        body: {
          ...bodyAt(world.ids, 'NWG/TOY/SVC', { payee_name_1, po_purchase_no, ...changes } as object),
          version,
        } as never,
      })
    }
    const reason = `Check ${checks[0]?.number} of this request was voided or stopped, and its replacement must have the same payee and amount. Raise a new request for anything else.`
    const otherwise = await edit({ amount: 120, payee_name_1: 'Someone Else' })
    expect([otherwise.status, otherwise.error.fields]).toEqual([422, { amount: reason, payee_name_1: reason }])
    expect(await detail(request.id)).toMatchObject({ status_name: 'sendback', amount: 100 })
    const corrected = await edit({ amount: 100, memo_line: 'Second check' })
    expect([corrected.status, corrected.message]).toEqual([200, expect.any(String)])
  })

  test('refuses to delete a request that ever had a check', async () => {
    const [voided, released] = [await approved(world), await approved(world)]
    const { checks } = await printed(world, account, [voided])
    const params = { id: checks[0]?.id ?? 0 }
    const body = { reason: 'Wrong store', request_status: 'approved' } as const
    await (await processor()).call(checkEndpoints.void, { params, body })
    const { id } = await openRun(world, account, [released])
    await (await processor()).call(printRunEndpoints.release, { params: { id }, body: {} })
    const requester = await world.as('requester-group', 'requester')
    const remove = async (request: Raised) => {
      await move(await processor(), request.id, 9)
      expect((await move(requester, request.id, 1)).status).toBe(201)
      return requester.call(checkRequestEndpoints.remove, { params: { id: request.id }, body: {} })
    }
    const refused = await remove(voided)
    expect([refused.status, refused.message]).toEqual([
      409,
      `This request can’t be deleted because check ${checks[0]?.number} was drawn for it. An approver can reject the request instead.`,
    ])
    expect(await checkOf(params.id)).toMatchObject({ state: 'voided', check_request_id: voided.id })
    // The other request can be deleted, because its number was released before printing.
    expect((await remove(released)).status).toBe(200)
  })

  test('refuses to hand over a check with a pending void', async () => {
    const request = await approved(world)
    const { checks } = await printed(world, account, [request])
    const id = checks[0]?.id ?? 0
    await sign([id])
    const client = await processor()
    await move(client, request.id, 6)
    const document = await addDocument(client, { request: request.id }, { name: 'defaced.png', content: pngOf(2, 2) })
    const body = { reason: 'Wrong payee', request_status: 'rejected', attachment_id: document.data.id } as const
    expect((await client.call(checkEndpoints.void, { params: { id }, body })).data.void_asked).toMatchObject({
      attachment_id: document.data.id,
    })
    const handed = await client.call(checkEndpoints.handOver, { params: { id }, body: { kind: 'mailed' } })
    expect(handed.message).toMatch(/^Check \d+ can’t be handed over because someone asked to void it/)
    expect(await detail(request.id)).toMatchObject({ status_name: 'ready' })
  })

  test('refuses to reissue a stopped check until the bank confirms the stop', async () => {
    const request = await approved(world)
    const { checks } = await printed(world, account, [request])
    const id = checks[0]?.id ?? 0
    await sign([id])
    const client = await processor()
    const stop = (body: object) =>
      client.call(checkEndpoints.stop, {
        params: { id },
        body: { reason: 'Lost', request_status: 'approved', ...body },
      })
    const alone = await stop({ confirmation_number: '1' })
    expect([alone.status, alone.error.fields]).toEqual([
      422,
      {
        confirmation_number: `Check ${checks[0]?.number} was signed, so someone else has to enter the bank’s confirmation number. Leave the number empty.`,
      },
    ])
    expect((await stop({})).data).toMatchObject({ state: 'stopped', stop_number: null })
    expect(await detail(request.id)).toMatchObject({ status_name: 'approved' })
    const make = () =>
      client.call(printRunEndpoints.make, { body: { bank_account_id: account.id, check_request_ids: [request.id] } })
    expect((await make()).message).toMatch(/: The bank hasn’t confirmed the stop on this request’s check/)
    const own = await stop({ confirmation_number: 'SP-1', fee: 35 })
    expect([own.status, own.message]).toEqual([
      403,
      `You printed, signed, or stopped check ${checks[0]?.number}, so someone else has to enter the bank’s confirmation number.`,
    ])
    const second = await world.as('processor-super', 'processor')
    const body = { reason: 'Lost', request_status: 'approved', confirmation_number: 'SP-1', fee: 35 } as const
    expect((await second.call(checkEndpoints.stop, { params: { id }, body })).data).toMatchObject({
      stop_number: 'SP-1',
      stop_fee: 35,
    })
    const trail = world.database.read.selectFrom('audit_entries').select('payload').where('action', '=', 'check.stop')
    const entries = await trail.orderBy('seq', 'desc').limit(1).execute()
    expect(JSON.parse(entries[0]?.payload ?? '{}').after).toMatchObject({ stop_number: 'SP-1', stop_fee_cents: 3500 })
    const made = await make()
    expect(made.status).toBe(201)
    await client.call(printRunEndpoints.confirm, { params: { id: made.data.id }, body: {} })
  })
})

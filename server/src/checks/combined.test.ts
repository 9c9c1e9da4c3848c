import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type QueryTime, queryTimes } from '../platform/measures/measures.ts'
import { approved, openAccount } from '../testing/checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName, PlaceName } from '../testing/organization.ts'
import { type CreateBody, move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onBothDatabases('one check for several requests on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world, { two_signers_above: 1000 })
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const processor = (name: PersonName = 'processor-group') => world.as(name, 'processor')
  const detail = async (id: number) =>
    (await (await processor()).call(checkRequestEndpoints.detail, { params: { id } })).data
  const checkOf = async (id: number) => (await (await processor()).call(checkEndpoints.one, { params: { id } })).data
  const sign = async (id: number, name: PersonName) =>
    (await world.as(name, 'approver')).call(checkEndpoints.sign, { body: { check_ids: [id] } })
  const statusesOf = async (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await detail(id)).status_name))

  let vendors = 0
  const invoices = async (amounts: readonly number[], changes: Partial<CreateBody> = {}, place?: PlaceName) => {
    vendors += 1
    const payee_name_1 = `Dane County Glass ${vendors}`
    const ids: number[] = []
    for (const amount of amounts)
      ids.push(
        (await approved(world, { payee_name_1, amount, invoice_number: `G-${vendors}-${amount}`, ...changes }, place))
          .id,
      )
    return ids
  }
  const make = async (combine: number[][], check_request_ids: number[] = []) =>
    (await processor()).call(printRunEndpoints.make, {
      body: { bank_account_id: account.id, check_request_ids, combine },
    })
  const settle = async (id: number, spoiled: { number: number; reason: string }[] = []) =>
    (await processor()).call(printRunEndpoints.confirm, { params: { id }, body: { spoiled } })
  const printed = async (ids: number[]) => {
    const made = await make([ids])
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    await settle(made.data.id)
    return made.data.checks[0]?.id ?? 0
  }
  const voids = async (id: number, request_status: 'approved' | 'rejected' = 'approved') =>
    (await processor()).call(checkEndpoints.void, { params: { id }, body: { reason: 'Torn', request_status } })

  test('prints one check for the sum, and moves its requests together to the end', async () => {
    const ids = await invoices([600.1, 700.2, 800.3])
    const [alone = 0] = await invoices([50])
    const made = await make([ids], [alone])
    expect([made.status, made.data.count, made.data.total]).toEqual([201, 2, 2150.6])
    const check = made.data.checks.find(({ check_request_ids }) => check_request_ids.length === 3)
    const id = check?.id ?? 0
    expect(check).toMatchObject({ amount: 2100.6, check_request_id: ids[0], check_request_ids: ids })
    expect(await statusesOf(ids)).toEqual(['approved', 'approved', 'approved'])
    const again = await make([], [ids[1] ?? 0])
    expect([again.status, again.message]).toEqual([409, expect.stringMatching(/unsettled print run of 2 checks/)])
    expect((await move(await processor(), ids[2] ?? 0, 9)).message).toMatch(/print run/)

    await settle(made.data.id)
    expect(await statusesOf(ids)).toEqual(['printed', 'printed', 'printed'])
    const numbers = await Promise.all(ids.map(async (one) => (await detail(one)).check_number))
    expect(new Set(numbers)).toEqual(new Set([String(check?.number)]))
    expect((await checkOf(id)).combined.map(({ amount }) => amount)).toEqual([600.1, 700.2, 800.3])

    expect((await sign(id, 'approver-super')).data).toEqual({ signed: 0, waiting: 1, refused: [] })
    expect(await statusesOf(ids)).toEqual(['printed', 'printed', 'printed'])
    expect((await sign(id, 'everyone')).data).toEqual({ signed: 1, waiting: 0, refused: [] })
    expect(await statusesOf(ids)).toEqual(['signed', 'signed', 'signed'])
    expect((await move(await processor(), ids[1] ?? 0, 6)).status).toBe(201)
    expect(await statusesOf(ids)).toEqual(['ready', 'ready', 'ready'])

    const query = { bank_account_id: account.id, check_request_id: ids[2] }
    const list = await (await processor()).call(checkEndpoints.list, { query })
    expect(list.data.items).toMatchObject([{ id, check_request_ids: ids, dealership_names: ['Dealership TOY'] }])
    const { data: toMail } = await (await processor()).call(leavingEndpoints.toMail)
    expect(toMail.find((one) => one.id === id)?.requests.map((one) => one.id)).toEqual(ids)
    const mailed = await (await processor()).call(checkEndpoints.handOver, { params: { id }, body: { kind: 'mailed' } })
    expect([mailed.status, mailed.data.state]).toEqual([200, 'issued'])
    expect(await statusesOf(ids)).toEqual(['closed', 'closed', 'closed'])
    const events = world.database.read.selectFrom('journal_events').select(['cents', 'check_number'])
    expect(await events.where('check_request_id', 'in', ids).orderBy('cents').execute()).toEqual(
      [60_010, 70_020, 80_030].map((cents) => ({ cents, check_number: String(check?.number) })),
    )
  })

  test('voids a check for all its requests, and reissues them together with a new number', async () => {
    const ids = await invoices([101, 102])
    const id = await printed(ids)
    expect((await voids(id)).status).toBe(200)
    expect(await statusesOf(ids)).toEqual(['approved', 'approved'])
    const { data: run } = await (await processor()).call(checkEndpoints.reissue, { params: { id }, body: {} })
    expect(run.checks).toMatchObject([{ amount: 203, check_request_ids: ids }])
    await settle(run.id, [{ number: run.first_number, reason: 'Paper jam' }])
    expect(await statusesOf(ids)).toEqual(['approved', 'approved'])
    const next = await make([], ids)
    expect(next.data.checks.map(({ check_request_ids }) => check_request_ids)).toEqual(ids.map((one) => [one]))
    await settle(next.data.id)
    const last = await checkOf(next.data.checks[1]?.id ?? 0)
    expect(last).toMatchObject({ check_request_ids: [ids[1]], combined: [], replaces: { number: run.first_number } })
    expect((await voids(last.id, 'rejected')).status).toBe(200)
    expect(await statusesOf(ids)).toEqual(['printed', 'rejected'])
  })

  test('forgets the requests of a released number that is taken again', async () => {
    const ids = await invoices([111, 112])
    const made = await make([ids])
    await (await processor()).call(printRunEndpoints.release, { params: { id: made.data.id }, body: {} })
    const again = await make([], [ids[1] ?? 0])
    expect(again.data.checks).toMatchObject([{ number: made.data.first_number, check_request_ids: [ids[1]] }])
    await settle(again.data.id)
    expect(await statusesOf(ids)).toEqual(['approved', 'printed'])
  })

  test('refuses what must not share a check, before it takes a number', async () => {
    const refused = async (ids: number[], message: RegExp, status = 409) => {
      const reply = await make([ids])
      expect([reply.status, reply.message]).toEqual([status, expect.stringMatching(message)])
    }
    const [one = 0, other = 0, held = 0] = await invoices([121, 122, 123])
    const [stranger = 0] = await invoices([124])
    await refused([one, stranger], /can’t share a check: their payees are different\./)
    const [elsewhere = 0] = await invoices([125], {
      payee_name_1: (await detail(one)).payee_name_1,
      mailing_address: '1 Other Way\nMadison, WI 53703',
    })
    const query = { bank_account_id: account.id }
    const { data: groups } = await (await processor()).call(printRunEndpoints.combinable, { query })
    expect(groups.map(({ check_request_ids }) => check_request_ids)).toContainEqual([one, other, held])
    expect(groups.flatMap(({ check_request_ids }) => check_request_ids)).not.toContain(elsewhere)
    await refused([one, elsewhere], /can’t share a check: their mailing addresses are different\./)
    const approver = await world.as('approver-group', 'approver')
    await approver.call(checkRequestEndpoints.hold, { params: { id: held }, body: { reason: 'Wrong part' } as never })
    await refused([one, held], /put .* on hold/)
    await refused([one, one], /.*/, 422)
    await refused([one], /.*/, 422)
    const made = await make([[one, other]], [one])
    expect(made.data.checks).toMatchObject([{ check_request_ids: [one, other] }])
    await settle(made.data.id)
  })

  test('forgets the requests of a released number that a handwritten check or a skipped number takes', async () => {
    const ids = await invoices([141, 142])
    const [other = 0] = await invoices([50])
    const released = await make([ids])
    await (await processor()).call(printRunEndpoints.release, { params: { id: released.data.id }, body: {} })
    const number = released.data.first_number
    const body = { bank_account_id: account.id, check_request_id: other, number }
    const entered = await (await processor()).call(enteredCheckEndpoints.manual, { body })
    expect(entered.data.check_request_ids).toEqual([other])
    const second = await processor('processor-super')
    await second.call(enteredCheckEndpoints.confirm, { params: { id: entered.data.id }, body: {} })
    expect(await statusesOf([...ids, other])).toEqual(['approved', 'approved', 'printed'])

    const again = await make([ids])
    await (await processor()).call(printRunEndpoints.release, { params: { id: again.data.id }, body: {} })
    const skipping = { bank_account_id: account.id, check_request_ids: ids, first_number: number + 3 }
    const next = await (await processor()).call(printRunEndpoints.make, { body: skipping })
    await settle(next.data.id)
    const skipped = await checkOf(again.data.checks[0]?.id ?? 0)
    expect(skipped).toMatchObject({ state: 'spoiled', check_request_ids: [], combined: [] })
  })

  test('changes the delivery of all requests by the rules of each, and moves them in one bulk call', async () => {
    const payee_name_1 = 'Delivered Together'
    const ids = await invoices([151, 152], { payee_name_1 })
    const [one = 0, other = 0] = ids
    const raised = { payee_name_1, amount: 153, po_purchase_no: 'PO-together' }
    const { id: own } = await raise(world, 'everyone', 'NWG/TOY/SVC', raised)
    await move(await world.as('approver-group', 'approver'), own, 3)
    const id = await printed([one, other, own])
    await sign(id, 'approver-super')
    const divert = async (name: PersonName) =>
      (await world.as(name, 'approver')).call(leavingEndpoints.divert, {
        params: { id: one },
        body: { delivery_method_id: 2, reason: 'The driver waits' },
      })
    expect((await divert('everyone')).status).toBe(403)
    const toReady = async (changes: object) =>
      (await processor()).call(checkRequestEndpoints.changeStatus, {
        params: { id: one },
        body: { status_id: 6, ...changes },
      })
    const early = await toReady({ delivery_method_id: 4, note: 'Runner' })
    expect([early.status, early.message]).toEqual([409, expect.stringMatching(/approved for mailing/)])
    expect((await divert('approver-group')).status).toBe(201)
    const methods = async () =>
      Promise.all([one, other, own].map(async (each) => (await detail(each)).delivery_method_id))
    expect(await methods()).toEqual([2, 2, 2])
    const items = [one, other, own].map((each) => ({ id: each }))
    const bulk = { status_id: 6, items } as const
    const moved = await (await processor()).call(checkRequestEndpoints.changeStatuses, { body: bulk })
    expect(moved.data.map((result) => [result.id, result.done])).toEqual([one, other, own].map((each) => [each, true]))
    expect(await statusesOf([one, other, own])).toEqual(['ready', 'ready', 'ready'])
    const delivery = { delivery_method_id: 1, mailing_method: 'USPS', tracking_number: null }
    const { version } = await detail(other)
    const updated = await (await processor()).call(checkRequestEndpoints.update, {
      params: { id: other },
      body: { ...delivery, version } as never,
    })
    expect([updated.status, updated.text]).toEqual([200, expect.any(String)])
    expect(await methods()).toEqual([1, 1, 1])
  })

  test('loads the requests of each check once to sign, mail, and void it', async () => {
    const all: string[] = []
    const note = (message: unknown) => all.push((message as QueryTime).sql)
    const loading = async (call: Promise<{ readonly status: number }>) => {
      queryTimes.subscribe(note)
      expect((await call).status).toBe(200)
      queryTimes.unsubscribe(note)
      return all.splice(0).filter((sql) => /^select .*from "?check_requests"? (?!as "r").* in \(/s.test(sql)).length
    }
    const first = await invoices([141, 142])
    const check_ids = [await printed(first), await printed(await invoices([143, 144]))]
    const signer = await world.as('approver-super', 'approver')
    expect(await loading(signer.call(checkEndpoints.sign, { body: { check_ids } }))).toBe(check_ids.length)
    await move(await processor(), first[0] ?? 0, 6)
    const body = { checks: [{ check_id: check_ids[0] ?? 0, tracking_number: 'T-1' }] }
    expect(await loading((await processor()).call(leavingEndpoints.mail, { body }))).toBe(1)
    expect(await loading(voids(await printed(await invoices([145, 146])))), 'once more for the reply').toBe(2)
  })

  test('names every request of a check in the exported register', async () => {
    const ids = await invoices([161, 162])
    await printed(ids)
    const csv = await (await processor()).send(
      'GET',
      `/api/v1/checks/export/csv?bank_account_id=${account.id}&time_zone=UTC`,
    )
    const numbers = await Promise.all(ids.map(async (one) => (await detail(one)).request_number))
    expect(csv.text).toContain(numbers.join(', '))
  })

  test('counts the sum against the limit per check', async () => {
    const small = await openAccount(world, {
      name: 'Small',
      limit_per_check: 300,
      account_number: '555000111',
      dealership_ids: [world.ids.places['NWG/TOY']],
    })
    const ids = await invoices([150.5, 150.6])
    const body = { bank_account_id: small.id, check_request_ids: [], combine: [ids] }
    const reply = await (await processor()).call(printRunEndpoints.make, { body })
    expect([reply.status, reply.message]).toEqual([
      409,
      expect.stringMatching(/: The amount is above \$300\.00, the limit per check on the account “Small”\.$/),
    ])
  })

  test('shows a check of several departments only to users who see them all', async () => {
    const payee_name_1 = 'Two Departments Supply'
    const [service = 0] = await invoices([131], { payee_name_1 }, 'NWG/TOY/SVC')
    const [parts = 0] = await invoices([132], { payee_name_1 }, 'NWG/TOY/SAL')
    const other = await openAccount(world, { name: 'Third', account_number: '555000222' })
    const body = { bank_account_id: other.id, check_request_ids: [], combine: [[service, parts]] }
    const made = await (await processor()).call(printRunEndpoints.make, { body })
    await settle(made.data.id)
    const id = made.data.checks[0]?.id ?? 0
    const limited = await processor('processor-department')
    const rows = await limited.call(checkEndpoints.list, { query: { bank_account_id: other.id } })
    expect(rows.data.items.map((row) => row.id)).not.toContain(id)
    const shown = (await limited.call(checkEndpoints.one, { params: { id } })).data
    expect(shown).toMatchObject({ check_request_id: service, check_request_ids: [service], hidden_requests: 1 })
    expect(shown.combined.map(({ check_request_id }) => check_request_id)).toEqual([service])
    expect(JSON.stringify(shown)).not.toContain((await detail(parts)).request_number)
    expect(await checkOf(id)).toMatchObject({ check_request_ids: [service, parts], hidden_requests: 0 })
    const refused = await limited.call(checkEndpoints.void, {
      params: { id },
      body: { reason: 'Torn', request_status: 'rejected' },
    })
    expect(refused.status).toBe(404)
    expect(await statusesOf([service, parts])).toEqual(['printed', 'printed'])
    const stop = { reason: 'Lost', request_status: 'approved' } as const
    await (await processor()).call(checkEndpoints.stop, { params: { id }, body: stop })
    const confirmed = await limited.call(checkEndpoints.confirmStop, {
      params: { id },
      body: { confirmation_number: 'SP-1' },
    })
    expect(confirmed.status).toBe(404)
  })
})

import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun, printed } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { textsOf } from '../testing/pdf-text.ts'
import { move } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onOneDatabase('checks on $name', (kind) => {
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

  test('updates each request when its check is printed, signed, and handed over', async () => {
    const request = await approved(world, { delivery_method_id: 2 })
    expect(await detail(request.id)).toMatchObject({ check: { draws: true, exists: false, in_run: false } })
    const run = await openRun(world, account, [request])
    expect(run).toMatchObject({ first_number: 1001, count: 1, total: 1250.5, state: 'made', fetched_at: null })
    expect(await detail(request.id)).toMatchObject({ status_name: 'approved', check: { in_run: true } })
    const client = await processor()
    const settled = await client.call(printRunEndpoints.confirm, { params: { id: run.id }, body: { version: 1 } })
    expect(settled.data).toMatchObject({ state: 'confirmed', settled_by: { name: 'processor-group Tester' } })
    expect(await detail(request.id)).toMatchObject({ status_name: 'printed', check_number: '1001' })
    const [check] = settled.data.checks
    const id = check?.id ?? 0
    expect((await sign([id])).data).toEqual({ signed: 1, waiting: 0, refused: [] })
    expect(await detail(request.id)).toMatchObject({ status_name: 'signed' })
    expect((await move(client, request.id, 6)).status).toBe(201)
    const body = {
      kind: 'picked up',
      receiver: 'Ada Lovelace',
      identification: "Driver's license",
      identification_last4: '4417',
      signature: [
        [
          [10, 10],
          [90, 40],
        ],
      ] as [number, number][][],
    } as const
    const handed = await client.call(checkEndpoints.handOver, { params: { id }, body })
    expect(handed.status).toBe(200)
    expect(handed.data).toMatchObject({
      state: 'issued',
      hand_over: {
        receiver: 'Ada Lovelace',
        signature: [
          [
            [10, 10],
            [90, 40],
          ],
        ],
      },
    })
    expect(handed.data.events.map(({ act }) => act)).toEqual(['reserve', 'print', 'sign', 'issue'])
    const closed = await detail(request.id)
    expect(closed).toMatchObject({ status_name: 'closed' })
    expect(closed.cleared_date).not.toBeNull()
  })

  test('moves a request only by print runs, signatures, and handovers where a bank account is set up', async () => {
    const request = await approved(world)
    const client = await processor()
    const byHand = await move(client, request.id, 4)
    expect([byHand.status, byHand.message]).toEqual([
      409,
      'This dealership draws on a bank account, so its checks are printed in a print run. Choose Print Checks.',
    ])
    const [check] = (await printed(world, account, [request])).checks
    expect((await move(client, request.id, 5, 4)).message).toMatch(/signers confirm their signatures/)
    await sign([check?.id ?? 0])
    await move(client, request.id, 6)
    for (const [name, role] of [
      ['requester-group', 'requester'],
      ['approver-group', 'approver'],
      ['processor-group', 'processor'],
    ] as const)
      expect((await move(await world.as(name, role), request.id, 7)).message).toMatch(
        /records to whom it is handed over/,
      )
    for (const to of [3, 8]) expect((await move(client, request.id, to)).status).toBeGreaterThan(400)
    const elsewhere = await approved(world, {}, 'NWG/HON/SVC')
    expect((await move(client, elsewhere.id, 4)).status).toBe(201)
  })

  test('keeps the status of a request while its check number is reserved', async () => {
    const request = await approved(world)
    const run = await openRun(world, account, [request])
    const client = await processor()
    const back = await move(client, request.id, 9)
    expect([back.status, back.message]).toEqual([
      409,
      'This request’s check number is reserved. Settle the print run first, or have the handwritten check confirmed.',
    ])
    const second = await client.call(printRunEndpoints.make, {
      body: { bank_account_id: account.id, check_request_ids: [request.id] },
    })
    expect(second.message).toMatch(/processor-group Tester has an unsettled print run of 1 check on this account\./)
    const released = await client.call(printRunEndpoints.release, { params: { id: run.id }, body: {} })
    expect(released.data).toMatchObject({ state: 'released', checks: [{ state: 'released' }] })
    const again = await openRun(world, account, [request])
    expect(again.first_number).toBe(run.first_number)
    expect(again.checks[0]?.id).toBe(run.checks[0]?.id)
    await client.call(printRunEndpoints.confirm, { params: { id: again.id }, body: {} })
    const story = await checkOf(again.checks[0]?.id ?? 0)
    expect(story.events.map(({ act }) => act)).toEqual(['reserve', 'release', 'reserve', 'print'])
  })

  test('returns the same check file while the print run is open, and none afterward', async () => {
    const request = await approved(world, { payee_name_1: 'Harbor Glass', amount: 1234.56 })
    const run = await openRun(world, account, [request])
    const client = await processor()
    const path = `/api/v1/print-runs/${run.id}/pdf`
    const [first, second] = [await client.send('GET', path), await client.send('GET', path)]
    expect(first.bytes.equals(second.bytes)).toBe(true)
    const query = { action: 'print-run.fetch', entity: 'print-run', entity_id: run.id } as const
    const opened = (await (await world.as('admin-super', 'admin')).call(auditEndpoints.list, { query })).data.items
    expect(opened.map(({ actor_name }) => actor_name)).toEqual(Array(2).fill('processor-group Tester'))
    const shown = (await client.call(printRunEndpoints.one, { params: { id: run.id } })).data.opened
    expect(shown.map(({ name }) => name)).toEqual(Array(2).fill('processor-group Tester'))
    const text = (await textsOf(first.bytes)).flat().join(' ')
    expect(text).toContain('Harbor Glass')
    expect(text).toContain('Dealership TOY')
    expect(text).toContain('1 Main Street')
    expect(text).toContain('One thousand two hundred thirty-four and 56/100')
    const release = await client.call(printRunEndpoints.release, { params: { id: run.id }, body: {} })
    expect([release.status, release.message]).toEqual([
      409,
      'The file of this run was opened, so its numbers might be on paper. Mark the sheets as spoiled instead.',
    ])
    await client.call(printRunEndpoints.confirm, { params: { id: run.id }, body: {} })
    const late = await client.send('GET', path)
    expect([late.status, late.body.message]).toEqual([
      409,
      'This print run is settled, so its file is no longer available.',
    ])
  })

  test('names the unprintable characters of a payee and takes no check number', async () => {
    const request = await approved(world, { payee_name_1: '株式会社' })
    const client = await processor()
    const body = { bank_account_id: account.id, check_request_ids: [request.id] }
    const refused = await client.call(printRunEndpoints.make, { body })
    expect(refused.status).toBe(409)
    expect(refused.message).toMatch(/株|character/)
    expect(
      (await client.call(printRunEndpoints.list, { query: { bank_account_id: account.id } })).data[0]?.state,
    ).not.toBe('made')
  })

  test('keeps the numbers of spoiled checks and gives the next numbers to their requests', async () => {
    const requests = [await approved(world), await approved(world), await approved(world)]
    const run = await openRun(world, account, requests)
    const [, bad] = run.checks
    const spoiled = [{ number: bad?.number ?? 0, reason: 'Paper jam' }]
    const client = await processor()
    const foreign = await client.call(printRunEndpoints.confirm, {
      params: { id: run.id },
      body: { spoiled: [{ number: 1, reason: 'Never there' }] },
    })
    expect(foreign.message).toBe('Number 1 isn’t in this print run. Choose a number on the list.')
    const settled = await client.call(printRunEndpoints.confirm, { params: { id: run.id }, body: { spoiled } })
    expect(settled.data.checks.map(({ state }) => state)).toEqual(['printed', 'spoiled', 'printed'])
    expect(await detail(requests[1]?.id ?? 0)).toMatchObject({ status_name: 'approved', check_number: null })
    const again = await printed(world, account, requests.slice(1, 2))
    expect(again.first_number).toBe(run.first_number + 3)
    expect(await checkOf(again.checks[0]?.id ?? 0)).toMatchObject({ replaces: { number: bad?.number } })
    expect(await checkOf(bad?.id ?? 0)).toMatchObject({
      reason: 'Paper jam',
      replaced_by: { number: again.first_number },
    })
  })

  test('records check numbers skipped on the check stock as spoiled', async () => {
    const request = await approved(world)
    const client = await processor()
    const { data: before } = await client.call(checkEndpoints.list, {
      query: { bank_account_id: account.id, limit: 1 },
    })
    const next = (before.items[0]?.number ?? 0) + 1
    const make = (first_number: number) =>
      client.call(printRunEndpoints.make, {
        body: { bank_account_id: account.id, check_request_ids: [request.id], first_number },
      })
    expect((await make(next - 1)).message).toBe(`Number ${next - 1} is lower than the account’s next number, ${next}.`)
    expect((await make(next + 5000)).message).toMatch(/are more than 500 numbers/)
    const made = await make(next + 3)
    expect(made.data.checks.map(({ number }) => number)).toEqual([next + 3])
    const { data } = await client.call(checkEndpoints.list, { query: { bank_account_id: account.id, limit: 4 } })
    expect(data.items.map(({ number, state }) => [number, state])).toEqual([
      [next + 3, 'reserved'],
      [next + 2, 'spoiled'],
      [next + 1, 'spoiled'],
      [next, 'spoiled'],
    ])
    await client.call(printRunEndpoints.confirm, { params: { id: made.data.id }, body: {} })
  })

  test('reserves no check number when it refuses to print a request', async () => {
    const client = await processor()
    const make = async (requestIds: number[], bank_account_id = account.id) =>
      (await client.call(printRunEndpoints.make, { body: { bank_account_id, check_request_ids: requestIds } })).message
    const request = await approved(world)
    const honda = await approved(world, {}, 'NWG/HON/SVC')
    expect(await make([honda.id])).toMatch(/The request’s dealership doesn’t draw on the account “Operating”/)
    const [ready] = (await printed(world, account, [await approved(world)])).checks
    expect(await make([ready?.check_request_id ?? 0])).toMatch(
      /This request is Printed\. Only checks for Approved requests/,
    )
    await (await approver('approver-group')).call(checkRequestEndpoints.hold, {
      params: { id: request.id },
      body: { reason: 'Call the payee' },
    })
    expect(await make([request.id])).toMatch(/has put this request on hold/)
    const { data } = await client.call(checkEndpoints.list, { query: { bank_account_id: account.id, limit: 1 } })
    const next = (data.items[0]?.number ?? 0) + 1
    const other = await printed(world, account, [await approved(world)])
    expect(other.first_number).toBe(next)
  })

  test('refuses signatures by the creator and the printer, and requires two signers above the limit', async () => {
    const two = await openAccount(world, {
      name: 'Payoffs',
      account_number: '4455667788',
      dealership_ids: [world.ids.places['NWG/HON']],
      two_signers_above: 5000,
    })
    const [small, large] = [
      await approved(world, { amount: 5000 }, 'NWG/HON/SVC'),
      await approved(world, { amount: 5000.01 }, 'NWG/HON/SVC'),
    ]
    const { checks } = await printed(world, two, [small, large])
    const ids = checks.map(({ id }) => id)
    const own = await (await processor()).call(checkEndpoints.sign, { body: { check_ids: ids } })
    expect([own.status, own.message]).toMatchObject([403, expect.stringMatching(/You printed check/)])
    expect((await sign(ids, 'approver-group')).data).toEqual({ signed: 1, waiting: 1, refused: [] })
    expect((await sign(ids.slice(1), 'approver-group')).message).toMatch(/You have signed check/)
    const neither = await sign(ids, 'approver-group')
    const both = `^Check ${checks[0]?.number} is signed now.*\\. You have signed check ${checks[1]?.number}\\.`
    expect([neither.status, neither.message]).toEqual([409, expect.stringMatching(both)])
    expect(await detail(large.id)).toMatchObject({ status_name: 'printed' })
    const rest = await sign(ids, 'approver-super')
    const message = expect.stringMatching(`^Check ${checks[0]?.number} is signed now\\.`)
    expect(rest.data).toEqual({ signed: 1, waiting: 0, refused: [{ check_id: ids[0], message }] })
    expect(await checkOf(ids[1] ?? 0)).toMatchObject({
      state: 'signed',
      signed_by: [{ name: /approver-(group|super)/ }, {}].map(() => expect.anything()),
    })
    expect(await detail(large.id)).toMatchObject({ status_name: 'signed' })
  })

  test('refuses to delete a dealer group or department that checks were drawn for', async () => {
    const client = await world.as('admin-super', 'admin')
    for (const [remove, place, name] of [
      [organizationEndpoints.removeGroup, 'NWG', 'dealer group'],
      [organizationEndpoints.removeDepartment, 'NWG/TOY/SVC', 'department'],
    ] as const) {
      const gone = await client.call(remove, { params: { id: world.ids.places[place] } })
      expect([gone.status, gone.message]).toEqual([
        409,
        `This ${name} can’t be deleted because checks were drawn for it. Deactivate it instead.`,
      ])
    }
  })

  test('refuses to delete a dealership that checks were drawn for', async () => {
    const client = await world.as('admin-super', 'admin')
    const gone = await client.call(organizationEndpoints.removeDealership, {
      params: { id: world.ids.places['NWG/TOY'] },
    })
    expect([gone.status, gone.message]).toEqual([
      409,
      'This dealership can’t be deleted because checks were drawn for it. Deactivate it instead.',
    ])
  })
})

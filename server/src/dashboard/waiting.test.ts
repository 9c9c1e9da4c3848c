import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { dashboardEndpoints, type WaitingReply } from '@check-requests/domain/dashboard/endpoints.ts'
import { inboxEndpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { confirmationEndpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { controlEndpoints } from '@check-requests/domain/people/controls/endpoints.ts'
import { addDays, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson, userBody } from '../testing/accounts.ts'
import { approved, handedOver, openAccount, printed, signed } from '../testing/checks.ts'
import { type CountedDatabase, countQueries } from '../testing/count-queries.ts'
import { formOf } from '../testing/documents.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { anyone, putInForce } from '../testing/policies.ts'
import { move, raise } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'

type Role = 'admin' | 'requester' | 'approver' | 'processor'
const [approvedStatus, ready, sentBack] = [3, 6, 9]
const byMail = { delivery_method_id: 1, mailing_method: 'USPS', mailing_address: '88 Mill Road' } as const
const byHand = { delivery_method_id: 2 } as const

onBothDatabases('what waits for a user, on $name', (kind) => {
  let world: World
  let database: CountedDatabase
  let account: BankAccountReply
  beforeAll(async () => {
    database = countQueries(await kind.open('world'))
    world = worldOf(await serve(database), database, await idsOf(database))
    account = await openAccount(world, { positive_pay: 'none' })
  })
  afterAll(() => world.close())

  async function waiting(name: PersonName, role: Role): Promise<Partial<Record<WaitingReply['kind'], WaitingReply>>> {
    const { data } = await (await world.as(name, role)).call(dashboardEndpoints.waiting, {})
    return Object.fromEntries(data.map((one) => [one.kind, one]))
  }
  const count = async (name: PersonName, role: Role, kindOf: WaitingReply['kind']) =>
    (await waiting(name, role))[kindOf]?.count ?? 0
  const amounts = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

  test('counts the pending requests that an approver can decide on, as the queue lists them', async () => {
    const before = await count('approver-group', 'approver', 'approvals')
    const first = await raise(world, 'requester-group', 'NWG/TOY/SVC', { amount: 100.25 })
    await raise(world, 'requester-group', 'NWG/HON', { amount: 50 })
    const list = await (await world.as('approver-group', 'approver')).call(checkRequestEndpoints.list, {
      query: { view: 'pending', limit: 100 },
    })
    const { approvals } = await waiting('approver-group', 'approver')
    expect(approvals).toMatchObject({ count: before + 2, amount: list.data.sum, bank_account_id: null })
    expect(approvals?.count).toBe(list.data.total)
    expect(approvals?.oldest).toBe(list.data.items.map(({ request_date }) => request_date).sort()[0])
    // The dealership sees only its own, and a processor decides on nothing.
    expect(await count('approver-dealership', 'approver', 'approvals')).toBe(approvals && approvals.count - 1)
    expect(await count('processor-group', 'processor', 'approvals')).toBe(0)
    await move(await world.as('approver-group', 'approver'), first.id, 8)
    expect(await count('approver-group', 'approver', 'approvals')).toBe(before + 1)
  })

  test('leaves out requests that separation of duties bars the approver from', async () => {
    const own = await count('everyone', 'approver', 'approvals')
    const other = await count('approver-group', 'approver', 'approvals')
    await raise(world, 'everyone', 'NWG/TOY/SVC', { amount: 900 })
    expect(await count('everyone', 'approver', 'approvals')).toBe(own)
    expect(await count('approver-group', 'approver', 'approvals')).toBe(other + 1)
  })

  test('counts the requests sent back to their requester', async () => {
    const request = await raise(world, 'requester-group', 'NWG/TOY/SVC', { amount: 12.5 })
    await move(await world.as('approver-group', 'approver'), request.id, sentBack)
    expect((await waiting('requester-group', 'requester'))['sent-back']).toMatchObject({ count: 1, amount: 12.5 })
    expect(await count('requester-honda', 'requester', 'sent-back')).toBe(0)
    expect(await count('admin-group', 'admin', 'sent-back')).toBe(0)
  })

  test('counts the approved requests that can be printed, without those on hold, raised by the user, or in a run', async () => {
    const held = await approved(world, { amount: 10 })
    await (await world.as('approver-group', 'approver')).call(checkRequestEndpoints.hold, {
      params: { id: held.id },
      body: { reason: 'Call the payee' },
    })
    const own = await raise(world, 'everyone', 'NWG/TOY/SVC', {
      amount: 100,
      payee_name_1: 'Own Payee LLC',
      po_purchase_no: 'OWN-1',
    })
    await move(await world.as('approver-group', 'approver'), own.id, approvedStatus)
    const requests = [await approved(world, { amount: 20 }), await approved(world, { amount: 30.5 })]
    const processor = await waiting('processor-group', 'processor')
    expect(processor.prints).toMatchObject({ count: 3, amount: 150.5 })
    expect((await waiting('everyone', 'processor')).prints).toMatchObject({ count: 2, amount: 50.5 })
    // Approvers don't print unless the account names them.
    expect(await count('approver-group', 'approver', 'prints')).toBe(0)
    const run = await (await world.as('processor-group', 'processor')).call(printRunEndpoints.make, {
      body: { bank_account_id: account.id, check_request_ids: requests.map(({ id }) => id) },
    })
    expect(await count('processor-group', 'processor', 'prints')).toBe(1)
    await (await world.as('processor-group', 'processor')).call(printRunEndpoints.confirm, {
      params: { id: run.data.id },
      body: {},
    })
  })

  test('counts the checks that a user may sign, and none that they printed, raised, or signed', async () => {
    const before = await count('approver-super', 'approver', 'signatures')
    const own = await raise(world, 'everyone', 'NWG/TOY/SVC', {
      payee_name_1: 'Own Signer LLC',
      po_purchase_no: 'OWN-2',
    })
    await move(await world.as('approver-group', 'approver'), own.id, approvedStatus)
    await printed(world, account, [await approved(world, { amount: 77 }), own])
    for (const [name, role] of [
      ['approver-super', 'approver'],
      ['everyone', 'approver'],
      ['processor-group', 'processor'],
      ['admin-group', 'admin'],
    ] as const) {
      const list = await (await world.as(name, role)).call(leavingEndpoints.toSign, {})
      const offered = list.data.filter(({ refusal }) => refusal === null)
      expect([name, await count(name, role, 'signatures')]).toEqual([name, offered.length])
    }
    expect(await count('approver-super', 'approver', 'signatures')).toBe(before + 2)
    expect(await count('everyone', 'approver', 'signatures')).toBe(before + 1)
    expect(await count('processor-group', 'processor', 'signatures')).toBe(0)
    const list = await (await world.as('approver-super', 'approver')).call(leavingEndpoints.toSign, {})
    // The list names exactly the checks whose signatures the server accepts.
    const reply = await (await world.as('approver-super', 'approver')).call(checkEndpoints.sign, {
      body: { check_ids: list.data.filter(({ refusal }) => refusal === null).map(({ check_id }) => check_id) },
    })
    expect(reply.status).toBe(200)
    expect(await count('approver-super', 'approver', 'signatures')).toBe(0)
  })

  test('counts signed checks without a delivery, checks to mail, and checks to hand over', async () => {
    const before = await count('processor-group', 'processor', 'signed')
    const requests = [
      await approved(world, { ...byMail, amount: 5 }),
      await approved(world, { ...byHand, amount: 7 }),
      await approved(world, { ...byHand, amount: 8 }),
    ]
    await signed(world, account, requests)
    const processor = await world.as('processor-group', 'processor')
    expect(await count('processor-group', 'processor', 'signed')).toBe(before + 3)
    for (const { id } of requests) await move(processor, id, ready)
    const { signed: left, mailings, handovers } = await waiting('processor-group', 'processor')
    expect(left?.count ?? 0).toBe(before)
    const toMail = (await processor.call(leavingEndpoints.toMail, {})).data
    const toHandOver = (await processor.call(leavingEndpoints.toHandOver, {})).data
    expect(mailings).toMatchObject({ count: toMail.length, amount: amounts(toMail) })
    expect(handovers).toMatchObject({ count: toHandOver.length, amount: amounts(toHandOver) })
    expect([toMail.length, toHandOver.length]).toEqual([1, 2])
    expect(await waiting('approver-group', 'approver')).not.toHaveProperty('mailings')
    expect(await count('processor-eastside', 'processor', 'handovers')).toBe(0)
  })

  test('counts requests of locations without a bank account by status', async () => {
    const before = await count('processor-group', 'processor', 'status-approved')
    const request = await raise(world, 'requester-group', 'NWG/HON', {
      payee_name_1: 'No Account',
      po_purchase_no: 'NA-1',
    })
    await move(await world.as('approver-group', 'approver'), request.id, approvedStatus)
    expect(await count('processor-group', 'processor', 'status-approved')).toBe(before + 1)
    await move(await world.as('processor-group', 'processor'), request.id, 4)
    expect((await waiting('processor-group', 'processor'))['status-printed']).toMatchObject({ count: 1 })
  })

  describe('bank exceptions', () => {
    const pay = async (...lines: string[]) => {
      const { body, headers } = await formOf({
        name: 'bank.csv',
        content: Buffer.from(['Check,Amount,Date', ...lines].join('\n')),
      })
      const params = { id: account.id }
      const caller = await world.as('everyone', 'processor')
      const look = await caller.with(headers).call(bankFileEndpoints.previewClearing, { params, body: body as never })
      await caller.call(bankFileEndpoints.confirmClearing, { params: { ...params, file: look.data.id ?? 0 }, body: {} })
    }

    test('counts those that a user may resolve, and refreshes the counts of a dealership when a file adds one', async () => {
      const check = await handedOver(world, account, await approved(world, { amount: 100 }))
      const { data } = await (await world.as('processor-group', 'processor')).call(checkEndpoints.one, {
        params: { id: check.id },
      })
      const store = await world.as('processor-dealership', 'processor')
      const tag = (await store.send('GET', '/api/v1/waiting')).headers.etag as string
      expect((await store.send('GET', '/api/v1/waiting', { headers: { 'if-none-match': tag } })).status).toBe(304)
      await pay(`${check.number},125.50,${data.issued_on}`, `990,50.00,${data.issued_on}`)
      expect((await store.send('GET', '/api/v1/waiting', { headers: { 'if-none-match': tag } })).status).toBe(200)
      const shown = (await waiting('everyone', 'processor'))['bank-exceptions']
      expect(shown).toMatchObject({ count: 2, amount: 175.5, bank_account_id: account.id })
      // The person who handled the check can't resolve its exception, and an approver reconciles no account.
      expect((await waiting('processor-group', 'processor'))['bank-exceptions']).toMatchObject({ count: 1, amount: 50 })
      expect(await count('approver-group', 'approver', 'bank-exceptions')).toBe(0)
      for (const name of ['everyone', 'processor-group'] as const) {
        const list = await (await world.as(name, 'processor')).call(bankFileEndpoints.listExceptions, {
          query: { bank_account_id: account.id, state: 'open' },
        })
        const offered = list.data.filter(({ refusal }) => refusal === null)
        expect(await count(name, 'processor', 'bank-exceptions')).toBe(offered.length)
      }
      // Reconcilers and admins get a notice, but not the person who confirmed the file.
      for (const [name, notices] of [
        ['processor-group', 1],
        ['processor-dealership', 1],
        ['admin-group', 1],
        ['admin-super', 1],
        ['everyone', 0],
        ['approver-group', 0],
        ['admin-eastside', 0],
      ] as const) {
        const { items } = (await (await world.as(name)).call(inboxEndpoints.list, { query: { limit: 100 } })).data
        const own = items.filter(({ event }) => event === 'bank-exception')
        expect([name, own.map(({ text }) => text)]).toEqual([
          name,
          notices
            ? [
                expect.stringContaining(
                  `2 payments on Operating (account ending in ${account.account_last4}) don’t match the register: `,
                ),
              ]
            : [],
        ])
      }
      const [first] = Object.values(await waiting('everyone', 'processor'))
      expect(first?.kind).toBe('bank-exceptions')
    })
  })

  test('counts account changes and loosened controls for those who may confirm them', async () => {
    await addPerson(world.anyone, await world.as('admin-group', 'admin'), userBody(world.ids, { role_ids: [3] }))
    const asked = { params: { id: world.ids.places.NWG }, body: { payee_list: 'on' } } as const
    await (await world.as('admin-group', 'admin')).call(payeeEndpoints.saveSettings, asked)
    await (await world.as('admin-group', 'admin')).call(payeeEndpoints.saveSettings, {
      ...asked,
      body: { payee_list: 'off' },
    })
    for (const [name, role] of [
      ['admin-super', 'admin'],
      ['everyone', 'admin'],
      ['admin-group', 'admin'],
      ['approver-group', 'approver'],
    ] as const) {
      const client = await world.as(name, role)
      const { others } = (await client.call(confirmationEndpoints.list, {})).data
      const able = others.filter(({ confirm_refusal }) => confirm_refusal === null)
      expect([name, await count(name, role, 'confirmations')]).toEqual([name, able.length])
    }
    expect(await count('admin-super', 'admin', 'confirmations')).toBeGreaterThan(0)
    expect(await count('admin-group', 'admin', 'confirmations')).toBe(0)
    for (const name of ['admin-super', 'admin-group', 'everyone'] as const) {
      const { data } = await (await world.as(name, 'admin')).call(controlEndpoints.list, {})
      const able = data.filter(({ confirm_refusal }) => confirm_refusal === null)
      expect(await count(name, 'admin', 'controls')).toBe(able.length)
    }
    expect(await count('everyone', 'admin', 'controls')).toBe(1)
    expect(await count('admin-group', 'admin', 'controls')).toBe(0)
    expect(await count('processor-group', 'processor', 'controls')).toBe(0)
  })

  test('counts an own delegation in its last days, and shows the queue under a policy', async () => {
    await putInForce(world, { rules: [], otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } })
    const client = await world.as('approver-group', 'approver')
    const today = localToday(new Date(world.clock.read()))
    const created = await client.call(delegationEndpoints.create, {
      body: {
        to_id: world.ids.people['approver-dealership'],
        starts_on: today,
        ends_on: addDays(today, 1),
        reason: 'Away',
      } as never,
    })
    expect(created.text).toContain('success":true')
    const { delegations, approvals } = await waiting('approver-group', 'approver')
    expect(delegations).toMatchObject({ count: 1, amount: null })
    expect(await count('approver-dealership', 'approver', 'delegations')).toBe(0)
    const list = await client.call(checkRequestEndpoints.list, { query: { view: 'pending', limit: 100 } })
    expect(approvals?.count ?? 0).toBe(list.data.total)
  })

  test('answers each role with few statements', async () => {
    const most = { admin: 12, requester: 4, approver: 17, processor: 13 }
    for (const role of ['admin', 'requester', 'approver', 'processor'] as const) {
      const client = await world.as('everyone', role)
      await client.call(dashboardEndpoints.waiting, {})
      const before = database.asked()
      await client.call(dashboardEndpoints.waiting, {})
      const asked = database.asked() - before
      expect(asked, `statements for the ${role}`).toBeLessThanOrEqual(most[role])
    }
  })
})

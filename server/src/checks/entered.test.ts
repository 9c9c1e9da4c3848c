import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUnsent } from '../bank/queries/positive-pay.ts'
import { approved, openAccount, openRun, printed } from '../testing/checks.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { move } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onOneDatabase('manually entered checks on $name', (kind) => {
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
  const second = () => world.as('approver-super', 'approver')
  const write = async (check_request_id: number, number?: number) =>
    (await processor()).call(enteredCheckEndpoints.manual, {
      body: { bank_account_id: account.id, check_request_id, ...(number !== undefined && { number }) },
    })
  const confirm = async (id: number, version?: number) =>
    (await second()).call(enteredCheckEndpoints.confirm, { params: { id }, body: version ? { version } : {} })
  const confirmOpening = async (id: number) =>
    (await world.as('admin-super', 'admin')).call(enteredCheckEndpoints.confirm, { params: { id }, body: {} })
  const discard = async (id: number, number: 'spoiled' | 'free') =>
    (await processor()).call(enteredCheckEndpoints.discard, { params: { id }, body: { reason: 'Mistyped', number } })
  const detail = async (id: number) =>
    (await (await processor()).call(checkRequestEndpoints.detail, { params: { id } })).data
  const register = async () =>
    (await (await processor()).call(checkEndpoints.list, { query: { bank_account_id: account.id } })).data.items
  const nextNumber = async () => Math.max(1000, ...(await register()).map(({ number }) => number)) + 1
  const unsent = () => listUnsent(world.database.read, { id: account.id, dealer_group_id: world.ids.places.NWG })

  test('keeps a handwritten check pending until a second person confirms it, then updates its request', async () => {
    const request = await approved(world)
    const number = await nextNumber()
    const entered = await write(request.id)
    expect(entered.status).toBe(201)
    expect(entered.data).toMatchObject({
      number,
      kind: 'manual',
      state: 'reserved',
      amount: 1250.5,
      entered_by: { name: 'processor-group Tester' },
      events: [{ act: 'write' }],
    })
    const { id } = entered.data
    expect(await detail(request.id)).toMatchObject({ status_name: 'approved', check: { in_run: true } })
    expect((await move(await processor(), request.id, 9)).message).toMatch(/have the handwritten check/)
    const own = await (await processor()).call(enteredCheckEndpoints.confirm, { params: { id }, body: {} })
    expect([own.status, own.message]).toEqual([403, `You entered check ${number}, so someone else has to confirm it.`])
    expect((await confirm(id)).data).toMatchObject({ state: 'printed' })
    expect(await detail(request.id)).toMatchObject({ status_name: 'printed', check_number: String(number) })
    const early = await (await processor()).call(checkEndpoints.sign, { body: { check_ids: [id] } })
    expect(early.message).toBe(`You printed check ${number}, so someone else has to sign it.`)
    const signed = await (await second()).call(checkEndpoints.sign, { body: { check_ids: [id] } })
    expect(signed.data).toEqual({ signed: 1, waiting: 0, refused: [] })
    expect(await detail(request.id)).toMatchObject({ status_name: 'signed' })
    expect((await unsent()).map((check) => check.number)).toContain(number)
    expect((await printed(world, account, [await approved(world)])).first_number).toBe(number + 1)
  })

  test('refuses a taken number and adds rows for skipped numbers', async () => {
    const number = await nextNumber()
    const [one, other] = [await approved(world), await approved(world)]
    expect((await write(one.id, number - 1)).message).toBe(
      `Check number ${number - 1} is already in use for this account. Choose a different number.`,
    )
    expect((await write(one.id, 12)).error.fields?.number).toMatch(
      /^Number 12 comes before the next number in the box in use/,
    )
    expect((await write(one.id, number + 501)).message).toMatch(/more than 500 numbers/)
    expect((await write(one.id, number + 2)).status).toBe(201)
    expect((await register()).slice(0, 3).map((check) => [check.number, check.state])).toEqual([
      [number + 2, 'reserved'],
      [number + 1, 'spoiled'],
      [number, 'spoiled'],
    ])
    expect((await write(one.id)).message).toMatch(/This request’s check number is reserved/)
    expect((await openRun(world, account, [other])).first_number).toBe(number + 3)
    await (await processor()).send('POST', `/api/v1/print-runs/${(await register())[0]?.print_run_id}/release`, {})
  })

  test('releases the number or records the sheet as spoiled when an entry is discarded', async () => {
    const [one, other] = [await approved(world), await approved(world)]
    const first = (await write(one.id)).data
    expect((await discard(first.id, 'free')).data).toMatchObject({ state: 'released', reason: 'Mistyped' })
    expect((await detail(one.id)).check).toMatchObject({ in_run: false })
    expect((await register()).find(({ number }) => number === first.number)).toMatchObject({ state: 'released' })
    expect((await confirm(first.id)).message).toMatch(/isn’t waiting for confirmation/)
    const again = (await write(other.id, first.number)).data
    expect(again).toMatchObject({ id: first.id, check_request_id: other.id, state: 'reserved', reason: null })
    expect((await discard(again.id, 'spoiled')).data).toMatchObject({ state: 'spoiled', reason: 'Mistyped' })
    expect((await write(other.id, first.number)).message).toMatch(/is already in use for this account/)
    expect((await write(other.id)).data).toMatchObject({ number: first.number + 1, replaces: { number: first.number } })
  })

  test('includes a check issued before the account was set up once a second person confirms it', async () => {
    const client = await processor()
    const body = { bank_account_id: account.id, number: 871, check_date: '2026-01-02', payee_name: 'Old Paint' }
    const enter = (changes: object = {}) =>
      client.call(enteredCheckEndpoints.opening, { body: { ...body, amount: 77.25, ...changes } })
    expect((await enter({ number: await nextNumber() })).error.fields?.number).toMatch(
      /can’t be from before the account was set up/,
    )
    const limited = await openAccount(world, {
      name: 'Limited',
      account_number: '83920174656',
      limit_per_check: 10_000,
    })
    const above = await enter({ bank_account_id: limited.id, number: 871, amount: 10_000.01 })
    expect([above.status, above.error.fields?.amount]).toEqual([
      422,
      'The amount is above $10,000.00, the limit per check on the account “Limited”.',
    ])
    expect((await enter({ bank_account_id: limited.id, number: 871, amount: 10_000 })).status).toBe(201)
    world.clock.advance(24 * 3_600_000)
    expect((await enter({ check_date: '2026-11-21' })).error.fields).toEqual({
      check_date: 'Enter a date no later than Nov 20, 2026, the day the account was set up.',
    })
    const { id } = (await enter()).data
    expect((await confirm(id)).message).toBe(
      'Check 871 dates from before the account was set up, so an admin has to confirm it.',
    )
    expect((await enter()).message).toBe(
      'Check number 871 is already in use for this account. Choose a different number.',
    )
    expect((await unsent()).map(({ number }) => number)).not.toContain(871)
    expect((await confirmOpening(id)).data).toMatchObject({ state: 'issued', issued_on: '2026-01-02', kind: 'opening' })
    expect((await unsent()).map(({ number }) => number)).toContain(871)
    const wrong = (await enter({ number: 872 })).data
    expect((await discard(wrong.id, 'spoiled')).data).toMatchObject({ state: 'released' })
    expect((await register()).map(({ number }) => number)).not.toContain(872)
    expect((await enter({ number: 872, amount: 5 })).data).toMatchObject({ id: wrong.id, amount: 5 })
  })

  test('verifies the limit and the payee again when a user confirms a check issued before the account was set up', async () => {
    const client = await processor()
    const enter = async (number: number, changes: object) =>
      client.call(enteredCheckEndpoints.opening, {
        body: {
          bank_account_id: account.id,
          number,
          check_date: '2026-01-02',
          payee_name: 'Old Paint',
          amount: 77.25,
          ...changes,
        },
      })
    const lowered = await openAccount(world, { name: 'Lowered', account_number: '83920174657' })
    const large = (await enter(881, { bank_account_id: lowered.id, amount: 250_000 })).data
    await setPayees(world, { payee_list: 'on' })
    const { id } = await addPayee(world, 'Crook Holdings')
    const early = (await enter(882, { payee_name: 'Crook Holdings LLC' })).data
    const admin = await world.as('admin-group', 'admin')
    await admin.call(payeeEndpoints.block, { params: { id }, body: { reason: 'A forged invoice' } })
    const blocked = 'Crook Holdings is blocked: A forged invoice. Have the bank stop this check instead.'
    expect((await confirmOpening(early.id)).message).toBe(blocked)
    expect((await enter(883, { payee_name: 'The CROOK HOLDINGS, Inc.' })).message).toBe(blocked)
    const params = { id: lowered.id }
    const limited = await admin.call(bankingEndpoints.update, { params, body: { limit_per_check: 10_000 } })
    expect(limited.status, limited.text).toBe(200)
    const agreed = await (await world.as('admin-super', 'admin')).call(bankingEndpoints.confirm, { params, body: {} })
    expect(agreed.status, agreed.text).toBe(200)
    expect((await confirmOpening(large.id)).message).toBe(
      'Check 881 can’t be confirmed. The amount is above $10,000.00, the limit per check on the account “Lowered”.',
    )
  })

  test('requires a reason for a date in a closed month and shows the reason to the second person', async () => {
    const client = await processor()
    const close = (day: string | null) =>
      world.database.transact((trx) => trx.updateTable('dealer_groups').set({ journal_closed_through: day }).execute())
    const enter = (number: number, changes: object = {}) =>
      client.call(enteredCheckEndpoints.opening, {
        body: {
          bank_account_id: account.id,
          number,
          check_date: '2026-01-31',
          payee_name: 'Old Glass',
          amount: 12,
          ...changes,
        },
      })
    const early = (await enter(861)).data
    expect(early.reason).toBeNull()
    await close('2026-01-31')
    const why = { closed_month_reason: 'Found in the old books' }
    try {
      expect((await enter(862)).error.fields?.closed_month_reason).toMatch(/^The journal is closed through .*2026/)
      expect((await enter(863, { check_date: '2026-02-01', ...why })).data.reason).toBeNull()
      const { id, reason, events } = (await enter(862, why)).data
      expect([reason, events.at(-1)?.note]).toEqual(['Found in the old books', 'Found in the old books'])
      expect((await confirmOpening(id)).data).toMatchObject({ state: 'issued', issued_on: '2026-01-31', reason: null })
      expect((await confirmOpening(early.id)).message).toMatch(/^The month of check 861, dated .*, was closed after/)
      expect((await discard(early.id, 'free')).data.state).toBe('released')
      const reentered = (await enter(861, why)).data
      expect((await confirmOpening(reentered.id)).data).toMatchObject({ id: early.id, state: 'issued' })
      const { id: request } = await approved(world)
      await close('2999-01-31')
      expect((await write(request)).error.fields?.closed_month_reason).toMatch(/^The journal is closed through/)
    } finally {
      await close(null)
    }
  })

  test('accepts only one of two simultaneous entries or confirmations', async () => {
    const [one, other] = [await approved(world), await approved(world)]
    const number = await nextNumber()
    const both = await Promise.all([write(one.id, number), write(other.id, number)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.message).toBe(
      `Check number ${number} is already in use for this account. Choose a different number.`,
    )
    const id = both.find(({ status }) => status === 201)?.data.id ?? 0
    const confirmed = await Promise.all([confirm(id), confirm(id), discard(id, 'free')])
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

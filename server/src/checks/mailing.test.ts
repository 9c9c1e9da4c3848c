import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, signed } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { move, type Raised } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const [ready, closed] = [6, 7]
const toBeMailed = {
  delivery_method_id: 1,
  mailing_method: 'USPS',
  mailing_address: '88 Mill Road\n\nTacoma, WA 98421',
} as const

onOneDatabase('bulk mailing of checks on $name', (kind) => {
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
  const readyChecks = async (count: number) => {
    const requests: Raised[] = []
    for (let index = 0; index < count; index += 1)
      requests.push(await approved(world, { ...toBeMailed, amount: 100 + index }))
    const checks = await signed(world, account, requests)
    for (const { id } of requests) await move(await processor(), id, ready)
    return checks.map(({ id, number }, index) => ({ id, number, requestId: requests[index]?.id ?? 0 }))
  }
  const mail = async (checks: readonly { id: number }[], name?: PersonName) =>
    (await processor(name)).call(leavingEndpoints.mail, {
      body: { checks: checks.map(({ id }) => ({ check_id: id, tracking_number: `TRACK-${id}` })) },
    })
  const check = async (id: number) => (await (await processor()).call(checkEndpoints.one, { params: { id } })).data
  const request = async (id: number) =>
    (await (await processor()).call(checkRequestEndpoints.detail, { params: { id } })).data
  const listed = async (name?: PersonName) => (await (await processor(name)).call(leavingEndpoints.toMail, {})).data

  test('stores each tracking number and closes the requests', async () => {
    const checks = await readyChecks(3)
    expect(await listed()).toMatchObject(
      checks.map(({ id, number, requestId }, index) => ({
        id,
        number,
        check_request_id: requestId,
        dealership_names: ['Dealership TOY'],
        amount: 100 + index,
        refusal: null,
        bank_account_name: 'Operating',
        address: ['88 Mill Road', 'Tacoma, WA 98421'],
      })),
    )
    const reply = await mail(checks.toReversed())
    expect([reply.status, reply.data]).toEqual([200, { mailed: 3, refused: [] }])
    for (const { id, requestId } of checks) {
      const tracking_number = `TRACK-${id}`
      expect(await check(id)).toMatchObject({
        state: 'issued',
        hand_over: { kind: 'mailed', receiver: null, tracking_number },
      })
      expect(await request(requestId)).toMatchObject({ status_id: closed, tracking_number })
    }
    expect(await listed()).toEqual([])
  })

  test('mails the other checks if one of them is on hold, and names that one with the reason', async () => {
    const checks = await readyChecks(2)
    const [first, second] = checks
    if (!first || !second) throw new Error('Not ready')
    const foreign = 99_999
    await (await world.as('approver-group', 'approver')).call(checkRequestEndpoints.hold, {
      params: { id: second.requestId },
      body: { reason: 'Call the payee' },
    })
    const onHold = `approver-group Tester has put ${(await request(second.requestId)).request_number} on hold. Someone else has to lift the hold first.`
    const reply = await mail([second, { id: foreign }, first])
    expect([reply.status, reply.data]).toEqual([
      200,
      {
        mailed: 1,
        refused: [
          { check_id: second.id, message: `Check ${second.number}: ${onHold}` },
          { check_id: foreign, message: 'This check doesn’t exist, or you have no access to it.' },
        ],
      },
    ])
    expect((await check(first.id)).state).toBe('issued')
    expect((await check(second.id)).state).toBe('signed')
    const held = await mail([second])
    expect([held.status, held.message]).toEqual([409, onHold])
    const again = await mail([first])
    expect([again.status, again.message]).toEqual([
      409,
      `Check ${first.number} is issued now. Only a check that is signed can be handed over.`,
    ])
  })

  test('refuses duplicate checks, empty lists, and checks from accounts the caller doesn’t work with', async () => {
    const [one] = await readyChecks(1)
    if (!one) throw new Error('Not ready')
    const twice = await mail([one, one])
    expect([twice.status, twice.error.fields]).toEqual([422, { checks: 'List each check only once.' }])
    const none = await mail([])
    expect([none.status, none.error.fields]).toEqual([422, { checks: 'Choose the checks that you have mailed.' }])
    expect((await mail([one], 'processor-eastside')).status).toBe(404)
    expect(await listed('processor-eastside')).toEqual([])
    const approver = await world.as('approver-group', 'approver')
    const body = { checks: [{ check_id: one.id, tracking_number: null }] }
    expect((await approver.call(leavingEndpoints.mail, { body })).status).toBe(403)
    expect((await (await processor()).call(leavingEndpoints.mail, { body })).status).toBe(200)
    expect((await check(one.id)).hand_over?.tracking_number).toBeNull()
  })

  test('refuses to mail checks until a bank that verifies checks has accepted them, and states the reason', async () => {
    const changed = { positive_pay: 'checks' } as const
    const admin = await world.as('admin-group', 'admin')
    await admin.call(bankingEndpoints.update, { params: { id: account.id }, body: changed })
    await (await world.as('admin-super', 'admin')).call(bankingEndpoints.confirm, {
      params: { id: account.id },
      body: {},
    })
    const checks = await readyChecks(1)
    const unknown = `Check ${checks[0]?.number} hasn’t been reported to the bank. Send the bank the positive-pay file and record that it was accepted. Otherwise, request an exception, which someone else has to allow.`
    expect(await listed()).toMatchObject([{ id: checks[0]?.id, refusal: unknown }])
    const early = await mail(checks)
    expect([early.status, early.message]).toEqual([409, unknown])
    const params = { id: account.id }
    const forms = { positive_pay_template: shippedTemplates[0]?.template ?? null }
    await admin.call(bankFileEndpoints.saveForms, { params, body: forms })
    await confirmControls(world)
    const { data: file } = await (await processor()).call(bankFileEndpoints.makePositivePay, { params, body: {} })
    await (await processor()).send('GET', `/api/v1/positive-pay/${file.id}/file`)
    await (await world.as('everyone', 'processor')).call(bankFileEndpoints.answerPositivePay, {
      params: { id: file.id },
      body: { answer: 'accepted', count: file.count, total: file.total },
    })
    expect(await listed()).toMatchObject([{ id: checks[0]?.id, refusal: null }])
    expect((await mail(checks)).status).toBe(200)
  })
})

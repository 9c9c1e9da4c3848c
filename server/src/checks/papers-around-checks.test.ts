import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { checkPaperEndpoints } from '@check-requests/domain/checks/papers/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun, printed, secretNumber, signed } from '../testing/checks.ts'
import type { RawReply } from '../testing/client.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { textsOf } from '../testing/pdf-text.ts'
import { move } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const mailed = {
  delivery_method_id: 1,
  mailing_method: 'USPS',
  mailing_address: '88 Mill Road\nTacoma, WA 98421',
} as const
const pickedUp = { delivery_method_id: 2 } as const

onOneDatabase('check paperwork on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world, { micr: true })
  })
  afterAll(() => world.close())

  const processor = () => world.as('processor-group', 'processor')
  const words = async ({ bytes }: RawReply) => (await textsOf(bytes)).flat().join(' ')
  const refusalOf = ({ status, message }: { status: number; message: string }) => [status, message]

  test('shows the number of unsigned checks in a run on its cover sheet', async () => {
    const requests = [await approved(world, { amount: 100 }), await approved(world, { amount: 250.5 })]
    const { id, checks } = await printed(world, account, requests)
    const client = await processor()
    const sheet = await client.call(checkPaperEndpoints.coverSheet, { params: { id } })
    expect(sheet.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="cover-sheet-${checks[0]?.number}.pdf"`,
    })
    const text = await words(sheet)
    for (const part of ['2 checks, $350.50 in total', 'Account Operating', 'made by processor-group Tester'])
      expect(text).toContain(part)
    for (const { number } of checks) expect(text).toContain(String(number))
    const open = await openRun(world, account, [await approved(world)])
    expect(refusalOf(await client.call(checkPaperEndpoints.coverSheet, { params: { id: open.id } }))).toEqual([
      409,
      'No check in this print run is waiting for a signature.',
    ])
    await client.call(printRunEndpoints.confirm, { params: { id: open.id }, body: {} })
    const other = await world.as('processor-eastside', 'processor')
    expect((await other.call(checkPaperEndpoints.coverSheet, { params: { id } })).status).toBe(404)
  })

  test('puts ready checks on the pickup list or address labels according to their delivery method', async () => {
    const client = await processor()
    const query = { bank_account_id: account.id }
    const list = () => client.call(checkPaperEndpoints.pickUpList, { query })
    const labels = () => client.call(checkPaperEndpoints.addressLabels, { query })
    expect(refusalOf(await list())).toEqual([409, 'No check is ready to be picked up.'])
    expect(refusalOf(await labels())).toEqual([409, 'No checks are ready to be mailed.'])
    const requests = [
      await approved(world, { ...mailed, payee_name_1: 'Harbor Glass', payee_name_2: 'Bay Bank', amount: 10 }),
      await approved(world, { ...pickedUp, payee_name_1: 'Coast Towing', amount: 20.25 }),
      await approved(world, { ...pickedUp, payee_name_1: 'Held Parts', amount: 40 }),
      await approved(world, { ...pickedUp, payee_name_1: 'Late Parts', amount: 80 }),
    ]
    await signed(world, account, requests)
    for (const { id } of requests.slice(0, 3)) await move(client, id, 6)
    await (await world.as('approver-group', 'approver')).call(checkRequestEndpoints.hold, {
      params: { id: requests[2]?.id ?? 0 },
      body: { reason: 'Call the payee' },
    })
    const listed = await words(await list())
    for (const part of [
      '1 check, $20.25 in total',
      'Coast Towing',
      'requester-group Tester',
      'Nov 20, 2026',
      'Account Operating',
    ])
      expect(listed).toContain(part)
    for (const part of ['Harbor', 'Held', 'Late']) expect(listed).not.toContain(part)
    const addressed = (await textsOf((await labels()).bytes)).flat()
    expect(addressed).toEqual(['Harbor Glass', 'Bay Bank', '88 Mill Road', 'Tacoma, WA 98421'])
    const all = await client.call(checkPaperEndpoints.pickUpList, { query: {} })
    expect(await words(all)).toContain('Coast Towing')
  })

  test('creates check paperwork only for users who work with the account', async () => {
    const other = await world.as('processor-eastside', 'processor')
    const query = { bank_account_id: account.id }
    expect((await other.call(checkPaperEndpoints.pickUpList, { query })).status).toBe(404)
    expect((await other.call(checkPaperEndpoints.addressLabels, { query: {} })).status).toBe(409)
    const honda = await world.as('requester-group', 'requester')
    expect((await honda.call(checkPaperEndpoints.pickUpList, { query })).status).toBe(403)
  })

  test('copies the checks of a settled run for a stated reason without a MICR line', async () => {
    const run = await openRun(world, account, [
      await approved(world, { payee_name_1: 'Harbor Glass', amount: 1234.56 }),
    ])
    const client = await processor()
    const params = { id: run.id }
    const copy = (reason = 'Requested by the auditors') =>
      client.call(checkPaperEndpoints.copy, { params, body: { reason } })
    expect(refusalOf(await copy())).toEqual([409, 'Record this print run’s result first. Then you can open a copy.'])
    const original = await client.send('GET', `/api/v1/print-runs/${run.id}/pdf`)
    expect(original.status).toBe(200)
    await client.call(printRunEndpoints.confirm, { params, body: {} })
    expect((await copy(' ')).error.fields).toEqual({ reason: 'Enter the reason for the copy.' })
    const copied = await copy()
    expect(copied.headers['content-disposition']).toBe(`attachment; filename="copy-of-checks-${run.first_number}.pdf"`)
    const text = await words(copied)
    for (const part of ['COPY - NON-NEGOTIABLE', 'Harbor Glass', 'One thousand two hundred thirty-four and 56/100'])
      expect(text).toContain(part)
    expect(await words(original)).not.toContain('COPY')
    // The MICR line consists of shapes, one per symbol. Without shapes, the copy can't contain the account number.
    expect((await readPdf(original.bytes))[0]?.shapes).not.toEqual([])
    expect((await readPdf(copied.bytes))[0]?.shapes).toEqual([])
    expect(text).not.toContain(secretNumber)
    const trail = await (await world.as('admin-group', 'admin')).call(auditEndpoints.list, {
      query: { entity: 'print-run', entity_id: run.id },
    })
    expect(trail.data.items[0]).toMatchObject({
      action: 'print-run.copy',
      actor_name: 'processor-group Tester',
      after: { reason: 'Requested by the auditors' },
    })
  })

  test('refuses to copy a run with released numbers, and refuses a user without permission to print', async () => {
    const run = await openRun(world, account, [await approved(world)])
    const client = await processor()
    const params = { id: run.id }
    await client.call(printRunEndpoints.release, { params, body: {} })
    const body = { reason: 'For the auditors' }
    expect(refusalOf(await client.call(checkPaperEndpoints.copy, { params, body }))).toEqual([
      409,
      'The numbers of this print run were released, so there is nothing to copy.',
    ])
    const approver = await world.as('approver-group', 'approver')
    expect((await approver.call(checkPaperEndpoints.copy, { params, body })).status).toBe(403)
    const accounts = await client.call(bankingEndpoints.list)
    expect(accounts.text).not.toContain(secretNumber)
  })
})

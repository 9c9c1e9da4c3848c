import { readFileSync } from 'node:fs'
import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, handedOver, openAccount, printed, secretNumber, signed } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { formOf } from '../testing/documents.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const [common] = shippedTemplates
const columns = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'YYYY-MM-DD' } as const

onOneDatabase('bank files on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world)
    const body = { positive_pay_template: common?.template ?? null, clearing_columns: columns }
    await (await world.as('admin-group', 'admin')).call(endpoints.saveForms, { params: { id: account.id }, body })
    await confirmControls(world)
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const processor = (name: PersonName = 'processor-group') => world.as(name, 'processor')
  const make = async () => (await processor()).call(endpoints.makePositivePay, { params: { id: account.id }, body: {} })
  const list = async () =>
    (await (await processor()).call(endpoints.listPositivePay, { params: { id: account.id } })).data
  const download = async (id: number) => (await processor()).send('GET', `/api/v1/positive-pay/${id}/file`)
  const answer = async (id: number, body: object, name: PersonName = 'everyone') =>
    (await processor(name)).call(endpoints.answerPositivePay, { params: { id }, body: body as never })

  async function drop(text: string) {
    const { body, headers } = await formOf({ name: 'positive-pay.txt', content: Buffer.from(text) })
    const caller = (await processor('everyone')).with(headers)
    const { status, message } = await caller.call(endpoints.previewClearing, {
      params: { id: account.id },
      body: body as never,
    })
    return [status, message]
  }
  const reported = [
    400,
    expect.stringMatching(/^This is file \d of checks that you reported to the bank, not a list of checks that/),
  ]

  test('reports each check once, and again after the bank rejects the file', async () => {
    const nothing = await make()
    expect([nothing.status, nothing.message]).toEqual([
      409,
      'All checks of this account were already reported to the bank.',
    ])
    const checks = await signed(world, account, [
      await approved(world, { amount: 100 }),
      await approved(world, { amount: 50.25 }),
    ])
    expect(await list()).toMatchObject({
      waiting: 2,
      issues: { count: 2, total: 150.25 },
      voids: { count: 0, total: 0 },
      has_template: true,
      items: [],
    })
    const made = await make()
    expect(await list()).toMatchObject({ waiting: 0, issues: { count: 0, total: 0 }, items: [{ number: 1 }] })
    expect(made.data).toMatchObject({ number: 1, count: 2, total: 150.25, fetched_at: null, answer: null })
    const [first, second] = [await download(made.data.id), await download(made.data.id)]
    expect(first.bytes.equals(second.bytes)).toBe(true)
    expect(first.text).toContain(secretNumber)
    expect(first.text.split('\r\n').filter((line) => line.includes(String(checks[0]?.number)))).toHaveLength(1)
    expect((await make()).status).toBe(409)
    expect(await drop(first.text.replaceAll('\r\n', '\n'))).toEqual(reported)
    expect((await answer(made.data.id, { answer: 'refused' })).error.fields).toHaveProperty('reason')
    expect((await answer(made.data.id, { answer: 'refused', reason: 'Wrong date' })).data.answer).toBe('refused')
    const again = await make()
    expect(again.data).toMatchObject({ number: 2, count: 2 })
    const accepted = { answer: 'accepted', count: 2, total: 150.25 }
    const own = await answer(again.data.id, accepted, 'processor-group')
    expect([own.status, own.message]).toEqual([
      403,
      `You printed check ${checks[0]?.number}, which is in this file, so someone else has to record that the bank accepted it.`,
    ])
    expect((await answer(again.data.id, accepted)).message).toBe(
      'This file hasn’t been downloaded yet. Send it to the bank before you record the response.',
    )
    await download(again.data.id)
    expect((await answer(again.data.id, { ...accepted, count: 3 })).error.fields?.count).toMatch(
      /The file has 2 rows and issues totaling \$150\.25/,
    )
    expect((await answer(again.data.id, accepted)).data.answer).toBe('accepted')
    const refused = await answer(again.data.id, { answer: 'refused', reason: 'Twice' })
    expect(refused.message).toBe('everyone Tester has already recorded that the bank accepted this file.')
    const stored = await world.database.read.selectFrom('positive_pay_files').select('sealed_content').execute()
    expect(JSON.stringify(stored)).not.toContain(secretNumber)
  })

  test('reports a voided check only if the bank already knew about the check', async () => {
    const [check] = await signed(world, account, [await approved(world, { amount: 70 })])
    const issue = await make()
    expect(issue.data).toMatchObject({ count: 1, total: 70 })
    const body = { reason: 'Lost', request_status: 'rejected', fee: null } as const
    await (await processor()).call(checkEndpoints.stop, { params: { id: check?.id ?? 0 }, body })
    expect(await list()).toMatchObject({ waiting: 1, issues: { count: 0 }, voids: { count: 1, total: 70 } })
    expect((await make()).data).toMatchObject({ count: 1, total: 0 })
    const [never] = (await printed(world, account, [await approved(world)])).checks
    await (await processor()).call(checkEndpoints.void, {
      params: { id: never?.id ?? 0 },
      body: { reason: 'Wrong store', request_status: 'rejected' },
    })
    expect((await make()).status).toBe(409)
  })

  test('uses the account’s format, and keeps the settings that a change omits', async () => {
    const admin = await world.as('admin-group', 'admin')
    const params = { id: account.id }
    const forms = async () => (await admin.call(endpoints.forms, { params })).data
    const before = await forms()
    expect(before).toMatchObject({ positive_pay_template: common?.template, clearing_columns: columns })
    const template = shippedTemplates[1]?.template ?? null
    const body = { positive_pay_template: template, version: before.version }
    expect((await admin.call(endpoints.saveForms, { params, body })).status).toBe(200)
    expect(await forms()).toEqual(before)
    await confirmControls(world)
    expect(await forms()).toMatchObject({
      positive_pay_template: template,
      version: before.version + 1,
      clearing_columns: before.clearing_columns,
    })
    expect((await admin.call(endpoints.saveForms, { params, body })).status).toBe(409)
    const again = { positive_pay_template: common?.template ?? null }
    await admin.call(endpoints.saveForms, { params, body: again })
    await confirmControls(world)
  })

  // Case 60 of the bank files.
  test('accepts PNC’s layout of issues only, and says which voids the bank has to stop', async () => {
    const pnc = await openAccount(world, { name: 'PNC', account_number: '9876501234', next_check_number: 5001 })
    const params = { id: pnc.id }
    const at = new URL('../testing/fixtures/bank-files/60-positive-pay-pnc.json', import.meta.url)
    const admin = await world.as('admin-group', 'admin')
    const body = { positive_pay_template: JSON.parse(readFileSync(at, 'utf8')) }
    expect((await admin.call(endpoints.saveForms, { params, body })).status).toBe(200)
    await confirmControls(world)
    const [check] = await signed(world, pnc, [await approved(world, { amount: 225.5, payee_name_1: 'Coast Towing' })])
    const client = await processor()
    const { data: file } = await client.call(endpoints.makePositivePay, { params, body: {} })
    expect(file).toMatchObject({ kind: 'issues', count: 1, total: 225.5 })
    const line = /^98765432100000005001 {5}225\.50\d{8}Coast Towing {88}\r\n$/
    expect((await download(file.id)).text).toMatch(line)
    const stop = { reason: 'Lost', request_status: 'rejected', fee: null } as const
    await client.call(checkEndpoints.stop, { params: { id: check?.id ?? 0 }, body: stop })
    const waiting = await client.call(endpoints.listPositivePay, { params })
    expect(waiting.data).toMatchObject({ waiting: 0, void_rule: 'not told', voids: { count: 1, total: 225.5 } })
    expect((await client.call(endpoints.makePositivePay, { params, body: {} })).status).toBe(409)
    const text = { ...body.positive_pay_template, voids: 'own file', void_date: 'transmission' }
    await admin.call(endpoints.saveForms, { params, body: { positive_pay_template: text } })
    await confirmControls(world)
    const { data: voids } = await client.call(endpoints.makePositivePay, { params, body: {} })
    expect(voids).toMatchObject({ kind: 'voids', number: 2, count: 1, total: 0 })
    expect((await download(voids.id)).text).toMatch(line)
  })

  test('leaves out a check that can’t be written, without holding up the others', async () => {
    const params = { id: account.id }
    const [cut, good] = await signed(world, account, [
      await approved(world, { amount: 10, payee_name_1: 'Омега Glass' }),
      await approved(world, { amount: 20 }),
    ])
    const reason = expect.stringMatching(/^Check \d+: the payee has .*“О”.*, which bank files can’t contain/)
    const held = [{ id: cut?.id, number: cut?.number, payee_name: 'Омега Glass', problems: [reason] }]
    expect(await list()).toMatchObject({ waiting: 2, held, problems: [] })
    expect((await make()).data).toMatchObject({ kind: 'all', count: 1, total: 20 })
    expect(await list()).toMatchObject({ waiting: 1, held })
    const again = await make()
    expect([again.status, again.message]).toEqual([409, reason])
    const admin = await world.as('admin-group', 'admin')
    const template = common && { ...common.template, unknown_letters: 'question mark' as const }
    await admin.call(endpoints.saveForms, { params, body: { positive_pay_template: template } })
    await confirmControls(world)
    expect(await list()).toMatchObject({ waiting: 1, held: [] })
    const { data: late } = await make()
    expect((await download(late.id)).text).toContain(`,${cut?.number},`)
    expect(good?.number).not.toBe(cut?.number)
  })

  test('continues in a next file where the totals of one have no room for all checks', async () => {
    const numbered = await openAccount(world, { name: 'Numbered', account_number: '5550003333' })
    const params = { id: numbered.id }
    const template = common && {
      ...common.template,
      trailer: [[{ source: 'record count' }, { source: 'total of check numbers', length: 4 }]] as never,
    }
    await (await world.as('admin-group', 'admin')).call(endpoints.saveForms, {
      params,
      body: { positive_pay_template: template ?? null },
    })
    await confirmControls(world)
    const requests = [10, 20, 30].map((amount) => approved(world, { amount }))
    for (let nth = 0; nth < 9; nth += 1) requests.push(approved(world, { amount: 1 }))
    await signed(world, numbered, await Promise.all(requests))
    const client = await processor()
    const { data: first } = await client.call(endpoints.makePositivePay, { params, body: {} })
    const { items, waiting } = (await client.call(endpoints.listPositivePay, { params })).data
    expect([waiting, items.map(({ number, count }) => [number, count])]).toEqual([
      0,
      [
        [2, 3],
        [1, 9],
      ],
    ])
    // 1001 + … + 1009, and 1010 + 1011 + 1012.
    expect(first.number).toBe(1)
    expect((await download(items[1]?.id ?? 0)).text).toMatch(/\r\n9,9045\r\n$/)
    expect((await download(items[0]?.id ?? 0)).text).toMatch(/\r\n3,3033\r\n$/)
  })

  test('reports the checks of several accounts of a bank and template in one file', async () => {
    const admin = await world.as('admin-group', 'admin')
    const trailer = [[{ source: 'record count' }, { source: 'issue total', amount_form: 'dollars' }]] as never
    const template = common && { ...common.template, trailer }
    const accounts: BankAccountReply[] = []
    for (const [name, account_number] of [
      ['Main', '5550001111'],
      ['Parts', '5550002222'],
    ] as const) {
      const one = await openAccount(world, { name, account_number, next_check_number: 7001 })
      const params = { id: one.id }
      await admin.call(endpoints.saveForms, { params, body: { positive_pay_template: template ?? null } })
      accounts.push(one)
    }
    await confirmControls(world)
    const [main, parts] = accounts as [BankAccountReply, BankAccountReply]
    await signed(world, main, [await approved(world, { amount: 100 })])
    await signed(world, parts, [await approved(world, { amount: 30.5 })])
    const client = await processor()
    const waitingOf = async (id: number) => (await client.call(endpoints.listPositivePay, { params: { id } })).data
    const [companion] = (await waitingOf(main.id)).companions
    expect(companion).toEqual({
      id: parts.id,
      name: 'Parts',
      issues: { count: 1, total: 30.5 },
      voids: { count: 0, total: 0 },
    })
    const call = (ids: number[]) =>
      client.call(endpoints.makePositivePay, { params: { id: main.id }, body: { with_account_ids: ids } })
    const other = await call([account.id])
    expect([other.status, other.message]).toEqual([
      409,
      'The account “Operating” uses another bank or file format. Create a separate file for it.',
    ])
    const { data: file } = await call([parts.id])
    expect(file).toMatchObject({ bank_account_id: main.id, other_account_ids: [parts.id], count: 2, total: 130.5 })
    const { text } = await download(file.id)
    expect(text.split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^Issue,5550001111,7001,.*,100\.00,/),
      expect.stringMatching(/^Issue,5550002222,7001,.*,30\.50,/),
      '2,130.50',
      '',
    ])
    expect(await waitingOf(parts.id)).toMatchObject({ waiting: 0, items: [{ id: file.id, number: 1 }] })
    expect((await answer(file.id, { answer: 'refused', reason: 'Wrong day' })).data.answer).toBe('refused')
    expect(await waitingOf(parts.id)).toMatchObject({ waiting: 1 })
    expect(await waitingOf(main.id)).toMatchObject({ waiting: 1 })
  })

  test('requires an accepted file before a check is handed over where the bank verifies checks', async () => {
    const compared = await openAccount(world, {
      name: 'Compared',
      account_number: '11223344556',
      dealership_ids: [world.ids.places['NWG/HON']],
      positive_pay: 'checks',
    })
    const params = { params: { id: compared.id } }
    const forms = { positive_pay_template: common?.template ?? null }
    await (await world.as('admin-group', 'admin')).call(endpoints.saveForms, { ...params, body: forms })
    await confirmControls(world)
    const request = await approved(world, { amount: 12 }, 'NWG/HON/SVC')
    await expect(handedOver(world, compared, request)).rejects.toThrow(/Check 1001 hasn’t been reported to the bank/)
    const client = await processor()
    const { data: file } = await client.call(endpoints.makePositivePay, { ...params, body: {} })
    await download(file.id)
    await answer(file.id, { answer: 'accepted', count: 1, total: 12 })
    const { data } = await client.call(checkEndpoints.list, { query: { bank_account_id: compared.id } })
    const mailed = { params: { id: data.items[0]?.id ?? 0 }, body: { kind: 'mailed' } } as const
    expect((await client.call(checkEndpoints.handOver, mailed)).data.state).toBe('issued')
  })
})

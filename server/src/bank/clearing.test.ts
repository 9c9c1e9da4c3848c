import { setImmediate as nextTurn } from 'node:timers/promises'
import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { byProfile } from '@check-requests/domain/testing/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, handedOver, openAccount, secretNumber, signed } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { formOf } from '../testing/documents.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const [common] = shippedTemplates
const columns = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'YYYY-MM-DD' } as const

onOneDatabase('bank payments on $name', (kind) => {
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
  const look = async (text: string, name: PersonName = 'everyone') => {
    const { body, headers } = await formOf({ name: 'bank.csv', content: Buffer.from(text) })
    return (await processor(name))
      .with(headers)
      .call(endpoints.previewClearing, { params: { id: account.id }, body: body as never })
  }
  const write = async (file: number | null, name: PersonName = 'everyone') =>
    (await processor(name)).call(endpoints.confirmClearing, {
      params: { id: account.id, file: file ?? 0 },
      body: {},
    })

  const state = async (name: PersonName = 'processor-group') =>
    (await (await processor(name)).call(endpoints.clearing, { params: { id: account.id } })).data

  test('reports nothing overdue before the first check, and names the users who can review exceptions', async () => {
    const found = await state()
    expect(found).toMatchObject({ days_without: null, is_overdue: false, files: [], open_exceptions: 0 })
    const ids = found.owners.map(({ id }) => id)
    expect(ids).toContain(world.ids.people['processor-group'])
    expect(ids).not.toContain(world.ids.people['processor-eastside'])
    expect(ids).not.toContain(world.ids.people['approver-group'])
  })

  test('clears paid checks, and creates one exception for every other payment', async () => {
    const [good, wrong, unissued] = [
      await handedOver(world, account, await approved(world, { amount: 10 })),
      await handedOver(world, account, await approved(world, { amount: 20 })),
      (await signed(world, account, [await approved(world, { amount: 30 })]))[0],
    ]
    const day = (await (await processor()).call(checkEndpoints.one, { params: { id: good.id } })).data.issued_on
    const text = [
      'Check,Amount,Date',
      `${good.number},10.00,${day}`,
      `${wrong.number},21.00,${day}`,
      `${unissued?.number},30.00,${day}`,
      `999888,40.00,${day}`,
    ].join('\n')
    const preview = await look(text)
    expect(preview.data).toMatchObject({ format: 'CSV', problems: [], matched: { count: 1, total: 10 }, repeated: 0 })
    expect(preview.data.exceptions.map((one) => one.kind).sort()).toEqual([
      'amount differs',
      'out of sequence',
      'paid before it was issued',
    ])
    expect(preview.data.matched_lines).toMatchObject([{ line: 2, number: good.number, check: { id: good.id } }])
    const byNumber = new Map(preview.data.exceptions.map(({ number, check }) => [number, check?.id]))
    expect([byNumber.get(wrong.number), byNumber.get(999_888)]).toEqual([wrong.id, undefined])
    expect(preview.data.refusal).toBeNull()
    expect((await look(text, 'processor-group')).data.refusal).toMatch(
      /^You handled check \d+, which is in this file, so someone else has to confirm this file\. .*everyone Tester.* can confirm this file\.$/,
    )
    const own = await write(preview.data.id, 'processor-group')
    expect([own.status, own.message]).toMatchObject([403, expect.stringMatching(/You handled check/)])
    expect((await write(preview.data.id)).data).toEqual({ cleared: 1, exceptions: 3, repeated: 0 })
    expect((await write(preview.data.id)).message).toBe(
      'everyone Tester has already confirmed this file. Reload the page.',
    )
    const paid = await (await processor()).call(checkEndpoints.one, { params: { id: good.id } })
    expect(paid.data).toMatchObject({ state: 'cleared', bank_paid_on: day })
    const again = await look(text)
    expect(again.data).toMatchObject({ matched: { count: 0 }, repeated: 4, exceptions: [] })
    expect(again.data.repeated_lines.map(({ number }) => number)).toContain(999_888)
    expect(await state()).toMatchObject({
      days_without: 0,
      is_overdue: false,
      refusal: null,
      open_exceptions: 3,
      reconciled_through: null,
      files: [{ name: 'bank.csv', written_by: { name: 'everyone Tester' }, cleared: 1, exceptions: 3 }],
    })
    const query = { bank_account_id: account.id, state: 'open' } as const
    const open = await (await processor()).call(endpoints.listExceptions, { query })
    const refusals = new Map(open.data.map(({ kind, refusal }) => [kind, refusal]))
    expect(refusals.get('amount differs')).toMatch(/^You handled check/)
    expect(refusals.get('out of sequence')).toBeNull()
    const differs = open.data.find((one) => one.kind === 'amount differs')
    const resolve = async (name: PersonName, body: object) =>
      (await processor(name)).call(endpoints.resolveException, { params: { id: differs?.id ?? 0 }, body })
    expect((await resolve('processor-group', { note: 'Fine' })).message).toMatch(/You handled check/)
    expect((await resolve('everyone', {})).status).toBe(422)
    expect((await resolve('everyone', { owner_id: world.ids.people.everyone })).data).toMatchObject({
      owner: { name: 'everyone Tester' },
      resolution: null,
    })
    expect((await resolve('everyone', { note: 'The bank corrects it' })).data).toMatchObject({
      resolution: 'The bank corrects it',
      resolved_by: { name: 'everyone Tester' },
    })
    expect((await resolve('everyone', { note: 'Again' })).status).toBe(409)
    const admin = await (await world.as('admin-group', 'admin')).call(endpoints.listExceptions, { query })
    expect(new Set(admin.data.map(({ refusal }) => refusal))).toEqual(
      new Set(['Your role can’t reconcile the account “Operating”.']),
    )
    const left = await (await processor()).call(endpoints.listExceptions, { query })
    expect(left.data).toHaveLength(open.data.length - 1)
  })

  test('reads whole amounts as cents if several then match the register', async () => {
    const [one, two] = [
      await handedOver(world, account, await approved(world, { amount: 10 })),
      await handedOver(world, account, await approved(world, { amount: 20 })),
    ]
    const day = (await (await processor()).call(checkEndpoints.one, { params: { id: one.id } })).data.issued_on
    const text = (...lines: string[]) => ['Serial;Posted;Amt', ...lines].join('\n')
    const both = await look(text(`${one.number};${day};1000`, `${two.number};${day};2000`))
    expect(both.data).toMatchObject({ matched: { count: 2, total: 30 }, doubtful: { count: 0 } })
    // A single amount could have been raised by two zeros.
    const raised = await look(text(`${one.number};${day};1000`))
    expect(raised.data).toMatchObject({ matched: { count: 0 }, exceptions: [{ kind: 'amount differs' }] })
  })

  test('makes exceptions of payments after tomorrow', async () => {
    // The test clock starts on November 20, 2026.
    const dated = async (day: string) => (await look(['Check,Amount,Date', `999777,40.00,${day}`].join('\n'))).data
    expect((await dated('2026-11-21')).exceptions).toMatchObject([{ kind: 'out of sequence' }])
    const future = await look('Check,Amount,Date\n1002,20.00,2030-01-05')
    expect(future.data.exceptions).toMatchObject([
      { kind: 'paid on a future day', sentence: expect.stringContaining('Jan 5, 2030') },
    ])
  })

  test('reads bank files with the columns that a reconciling user has chosen', async () => {
    const params = { id: account.id }
    const save = async (name: PersonName, role: 'processor' | 'approver', body: object) =>
      (await world.as(name, role)).call(endpoints.saveClearingColumns, { params, body: body as never })
    const before = (await (await processor()).call(endpoints.forms, { params })).data
    const saved = await save('everyone', 'processor', {
      columns: { ...columns, number: 'No' },
      version: before.version,
    })
    expect(saved.data).toMatchObject({
      clearing_columns: { number: 'No', checks: 'with a number' },
      positive_pay_template: common?.template,
      version: before.version + 1,
    })
    expect((await look('No,Amount,Date\n999777,1.00,2026-11-20')).data.exceptions).toMatchObject([{ number: 999_777 }])
    expect((await save('everyone', 'processor', { columns, version: before.version })).status).toBe(409)
    const refused = await save('approver-group', 'approver', { columns })
    expect([refused.status, refused.message]).toEqual([403, 'Your role can’t reconcile the account “Operating”.'])
    expect((await save('processor-eastside', 'processor', { columns })).status).toBe(404)
    const number = await save('everyone', 'processor', { columns: { ...columns, number: '83920174655' } })
    expect([number.status, number.body.error.fields]).toEqual([
      422,
      { columns: 'A column has the account number as its name. Choose that column by its number instead.' },
    ])
    expect((await save('everyone', 'processor', { columns })).status).toBe(200)
  })

  const ofx = (name: string, ...payments: string[]) =>
    `<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>${name}</BANKACCTFROM>${payments.join('')}</STMTRS></OFX>`
  const paid = (number: number, amount: string, date: string, payee: string) =>
    `<STMTTRN><TRNTYPE>CHECK<DTPOSTED>${date}<TRNAMT>-${amount}<FITID>${number}<CHECKNUM>${number}<NAME>${payee}</STMTTRN>`

  test('reads files by the profile of the bank, and by their content without one', async () => {
    const check = await handedOver(world, account, await approved(world, { amount: 55 }))
    const { data } = await (await processor()).call(checkEndpoints.one, { params: { id: check.id } })
    const day = data.issued_on ?? ''
    const file = ofx(secretNumber, paid(check.number, '55.00', day.replaceAll('-', ''), 'OTHER PAYEE INC'))
    expect((await look(file)).data).toMatchObject({ format: 'OFX', matched: { count: 1, total: 55 } })
    const params = { id: account.id }
    const save = async (profile: object | null, name: PersonName = 'everyone') =>
      (await processor(name)).call(endpoints.saveClearingProfile, { params, body: { profile } as never })
    const saved = await save({ csv: columns, ofx: { has_payees: true } })
    expect(saved.data).toMatchObject({
      clearing_columns: { number: 'Check' },
      clearing_profile: { format: null, csv: { number: 'Check' }, bai2: null, ofx: { has_payees: true } },
    })
    expect((await look(file)).data.exceptions).toMatchObject([{ kind: 'payee differs', number: check.number }])
    expect((await save({ csv: columns }, 'processor-eastside')).status).toBe(404)
    expect((await save(null)).data).toMatchObject({
      clearing_columns: null,
      clearing_profile: { csv: null, ofx: null },
    })
    const list = `Date,Check Number,Description,Amount\n${day},${check.number},CHECK,-55.00\n${day},7,DEPOSIT,9.00\n${day},88123,TRACE,-4.00`
    const guessed = await look(list)
    expect(guessed.data).toMatchObject({
      matched: { count: 1, total: 55 },
      not_ours: { count: 1, total: 4 },
      left_out: { count: 1, lines: [{ line: 3 }] },
      sample: [
        { line: 2, text: `${day} ${check.number} CHECK -55.00`, check: { number: check.number, amount: 55 } },
        {},
      ],
      notes: [{ message: expect.stringMatching(/^The columns were guessed/) }],
    })
    expect((await write(guessed.data.id)).data).toMatchObject({ cleared: 1, exceptions: 0 })
    // The same payment from a file in another format is no second payment.
    expect((await look(file)).data).toMatchObject({ repeated: 1, exceptions: [], matched: { count: 0 } })
    expect((await state()).files[0]?.notes.map(({ message }) => message)).toContain(
      'Payments whose numbers aren’t in the register: 1.',
    )
    await save({ csv: columns })
  })

  test('reads only the lines of the account, under each name that two admins gave it', async () => {
    const other = await openAccount(world, { name: 'Parts', account_number: '55500012345' })
    const rows = [
      'Account,Check,Amount,Date',
      `${secretNumber},999555,1.00,2026-11-20`,
      '55500012345,999556,2.00,2026-11-20',
    ]
    const both = (await look([...rows, '99999,5,3.00,2026-11-20'].join('\n'))).data
    expect(both.exceptions).toMatchObject([{ number: 999_555 }])
    expect(both.other_accounts).toEqual([
      { last4: '2345', lines: 1, bank_account: { id: other.id, name: 'Parts' } },
      { last4: '9999', lines: 1, bank_account: null },
    ])
    const file = ofx(`${secretNumber}~7`, paid(999_557, '1.00', '20261120', 'X'))
    expect((await look(file)).data.problems).toMatchObject([{ message: expect.stringMatching(/Names at the Bank/) }])
    const params = { id: account.id }
    const admin = await world.as('admin-group', 'admin')
    const names = async () => (await admin.call(endpoints.forms, { params })).data.bank_names
    await admin.call(endpoints.saveForms, { params, body: { bank_names: [`${secretNumber}~7`] } })
    expect(await names()).toEqual([])
    await confirmControls(world)
    expect(await names()).toEqual(['…4655~7'])
    expect((await look(file)).data).toMatchObject({ problems: [], unknown: { count: 1, total: 1 } })
    const changes = await world.database.read.selectFrom('control_changes').selectAll().execute()
    expect(JSON.stringify(changes)).not.toContain(secretNumber)
  })

  test('reports the problem lines of an invalid file, and stores nothing', async () => {
    const wrong = await look('Check,Amount,Date\n1001,ten,2026-11-20')
    expect(wrong.data.id).toBeNull()
    expect(wrong.data.problems).toMatchObject([{ line: 2 }])
    expect((await look('')).data.problems[0]?.message).toMatch(/empty/)
  })
  const many = byProfile({ gate: 6_000, nightly: 40_000 })
  test('processes a large file without blocking other calls, and shows the first lines (L1)', async () => {
    const lines = Array.from({ length: many }, (_, at) => `${2_000_000 + at},${(at % 900) + 1}.25,2026-11-20`)
    const other = await processor('processor-eastside')
    const answeredDuring = async <Reply>(work: Promise<Reply>) => {
      const going = { on: true }
      const done = work.finally(() => {
        going.on = false
      })
      let answered = 0
      for (; going.on; answered += 1) {
        expect((await other.call(checkRequestEndpoints.list)).status).toBe(200)
        await nextTurn()
      }
      return { reply: await done, answered }
    }
    const preview = await answeredDuring(look(['Check,Amount,Date', ...lines].join('\n')))
    expect(preview.reply.data).toMatchObject({ unknown: { count: many }, doubtful: { count: 0 }, problems: [] })
    expect(preview.reply.data.exceptions).toHaveLength(500)
    expect(preview.answered).toBeGreaterThan(10)
    const written = await answeredDuring(write(preview.reply.data.id))
    expect(written.reply.data).toEqual({ cleared: 0, exceptions: many, repeated: 0 })
    expect(written.answered).toBeGreaterThan(10)
    const everyone = await processor('everyone')
    const query = { bank_account_id: account.id, state: 'open' } as const
    const before = process.cpuUsage()
    expect((await everyone.call(endpoints.listExceptions, { query })).data.length).toBe(200)
    const milliseconds = process.cpuUsage(before).user / 1000
    expect(milliseconds).toBeLessThan(60)
  })
})

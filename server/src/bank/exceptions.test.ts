import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { bankReportEndpoints } from '@check-requests/domain/bank/reports/endpoints.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { webhookEndpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { webhookBody } from '@check-requests/domain/notices/webhooks/events.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sendWebhooks } from '../notices/webhooks/commands/send.ts'
import { approved, handedOver, openAccount } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { formOf } from '../testing/documents.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { readPdf } from '../testing/pdf-reading.ts'
import { unzip } from '../testing/unzip.ts'
import { Receiver } from '../testing/webhook-receiver.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onOneDatabase('payments that differ from their checks on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    const publicUrl = new URL('https://checks.example.com')
    world = await startWorld(kind, { config: { allowedNetworks: ['127.0.0.1/32'], publicUrl } })
    account = await openAccount(world)
    const columns = {
      has_names: true,
      number: 'Check',
      amount: 'Amount',
      date: 'Date',
      date_form: 'YYYY-MM-DD',
    } as const
    const body = { clearing_columns: { ...columns, payee: 'Payee' } }
    await (await world.as('admin-group', 'admin')).call(endpoints.saveForms, { params: { id: account.id }, body })
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const processor = (name: PersonName = 'everyone') => world.as(name, 'processor')

  /** Confirms a file with these lines, and returns the open exceptions by payment number. */
  async function pay(...lines: string[]) {
    const { body, headers } = await formOf({
      name: 'bank.csv',
      content: Buffer.from(['Check,Amount,Date,Payee', ...lines].join('\n')),
    })
    const params = { id: account.id }
    const caller = await processor()
    const look = await caller.with(headers).call(endpoints.previewClearing, { params, body: body as never })
    await caller.call(endpoints.confirmClearing, { params: { ...params, file: look.data.id ?? 0 }, body: {} })
    return exceptions('open')
  }

  async function exceptions(state: 'open' | 'resolved') {
    const query = { bank_account_id: account.id, state }
    const { data } = await (await processor()).call(endpoints.listExceptions, { query })
    return new Map(data.map((exception) => [exception.number, exception]))
  }

  async function mailed(amount: number) {
    const check = await handedOver(world, account, await approved(world, { amount }))
    return { ...check, day: (await one(check.id)).issued_on ?? '' }
  }

  const one = async (id: number) => (await (await processor()).call(checkEndpoints.one, { params: { id } })).data
  const resolve = async (id: number | undefined, body: object, name?: PersonName) =>
    (await processor(name)).call(endpoints.resolveException, { params: { id: id ?? 0 }, body })
  const balance = async (as_of: string) =>
    (
      await (
        await processor()
      ).call(bankReportEndpoints.reconciliation, { params: { id: account.id }, query: { as_of } })
    ).data

  test('clears the check when a user accepts the bank’s amount', async () => {
    const [more, other, out] = [await mailed(100), await mailed(200), await mailed(300)]
    const { day } = more
    const open = await pay(`${more.number},125.50,${day},`, `${other.number},200.00,${day},Someone Else Inc`)
    const [differs, payee] = [open.get(more.number), open.get(other.number)]
    expect([differs?.kind, payee?.kind]).toEqual(['amount differs', 'payee differs'])
    expect(differs).toMatchObject({ may_stand: true, stands: false, amount: 125.5, check: { amount: 100 } })
    expect(await balance(day)).toMatchObject({
      outstanding: { count: 3, amount: 600 },
      cleared: { count: 0 },
      unmatched: { count: 2, amount: 325.5 },
      difference: 0,
    })

    expect((await resolve(differs?.id, { bank_stands: true })).body.error.fields).toEqual({
      note: 'Enter the resolution or the person to assign.',
    })
    expect(
      (await resolve(differs?.id, { bank_stands: true, owner_id: world.ids.people.everyone })).body.error.fields,
    ).toEqual({
      note: 'Enter the resolution.',
    })
    const own = await resolve(differs?.id, { note: 'Fine', bank_stands: true }, 'processor-group')
    expect([own.status, own.message]).toMatchObject([403, expect.stringMatching(/You handled check/)])
    expect(await one(more.id)).toMatchObject({ state: 'issued' })

    const note = 'Our invoice was of $125.50'
    const stood = await resolve(differs?.id, { note, bank_stands: true })
    expect(stood.data).toMatchObject({ stands: true, may_stand: false, resolution: note })
    expect(await one(more.id)).toMatchObject({ state: 'cleared', bank_paid_on: day, amount: 100 })
    expect(await balance(day)).toMatchObject({
      outstanding: { count: 2, amount: 500 },
      cleared: { count: 1, amount: 100 },
      difference: 25.5,
      paid: { count: 1, amount: 125.5 },
      unmatched: { count: 1, amount: 200 },
      unresolved: { count: 1 },
    })

    expect((await balance(day)).differences).toEqual([
      { id: more.id, number: more.number, payee_name: more.payee_name, amount: 100, paid: 125.5, paid_on: day },
    ])
    expect((await balance('2020-01-01')).differences).toEqual([])
    const path = `/api/v1/bank-accounts/${account.id}/reconciliation`
    const query = { as_of: day }
    const paper = await (await processor()).send('GET', `${path}/pdf`, { query })
    const texts = (await readPdf(paper.bytes)).flatMap((page) => page.texts.map(({ text }) => text))
    for (const wanted of [
      'The bank and the register differ by $25.50: accepted payments with a different amount.',
      'Accepted payments with a different amount',
      ...[String(more.number), '$125.50', '$25.50'],
      'This report counts a check as cleared on the day the bank paid it, to match the bank statement.',
    ])
      expect(texts).toContain(wanted)
    const { bytes } = await (await processor()).send('GET', `${path}/xlsx`, { query })
    expect(unzip(bytes, 'xl/sharedStrings.xml')).toContain('Accepted payment above the register amount')
    expect(unzip(bytes, 'xl/worksheets/sheet1.xml')).toContain('<v>25.5</v>')

    // An exception resolved without accepting the bank's amount leaves the check outstanding.
    const settled = await resolve(payee?.id, { note: 'The bank pays it back' })
    expect(settled.data).toMatchObject({ stands: false, may_stand: false })
    expect(await one(other.id)).toMatchObject({ state: 'issued' })
    expect((await exceptions('resolved')).get(more.number)).toMatchObject({ stands: true })
    expect(await one(out.id)).toMatchObject({ state: 'issued' })
  })

  test('accepts a bank amount once for a check that the bank paid', async () => {
    const check = await mailed(70)
    const { day, number } = check
    const open = await pay(`${number},71.00,${day},`, `${number},71.00,${day},`, `990011,5.00,${day},`)
    const unknown = open.get(990_011)
    expect(unknown).toMatchObject({ may_stand: false })
    const refused = await resolve(unknown?.id, { note: 'Ours', bank_stands: true })
    expect([refused.status, refused.message]).toMatchObject([
      409,
      expect.stringMatching(/^A payment can be accepted only if/),
    ])
    const query = { bank_account_id: account.id, state: 'open' } as const
    const { data } = await (await processor()).call(endpoints.listExceptions, { query })
    const of = (wanted: string) => data.find((one) => one.number === number && one.kind === wanted)
    expect(of('cleared twice')).toMatchObject({ may_stand: false })
    expect((await resolve(of('amount differs')?.id, { note: 'Right', bank_stands: true })).status).toBe(200)
    const again = await pay(`${number},72.00,${day},`)
    expect(again.get(number)).toMatchObject({ kind: 'cleared twice', may_stand: false })
  })

  test('calls webhooks once for all the payments of a file that differ', async () => {
    const receiver = await Receiver.start()
    onTestFinished(() => receiver.close())
    const events = ['bank-exception.found' as const]
    for (const format of ['standard', 'slack'] as const) {
      const body = { name: format, url: receiver.url, format, events }
      await (await world.as('admin-group', 'admin')).call(webhookEndpoints.create, { body })
    }
    await confirmControls(world)
    const [one, other] = [await mailed(100), await mailed(200)]
    await pay(`${one.number},125.50,${one.day},`, `${other.number},250.50,${one.day},`)
    await sendWebhooks(world.services)
    const [standard, slack] = receiver.calls.map(({ body }) => body).toSorted((a, b) => b.length - a.length)
    expect(webhookBody.parse(JSON.parse(standard ?? ''))).toMatchObject({
      type: 'bank-exception.found',
      data: { bank_account_id: account.id, bank_account: 'Operating', count: 2, kinds: ['amount differs'] },
    })
    expect(JSON.parse(slack ?? '').text).toMatch(
      /^2 payments on Operating don’t match the check register \(.+\)\. https:\/\/checks\.example\.com\/clearing$/,
    )
    expect([receiver.calls.length, `${standard}${slack}`.includes('125')]).toEqual([2, false])
  })
})

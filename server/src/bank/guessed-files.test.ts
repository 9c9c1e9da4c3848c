import { bankFileEndpoints as endpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretNumber } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { formOf } from '../testing/documents.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startPayments } from '../testing/payments.ts'

onBothDatabases('bank files whose reading is guessed on $name', (kind) => {
  let bank: Awaited<ReturnType<typeof startPayments>>
  beforeAll(async () => {
    bank = await startPayments(kind)
  })
  afterAll(() => bank.end())

  const params = () => ({ id: bank.accountId })
  const profile = async () =>
    (await (await bank.processor()).call(endpoints.forms, { params: params() })).data.clearing_profile
  const forget = async () =>
    (await bank.processor()).call(endpoints.saveClearingProfile, { params: params(), body: { profile: null } })

  async function look(text: string) {
    const { body, headers } = await formOf({ name: 'bank.txt', content: Buffer.from(text) })
    const caller = (await bank.processor()).with(headers)
    return (await caller.call(endpoints.previewClearing, { params: params(), body: body as never })).data
  }
  const bai2 = (day: string, ...records: string[]) => {
    const date = day.slice(2).replaceAll('-', '')
    const head = [`01,021200025,H,${date},0600,1,80,,2/`, `02,H,021200025,1,${date},,USD,2/`, `03,${secretNumber},USD/`]
    return [...head, ...records, '49,,/', '98,,,/', '99,,,/'].join('\n')
  }
  const kindsIn = ({ exceptions }: Awaited<ReturnType<typeof look>>) =>
    exceptions.map(({ number, kind: of }) => [number, of])

  test('reads the field whose numbers the register has, and keeps it when the file is confirmed', async () => {
    const [one, two, three] = [await bank.mailed(410), await bank.mailed(420), await bank.mailed(430)]
    const { number, day } = one
    const text = bai2(day, `16,475,41000,,${number},7012,/`, `16,475,42000,,${two.number},7013,/`)
    const preview = await look(text)
    expect(preview.matched.count).toBe(2)
    expect((await profile()).bai2).toBeNull()
    expect((await bank.confirm(preview.id ?? 0)).data).toEqual({ cleared: 2, exceptions: 0, repeated: 0 })
    expect((await profile()).bai2).toMatchObject({ number_in: 'bank reference', check_codes: ['474', '475'] })
    const later = await look(bai2(day, `16,475,43000,,${three.number},7014,/`, '16,475,900,,,7015,/'))
    expect([later.matched.count, kindsIn(later)]).toEqual([1, [[null, 'unknown number']]])
    await forget()
  })

  test('accuses nobody by a number that isn’t in the field for it', async () => {
    const { day } = await bank.mailed(440)
    expect(kindsIn(await look(bai2(day, '16,475,44000,,52003,,/')))).toEqual([[null, 'unknown number']])
    const stated = await look(bai2(day, '16,475,44000,,52003,8888,/'))
    expect(kindsIn(stated)).toEqual([[8888, 'out of sequence']])
    expect((await bank.confirm(stated.id ?? 0)).data).toMatchObject({ exceptions: 1 })
    expect((await profile()).bai2).toBeNull()
  })

  test('keeps the sign of the paid checks in OFX files', async () => {
    const [one, two] = [await bank.mailed(450), await bank.mailed(460)]
    const ofx = (...lines: (readonly [number: number, amount: string])[]) =>
      `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>${secretNumber}</BANKACCTFROM><BANKTRANLIST>${lines
        .map(
          ([number, amount], at) =>
            `<STMTTRN><TRNTYPE>CHECK<DTPOSTED>${one.day.replaceAll('-', '')}<TRNAMT>${amount}<FITID>${number}/${at}/${amount}<CHECKNUM>${number}</STMTTRN>`,
        )
        .join('\n')}</BANKTRANLIST></STMTRS></OFX>`
    const paid = await look(ofx([one.number, '-450.00'], [two.number, '-460.00']))
    expect((await bank.confirm(paid.id ?? 0)).data).toMatchObject({ cleared: 2 })
    expect((await profile()).ofx).toMatchObject({ paid_sign: 'minus' })
    const back = await look(ofx([one.number, '450.00'], [two.number, '460.00']))
    expect(kindsIn(back).map(([, of]) => of)).toEqual(['taken back by the bank', 'taken back by the bank'])
    await forget()
  })

  test('opens an exception for a check that was posted and returned after it was cleared', async () => {
    const check = await bank.mailed(470)
    await bank.pay([check.number, 47_000, check.day])
    const returned = `16,255,47000,0,,${check.number},CHECK POSTED AND RETURNED/`
    const preview = await look(bai2(check.day, returned))
    expect((await bank.confirm(preview.id ?? 0)).data).toEqual({ cleared: 0, exceptions: 1, repeated: 0 })
    expect(await bank.exception(check.number)).toMatchObject([{ kind: 'taken back by the bank', may_stand: true }])
  })

  test('refuses lines that reported checks to the bank, in any order and from several files', async () => {
    // Files in shipped layouts are recognized without a comparison.
    const [shipped] = shippedTemplates
    const record = shipped?.template.record.filter(({ source }) => source !== 'status')
    const template = Object.assign({}, shipped?.template, { header: [], record, voids: 'not told' })
    const admin = await bank.world.as('admin-group', 'admin')
    await admin.call(endpoints.saveForms, { params: params(), body: { positive_pay_template: template } })
    await confirmControls(bank.world)
    const caller = await bank.world.as('processor-group', 'processor')
    const reported = async (...amounts: number[]) => {
      const numbers: number[] = []
      for (const amount of amounts) numbers.push((await bank.mailed(amount)).number)
      const { data } = await caller.call(endpoints.makePositivePay, { params: params(), body: {} })
      const { text } = await caller.send('GET', `/api/v1/positive-pay/${data.id}/file`)
      return text.split('\r\n').filter((line) => numbers.some((number) => line.includes(`${number}`)))
    }
    const lines = [...(await reported(480, 490)), ...(await reported(500))]
    expect(lines.length).toBe(3)
    const again = lines.toReversed().join('\n')
    expect(await look(again)).toBeUndefined()
    const changed = await look(again.replaceAll('490', '491'))
    expect(changed.problems).toEqual([])
    expect(changed.matched.count).toBe(2)
  })
})

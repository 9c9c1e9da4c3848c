import { bankFileEndpoints as bankFiles } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved } from '../../testing/checks.ts'
import { confirmControls } from '../../testing/controls.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { startPayments } from '../../testing/payments.ts'
import { textsOf } from '../../testing/pdf-text.ts'
import { move } from '../../testing/requests.ts'

const second = 'processor-super'

onOneDatabase('case files with payments of the bank (database: $name)', (kind) => {
  let bank: Awaited<ReturnType<typeof startPayments>>
  beforeAll(async () => {
    bank = await startPayments(kind)
  })
  afterAll(() => bank.end())

  const processor = () => bank.processor('processor-group')

  /** The case file of a request as text, without the blanks that lines are wrapped at. */
  async function caseFile(id: number): Promise<string> {
    const admin = await bank.world.as('admin-group', 'admin')
    const { bytes } = await admin.send('GET', `/api/v1/check-requests/${id}/case-file`)
    return (await textsOf(bytes)).flat().join('').replaceAll(' ', '')
  }
  const expectIn = (text: string, parts: readonly string[]) => {
    for (const part of parts) expect(text).toContain(part.replaceAll(' ', ''))
  }

  test('tells one check of several requests in each of their case files, and reports and clears it once', async () => {
    const params = { id: bank.accountId }
    const forms = { positive_pay_template: shippedTemplates[0]?.template ?? null }
    await (await bank.world.as('admin-group', 'admin')).call(bankFiles.saveForms, { params, body: forms })
    await confirmControls(bank.world)
    const payee = { payee_name_1: 'Dane County Glass' }
    const requests = [
      await approved(bank.world, { ...payee, amount: 600.1 }),
      await approved(bank.world, { ...payee, amount: 700.2 }),
    ]
    const client = await processor()
    const body = { bank_account_id: bank.accountId, combine: [requests.map(({ id }) => id)] }
    const { data: run } = await client.call(printRunEndpoints.make, { body })
    await client.call(printRunEndpoints.confirm, { params: { id: run.id }, body: {} })
    const [{ id = 0, number = 0 } = {}] = run.checks
    await (await bank.world.as('approver-super', 'approver')).call(checkEndpoints.sign, { body: { check_ids: [id] } })

    const { data: file } = await client.call(bankFiles.makePositivePay, { params, body: {} })
    expect(file).toMatchObject({ count: 1, total: 1300.3 })
    const sent = await client.send('GET', `/api/v1/positive-pay/${file.id}/file`)
    const lines = sent.text.split('\r\n').filter((line) => line.startsWith('Issue,'))
    expect(lines).toEqual([expect.stringMatching(new RegExp(`,${number},.*,1300\\.30,Dane County Glass$`))])

    await move(client, requests[0]?.id ?? 0, 6)
    await client.call(checkEndpoints.handOver, { params: { id }, body: { kind: 'mailed' } })
    const day = (await bank.one(id)).issued_on ?? ''
    expect(await bank.pay([number, 130_030, day])).toMatchObject({ cleared: 1, exceptions: 0 })
    expect(await bank.one(id)).toMatchObject({ state: 'cleared', bank_paid_on: day })
    const pays = requests.map((one, index) => `${one.request_number}: ${['$600.10', '$700.20'][index]}`).join(', ')
    for (const request of requests) {
      const text = await caseFile(request.id)
      expectIn(text, [
        `Check ${number}`,
        `Pays${pays}`,
        'Positive PayReported to the bank as issued: file 1',
        `ClearedThe bank paid $1,300.30 on ${formatDate(day)}: line`,
      ])
      expect(text.match(/Thebankpaid/g)).toHaveLength(1)
    }

    await bank.unclear(id, 'unclear')
    expect((await bank.unclear(id, 'confirmUnclear', second)).status).toBe(200)
    for (const request of requests) {
      const text = await caseFile(request.id)
      expectIn(text, [
        'StateIssued',
        `Undone PaymentThe bank paid $1,300.30 on ${formatDate(day)}: line 4 of bank.bai. Its clearing was undone.`,
        'Undid its clearing',
        '“The bank paid another check”',
      ])
      expect(text).not.toContain('ClearedThebankpaid')
    }
  })

  test('keeps the payments of an undone file in the case file', async () => {
    const check = await bank.mailed(300)
    const [request] = (await bank.one(check.id)).check_request_ids
    const { file } = await bank.pay([check.number, 30_000, check.day])
    await bank.undo(file, 'undoClearing')
    expect((await bank.undo(file, 'confirmUndoClearing', second)).status).toBe(200)
    const paid = `The bank paid $300.00 on ${formatDate(check.day)}: line 4 of bank.bai`
    const undone = await caseFile(request ?? 0)
    expectIn(undone, [
      'StateIssued',
      `Undone Payment${paid}. ${second} Tester undid the file.`,
      'Undid its clearing',
      '“Read with the wrong columns”',
    ])
    expect(undone).not.toContain('ClearedThebankpaid')
    await bank.pay([check.number, 30_000, check.day])
    expectIn(await caseFile(request ?? 0), [
      'StateCleared',
      `Undone Payment${paid}. ${second} Tester undid the file.`,
      `Cleared${paid}`,
    ])
  })
})

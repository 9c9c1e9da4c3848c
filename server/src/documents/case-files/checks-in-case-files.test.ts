import { bankFileEndpoints as bankFiles } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { checkEndpoints as checks, printRunEndpoints as runs } from '@check-requests/domain/checks/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, openRun, printed, secretNumber } from '../../testing/checks.ts'
import { confirmControls } from '../../testing/controls.ts'
import { addDocument, formOf, pdfOf } from '../../testing/documents.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { readPdf } from '../../testing/pdf-reading.ts'
import { textsOf } from '../../testing/pdf-text.ts'
import { move } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

const template = shippedTemplates[0]?.template ?? null
const columns = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'YYYY-MM-DD' } as const

const withoutBlanks = (text: string) => text.replaceAll(' ', '')

onOneDatabase('case files with checks (database: $name)', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  /**
   * Creates a request whose first check was spoiled and whose second was handed over and paid for less than its amount.
   */
  async function paidShort(): Promise<number> {
    const account = await openAccount(world, { micr: true })
    const params = { id: account.id }
    const forms = { positive_pay_template: template, clearing_columns: columns }
    await (await world.as('admin-group', 'admin')).call(bankFiles.saveForms, { params, body: forms })
    await confirmControls(world)
    const request = await approved(world, {
      payee_name_1: 'Harbor Glass',
      amount: 1234.56,
      delivery_method_id: 2,
    })
    const processor = await world.as('processor-group', 'processor')
    const jam = { number: 1001, reason: 'Paper jam' }
    const first = await openRun(world, account, [request])
    await processor.call(runs.confirm, { params: { id: first.id }, body: { spoiled: [jam] } })
    const [check] = (await printed(world, account, [request])).checks
    const id = check?.id ?? 0
    await (await world.as('approver-super', 'approver')).call(checks.sign, { body: { check_ids: [id] } })
    const { data: file } = await processor.call(bankFiles.makePositivePay, { params, body: {} })
    const accepted = { answer: 'accepted', count: 1, total: 1234.56 } as const
    await processor.send('GET', `/api/v1/positive-pay/${file.id}/file`)
    await (await world.as('everyone', 'processor')).call(bankFiles.answerPositivePay, {
      params: { id: file.id },
      body: accepted,
    })
    await move(processor, request.id, 6)
    const receipt = {
      kind: 'picked up',
      receiver: 'Ada Lovelace',
      relation: 'Owner',
      identification: 'Passport',
      identification_last4: '4417',
      witness: 'Will Witness',
      signature: [
        [
          [10, 10],
          [500, 290],
        ],
        [[700, 100]],
      ] as [number, number][][],
    } as const
    await processor.call(checks.handOver, { params: { id }, body: receipt })
    await payShort(account.id)
    return request.id
  }

  async function payShort(accountId: number): Promise<void> {
    const content = Buffer.from('Check,Amount,Date\n1002,1000.00,2026-11-24')
    const { body, headers } = await formOf({ name: 'bank.csv', content })
    const other = await world.as('everyone', 'processor')
    const looked = await other
      .with(headers)
      .call(bankFiles.previewClearing, { params: { id: accountId }, body: body as never })
    await other.call(bankFiles.confirmClearing, { params: { id: accountId, file: looked.data.id ?? 0 }, body: {} })
    const { data } = await other.call(bankFiles.listExceptions, { query: { bank_account_id: accountId } })
    const note = 'The bank has paid the rest'
    const resolved = await other.call(bankFiles.resolveException, {
      params: { id: data[0]?.id ?? 0 },
      body: { note },
    })
    expect(resolved.status).toBe(200)
  }

  test('shows the history and the front of every check in the case file', async () => {
    const id = await paidShort()
    await addDocument(
      await world.as('requester-group'),
      { request: id },
      {
        name: 'invoice.pdf',
        content: await pdfOf('Invoice 4711', 1),
      },
    )
    const file = await (await world.as('admin-group', 'admin')).send('GET', `/api/v1/check-requests/${id}/case-file`)
    expect(file.status).toBe(200)
    const pages = await textsOf(file.bytes)
    const own = pages.filter((texts) => texts.some((one) => one.includes(' · made '))).length
    // Long texts are wrapped without the space at the end of each line.
    const all = withoutBlanks(pages.slice(0, own).flat().join(''))
    for (const part of [
      'Check 1001StateSpoiled',
      'ReasonPaper jam',
      'Replaced ByCheck 1002',
      'Marked its paper as spoiled',
      'Check 1002',
      'ReplacesCheck 1001',
      'Amount$1,234.56',
      'AccountOperating',
      'Print RunMade by processor-group Tester',
      'Signed Byapprover-super Tester',
      'Handed OverPicked up, ',
      'Received ByAda Lovelace',
      'Relation to the PayeeOwner',
      'Identified ByPassport, ending in 4417',
      'WitnessWill Witness',
      'Signature',
      'Positive PayReported to the bank as issued: file 1 by processor-group Tester',
      'The bank accepted it (recorded by everyone Tester',
      'Resolved by everyone Tester',
      '“The bank has paid the rest”',
      'Confirmed that it printed correctly',
      'Signed it',
      'Handed it over',
      'COPY - NON-NEGOTIABLE, as printed, without the MICR line',
      `Page ${own + 1} of this file`,
      `Page ${own + 2} of this file`,
      `Page ${own + 3} of this file`,
    ])
      expect(all).toContain(withoutBlanks(part))
    // The last page ends with the hash of the audit trail.
    expect(all.lastIndexOf('AuditTrail')).toBeGreaterThan(all.lastIndexOf('invoice.pdf'))
    const [face, otherFace] = (await readPdf(file.bytes)).slice(own)
    for (const page of [face, otherFace]) {
      const texts = page?.texts.map(({ text }) => text).join(' ')
      expect(texts).toContain('COPY - NON-NEGOTIABLE')
      expect(texts).toContain('Harbor Glass')
      expect(page?.shapes).toEqual([])
    }
    expect(pages.flat().join(' ')).not.toContain(secretNumber)
    const ofRequester = await (await world.as('requester-group')).send('GET', `/api/v1/check-requests/${id}/case-file`)
    const shown = (await textsOf(ofRequester.bytes)).flat().join('')
    expect(shown).toContain('Case File')
    expect(shown).not.toContain('Passport')
    expect(shown).not.toContain('COPY')
  })
})

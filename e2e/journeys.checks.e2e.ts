import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { shippedTemplates } from '../domain/src/bank/positive-pay/shipped.ts'
import type { ReconciliationReply } from '../domain/src/bank/reports/endpoints.ts'
import type { CheckReply } from '../domain/src/checks/replies.ts'
import { dialogOf, questionOf } from './support/administration.ts'
import { boxOf, selectionBar } from './support/bulk.ts'
import { addCheckGroup, type CheckGroup } from './support/drawn-checks.ts'
import { signWithMouse } from './support/hand-over.ts'
import { rowsOf } from './support/lists.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { part, type Raised } from './support/requests.ts'
import { test } from './support/test.ts'

const amounts = [1000, 250.5, 99.95, 4200, 17.25, 640, 3100.1, 75, 812.4, 505]
const total = '$10,700.20'

/** Ten requests to ten payees, on an account whose bank compares checks. */
async function tenApproved(group: CheckGroup): Promise<Raised[]> {
  const admin = await group.as('admin')
  const path = `/bank-accounts/${group.account.id}/files`
  const { version } = await admin.call<{ version: number }>('GET', path)
  const columns = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'YYYY-MM-DD' }
  const forms = { positive_pay_template: shippedTemplates[0]?.template, clearing_columns: columns, version }
  await admin.call('PUT', path, forms)
  const raised: Raised[] = []
  for (const [index, amount] of amounts.entries())
    raised.push(await group.approved({ amount, payee_name_1: `Payee ${index}`, po_purchase_no: `PO-${index}` }))
  return raised
}

/** Reserves numbers for all waiting requests, and opens the file with the checks. */
async function printAll(page: Page, heading: string): Promise<void> {
  await page.goto('/print-checks')
  await part(page, 'Approved Requests').getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Reserve Numbers and Print' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  const [tab, pdf] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse('**/print-runs/*/pdf'),
    page.getByRole('button', { name: 'Open the Checks' }).press('Enter'),
  ])
  expect(pdf.status()).toBe(200)
  await tab.close()
  await expect(page.getByRole('button', { name: 'Reopen the Checks' })).toBeVisible()
}

async function allRight(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'All Correct' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'All Correct' }).press('Enter')
  await expect(part(page, 'Print Result')).toContainText('The check printed correctly.')
}

async function checksOf(group: CheckGroup, state: 'signed' | 'issued'): Promise<CheckReply[]> {
  const clerk = await group.as('clerk')
  const path = `/checks?bank_account_id=${group.account.id}&state=${state}`
  return (await clerk.call<{ items: CheckReply[] }>('GET', path)).items.toReversed()
}

async function openHandOver(page: Page, { id, number }: CheckReply): Promise<Locator> {
  await page.goto(`/checks/${id}`)
  await page.getByRole('button', { name: 'Hand Over' }).press('Enter')
  return dialogOf(page, `Hand Over Check ${number}`)
}

async function mail(page: Page, check: CheckReply): Promise<void> {
  const dialog = await openHandOver(page, check)
  await dialog.getByRole('radio', { name: 'Mailed' }).check()
  await dialog.getByLabel('Tracking number').fill(`9400 ${check.number}`)
  await dialog.getByRole('button', { name: 'Record as Mailed' }).press('Enter')
  await expect(part(page, 'Handover')).toContainText(`9400 ${check.number}`)
}

async function pickUp(page: Page, check: CheckReply): Promise<void> {
  const dialog = await openHandOver(page, check)
  await dialog.getByLabel(/^Recipient/).fill('Otto Owner')
  await dialog.getByRole('combobox', { name: 'Identified by' }).selectOption("Driver's license")
  await dialog.getByLabel('Last Four Characters of the ID').fill('4711')
  await signWithMouse(page, dialog)
  await dialog.getByRole('button', { name: 'Hand Over', exact: true }).press('Enter')
  await expect(part(page, 'Handover')).toContainText('Otto Owner')
}

/** Reports the ten checks to the bank, and records that it accepted them all. */
async function tellBank(page: Page): Promise<void> {
  await page.goto('/positive-pay')
  const waiting = part(page, 'Not Reported to the Bank')
  await expect(waiting).toContainText(`Not reported to the bank yet: 10 signed checks totaling ${total}.`)
  await waiting.getByRole('button', { name: 'Create File' }).press('Enter')
  await questionOf(page, 'Create file 1?').getByRole('button', { name: 'Create File' }).press('Enter')
  await expect(rowsOf(page).first()).toContainText('10 rows')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download file 1' }).press('Enter')
  const lines = readFileSync(await (await saved).path(), 'latin1').split('\r\n')
  expect(lines.filter((line) => line.startsWith('Issue,'))).toHaveLength(10)
  await page.getByRole('button', { name: 'Bank Response to File 1' }).press('Enter')
  const answer = dialogOf(page, 'Bank Response to File 1')
  await answer.getByLabel('The bank accepted the file').check()
  await answer.getByLabel(/^Rows Counted by the Bank/).fill('10')
  await answer.getByLabel(/^Issue Total/).fill('10700.20')
  await answer.getByRole('button', { name: 'Record Acceptance' }).press('Enter')
  await expect(rowsOf(page)).toHaveText([/Accepted, recorded .* by Carl Clerk/])
}

test('takes ten checks from Approved to cleared in a day, with a misprint, a void, and an exception', async ({
  page: _,
  request,
  openAs,
}) => {
  test.setTimeout(180_000)
  const group = await addCheckGroup(request, { positive_pay: 'checks' })
  const requests = await tenApproved(group)

  // The printer prints ten; the fourth sheet jams and is printed again.
  const printer = await openAs(group.people.printer)
  await printAll(printer, 'Print Run, numbers 1001 to 1010')
  await printer.getByRole('button', { name: 'Some Are Spoiled' }).press('Enter')
  await printer.getByRole('checkbox', { name: 'Sheet 1004 is spoiled' }).check()
  await printer.getByLabel('Problem with Sheet 1004').fill('Paper jam')
  await printer.getByRole('button', { name: '9 Correct, 1 Spoiled' }).press('Enter')
  await expect(part(printer, 'Print Result')).toContainText('9 checks printed correctly, and 1 is spoiled.')
  await printAll(printer, 'Print Run, number 1011')
  await allRight(printer)

  // The clerk voids the second one before it is signed; it is reissued.
  const clerk = await openAs(group.people.clerk, '/checks')
  await clerk.getByRole('link', { name: '1002', exact: true }).press('Enter')
  await clerk.getByRole('button', { name: 'Void' }).press('Enter')
  const voiding = dialogOf(clerk, 'Void Check 1002')
  await voiding.getByLabel(/^Why is this check voided/).fill('A coffee stain')
  await voiding.getByRole('radio', { name: /^Reissue/ }).check()
  await voiding.getByRole('button', { name: 'Void Check' }).press('Enter')
  await expect(noticeOf(clerk, 'Check voided')).toBeVisible()
  await printAll(printer, 'Print Run, number 1012')
  await allRight(printer)

  const approver = await openAs(group.people.approver, '/sign-checks')
  await approver.getByRole('checkbox', { name: 'Select all shown' }).first().check()
  await expect(approver.getByRole('region', { name: 'Chosen checks' })).toContainText(`10 checks, ${total}`)
  await approver.getByRole('button', { name: 'Confirm Signatures' }).press('Enter')
  await expectNotice(approver, 'Signatures confirmed', '10 checks are signed.')

  await tellBank(clerk)
  await clerk.goto('/check-requests-processing')
  for (const one of requests) await boxOf(clerk, one).check()
  await selectionBar(clerk).getByRole('button', { name: 'Mark as Ready', exact: true }).press('Enter')
  await clerk.getByRole('button', { name: `Mark 10 requests as Ready, ${total}`, exact: true }).press('Enter')
  await expect(clerk.getByRole('dialog', { name: '10 requests updated' })).toBeVisible()

  const [first, ...others] = await checksOf(group, 'signed')
  if (!first) throw new Error('Nothing is signed')
  await pickUp(clerk, first)
  for (const check of others) await mail(clerk, check)

  // The bank has paid all of them, one with a wrong amount.
  const issued = await checksOf(group, 'issued')
  const paid = issued.map(({ number, amount, issued_on }) => {
    const cents = Math.round(amount * 100) + (number === 1010 ? 1000 : 0)
    return `${number},${(cents / 100).toFixed(2)},${issued_on}`
  })
  const controller = await openAs(group.people.controller, '/clearing')
  const buffer = Buffer.from(['Check,Amount,Date', ...paid].join('\r\n'))
  await controller
    .getByLabel('Bank file', { exact: true })
    .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer })
  await part(controller, 'Contents of day.csv').getByRole('button', { name: 'Confirm File' }).press('Enter')
  await expectNotice(controller, 'File confirmed', '9 checks cleared and 1 exception opened.')
  await controller.getByRole('button', { name: 'Resolve: check 1010' }).press('Enter')
  const resolving = dialogOf(controller, 'Resolve Exception for Check 1010')
  await expect(resolving).toContainText('The bank paid $515.00 for check 1010, which is for $505.00.')
  await resolving.getByLabel('The bank’s amount of $515.00 is accepted: the check clears').check()
  await resolving.getByLabel(/^Resolution/).fill('The invoice was over $515.00')
  await resolving.getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
  await expect(noticeOf(controller, 'Exception resolved')).toBeVisible()

  // At the end of the day, every number has its row, and book, bank, and register agree.
  await controller.goto('/checks')
  await expect(controller.getByRole('list', { name: 'Totals' }).getByRole('button')).toHaveText([
    `Cleared: 10${total}`,
    'Spoiled: 1$4,200.00',
    'Void: 1$250.50',
  ])
  await expect(controller.getByRole('list', { name: 'Numbers' })).toHaveText(
    'Operating: numbers 1001 to 1012, 12 numbers used, 12 rows, 0 gaps.',
  )
  const path = `/bank-accounts/${group.account.id}/reconciliation?as_of=${issued[0]?.issued_on}`
  const balance = await (await group.as('controller')).call<ReconciliationReply>('GET', path)
  expect(balance).toMatchObject({
    issued: { count: 10, amount: 10_700.2 },
    voided: { count: 0 },
    book: { count: 10, amount: 10_700.2 },
    cleared: { count: 10, amount: 10_700.2 },
    outstanding: { count: 0, amount: 0 },
    paid: { count: 10, amount: 10_710.2 },
    difference: 10,
    unmatched: { count: 0, amount: 0 },
  })
})

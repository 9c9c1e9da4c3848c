import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { shippedTemplates } from '../domain/src/bank/positive-pay/shipped.ts'
import type { CheckReply } from '../domain/src/checks/replies.ts'
import type { ControlChange } from '../domain/src/people/controls/endpoints.ts'
import { dialogOf, questionOf } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { addCheckGroup, type CheckGroup } from './support/drawn-checks.ts'
import { rowsOf } from './support/lists.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { menu, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const accountNumber = '83920174655'

async function openScreen(page: Page, email: string): Promise<void> {
  await signIn(page.context(), email)
  await page.goto('/positive-pay')
  await expect(page.getByRole('heading', { name: 'Positive Pay', level: 1 })).toBeVisible()
}

const waiting = (page: Page): Locator => part(page, 'Not Reported to the Bank')

async function makeFile(page: Page, number: number): Promise<void> {
  await waiting(page).getByRole('button', { name: 'Create File' }).press('Enter')
  await questionOf(page, `Create file ${number}?`).getByRole('button', { name: 'Create File' }).press('Enter')
  await expect(rowsOf(page).first()).toContainText(`File ${number}`)
}

async function download(page: Page, number: number): Promise<string> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download file ${number}` }).press('Enter')
  return readFileSync(await (await saved).path(), 'latin1')
}

async function answer(page: Page, number: number): Promise<Locator> {
  await page.getByRole('button', { name: `Bank Response to File ${number}` }).press('Enter')
  return dialogOf(page, `Bank Response to File ${number}`)
}

/** Has an admin change the forms of the account's files, and a second admin confirm the template (decision 174). */
async function setForms(group: CheckGroup, forms: object): Promise<void> {
  await (await group.as('admin')).call('PUT', `/bank-accounts/${group.account.id}/files`, forms)
  await confirmChange(group)
}

async function confirmChange(group: CheckGroup, by: 'admin' | 'second' = 'second'): Promise<void> {
  const confirming = await group.as(by)
  const [{ id = 0, version = 0 } = {}] = await confirming.call<ControlChange[]>('GET', '/control-changes')
  await confirming.call('POST', `/control-changes/${id}/confirm`, { version })
}

/** The common CSV lines for these checks of the register. */
async function linesOf(group: CheckGroup, checks: readonly CheckReply[]): Promise<string[]> {
  const clerk = await group.as('clerk')
  const rows: string[] = []
  for (const { id } of checks) {
    const { number, amount, check_date, payee_name } = await clerk.call<CheckReply>('GET', `/checks/${id}`)
    const [year, month, day] = check_date.split('-')
    rows.push(`Issue,${accountNumber},${number},${month}/${day}/${year},${amount.toFixed(2)},${payee_name}`)
  }
  return ['Status,Account Number,Check Number,Issue Date,Amount,Payee', ...rows, '']
}

test('lets a processor replace a file that the bank refused, and record the bank’s acceptance', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request, { positive_pay: 'checks' })
  const checks = await group.printed(
    { payee_name_1: 'Harbor Glass Works', amount: 1234.5, po_purchase_no: 'PO-1' },
    { payee_name_1: 'Coast Towing and Recovery', amount: 480, po_purchase_no: 'PO-2' },
  )
  const [first] = checks
  await group.sign(...checks)
  await openScreen(page, group.people.clerk)
  await expect(waiting(page)).toContainText('Not reported to the bank yet: 2 signed checks totaling $1,714.50.')
  await expect(waiting(page)).toContainText('The bank compares: numbers and amounts.')
  await expect(waiting(page)).toContainText('Ask an admin to choose it in Bank Accounts.')
  await expect(waiting(page).getByRole('button')).toHaveCount(0)
  await expect(page.getByText('No files have been created yet.')).toBeVisible()

  const admin = await openAs(group.people.admin, '/positive-pay')
  await expect(waiting(admin)).toContainText('Your role can’t reconcile the account “Operating”.')
  await waiting(admin).getByRole('button', { name: 'Choose Format: Operating' }).press('Enter')
  const form = dialogOf(admin, 'Positive-Pay File Format: Operating')
  await expect(form.getByRole('button', { name: /^Common CSV/ })).toBeFocused()
  await expect(form.getByRole('button', { name: /^Chase CSV/ })).toContainText(
    'Source: positivepaymaker.com/formats.md',
  )
  await form.getByRole('button', { name: /^Common CSV/ }).press('Enter')
  await expect(form.getByLabel('Start With')).toBeFocused()
  await expect(part(admin, 'Sample')).toContainText('Issue,12345678901,1234,11/20/2026,1234.56,ACME·PARTS·INC')
  await form.getByRole('button', { name: 'Save Format' }).press('Enter')
  await expectNotice(admin, 'File format saved', 'Waiting for a second admin: Positive-pay template: chosen.')
  await expect(waiting(admin).getByRole('button', { name: 'Choose Format: Operating' })).toBeVisible()
  await confirmChange(group)
  await expect(waiting(admin).getByRole('button', { name: 'File Format: Operating' })).toBeVisible()

  await waiting(page).getByRole('button', { name: 'Create File' }).click()
  const question = questionOf(page, 'Create file 1?')
  await expect(question).toContainText('2 checks, $1,714.50')
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await makeFile(page, 1)
  await expect(rowsOf(page)).toHaveText([
    /2 rows.*\$1,714\.50.*To download.*Created .* by Carl Clerk.*Not downloaded yet/,
  ])
  await expect(waiting(page)).toContainText(
    'All signed checks and voids are in a file. One file is waiting for the bank’s response.',
  )
  const content = await download(page, 1)
  expect(content.split('\r\n')).toEqual(await linesOf(group, checks))
  await expect(rowsOf(page)).toHaveText([/Waiting for the bank.*First downloaded/])
  expect(await download(page, 1)).toBe(content)

  const refusal = await answer(page, 1)
  await refusal.getByLabel('The bank refused the file').check()
  await refusal.getByRole('button', { name: 'Record Refusal' }).press('Enter')
  await expect(refusal.getByText('Enter the reason for the refusal.')).toBeVisible()
  await refusal.getByLabel(/^Reason for the Refusal/).fill('The account number is missing a zero in front')
  await refusal.getByRole('button', { name: 'Record Refusal' }).press('Enter')
  await expect(noticeOf(page, 'Bank response recorded')).toBeVisible()
  await expect(rowsOf(page)).toHaveText([/Refused, recorded .* by Carl Clerk: The account number is missing a zero/])
  await expect(waiting(page)).toContainText('Not reported to the bank yet: 2 signed checks')

  await makeFile(page, 2)
  expect((await download(page, 2)).split('\r\n')).toEqual(await linesOf(group, checks))
  const accepted = await answer(page, 2)
  await accepted.getByLabel('The bank accepted the file').check()
  await accepted.getByLabel(/^Rows Counted by the Bank/).fill('1')
  await accepted.getByLabel(/^Issue Total/).fill('1234.5')
  await page.keyboard.press('Tab')
  const difference =
    /^The file has 2 rows and issues totaling \$1,714\.50, but the bank counted 1 row and \$1,234\.50\./
  await expect(accepted.getByText(difference)).toBeVisible()
  await checkLooks(page, 'positive-pay-answer')
  const sent: string[] = []
  page.on('request', (call) => call.url().endsWith('/answer') && sent.push(call.method()))
  await accepted.getByRole('button', { name: 'Record Acceptance' }).press('Enter')
  await expect(accepted.getByLabel(/^Rows Counted by the Bank/)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await accepted.getByLabel(/^Issue Total/).fill('1714.5')
  await expect(accepted.getByRole('status')).toHaveText('Both numbers match the file.')
  expect(sent).toEqual([])
  await accepted.getByRole('button', { name: 'Record Acceptance' }).press('Enter')
  await expect(rowsOf(page)).toHaveText([/Accepted, recorded .* by Carl Clerk/, /Refused, recorded/])
  await expect(page.getByRole('button', { name: /^Bank Response/ })).toHaveCount(0)

  const stop = { reason: 'Lost', request_status: 'rejected', fee: null }
  await (await group.as('clerk')).call('POST', `/checks/${first?.id}/stop`, stop)
  await expect(waiting(page)).toContainText('Not reported to the bank yet: 1 void totaling $1,234.50.')
  await makeFile(page, 3)
  await expect(rowsOf(page).first()).toHaveText(/File 31 row\$0\.00/)
  await page.getByRole('button', { name: 'Download file 3' }).scrollIntoViewIfNeeded()
  await checkLooks(page, 'positive-pay')
})

test('lets an admin change the template for an account’s next file, and keeps typed values', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request, { positive_pay: 'payees' })
  const admin = await group.as('admin')
  const path = `/bank-accounts/${group.account.id}/files`
  const columns = { has_names: true, number: 'Check', amount: 'Amount', date: 'Paid', date_form: 'YYYY-MM-DD' }
  const common = shippedTemplates[0]?.template
  await setForms(group, { positive_pay_template: common, clearing_columns: columns })
  await group.sign(...(await group.printed({ payee_name_1: 'Harbor Glass Works', amount: 1234.5 })))

  await signIn(page.context(), group.people.admin)
  await page.goto('/admin-bank-accounts')
  await page.getByRole('button', { name: 'Positive-Pay File: Operating' }).press('Enter')
  const form = dialogOf(page, 'Positive-Pay File Format: Operating')
  const sample = form.getByRole('region', { name: 'Sample' })
  await expect(sample).toContainText('Issue,12345678901,1234')
  await checkLooks(page, 'positive-pay-form')
  await form.getByLabel('Start With').selectOption({ index: 3 })
  await expect(sample).toContainText('V11202026')
  const account = form.getByRole('group', { name: 'Account number, column 1 of each check' })
  await account.getByLabel('Length').fill('')
  await form.getByRole('button', { name: 'Save Format' }).press('Enter')
  await expect(account.getByLabel('Length')).toBeFocused()
  await expect(account).toContainText('Enter the number of characters in this column')
  await account.getByLabel('Length').fill('13')

  const other = await group.as('second')
  await other.call('PUT', path, { positive_pay_template: shippedTemplates[1]?.template })
  await confirmChange(group, 'admin')
  await form.getByRole('button', { name: 'Save Format' }).press('Enter')
  await expect(noticeOf(page, 'Couldn’t save the file format')).toBeVisible()
  await expect(form).toContainText(
    'Another user has saved a different format in the meantime. Saving yours replaces it.',
  )
  await expect(account.getByLabel('Length')).toHaveValue('13')
  await form.getByRole('button', { name: 'Save Format' }).press('Enter')
  await expectNotice(page, 'File format saved', 'Waiting for a second admin: Positive-pay template: replaced.')
  await expect(form).toHaveCount(0)
  expect(await admin.call<object>('GET', path)).toMatchObject({ clearing_columns: columns })

  const second = await openAs(group.people.second, '/settings')
  const changes = part(second, 'Changes That Loosen a Control')
  await expect(changes).toContainText('Operating: Positive-pay template: replaced')
  await checkLooks(second, 'settings-controls')
  await changes.getByRole('button', { name: /^Confirm: / }).press('Enter')
  await questionOf(second, 'Confirm this change?').getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(noticeOf(second, 'Change confirmed')).toBeVisible()
  await expect(changes).toHaveCount(0)

  const clerk = await openAs(group.people.clerk, '/positive-pay')
  await clerk.setViewportSize({ width: 360, height: 740 })
  await makeFile(clerk, 1)
  const [line, ...rest] = (await download(clerk, 1)).split('\r\n')
  expect(line).toMatch(/^00839201746550000001001\d{8}0000123450Harbor Glass Works {22}$/)
  expect(rest).toEqual([''])
})

test('leaves out a check that no bank file can contain, and reports the others', async ({ page, request }) => {
  const group = await addCheckGroup(request, { positive_pay: 'payees' })
  const citizens = shippedTemplates.find(({ name }) => name === 'Common CSV')?.template
  const template = citizens && { ...citizens, voids: 'own file' }
  await setForms(group, { positive_pay_template: template })
  const [, second] = await group
    .printed(
      { payee_name_1: 'Омега Кузов', amount: 10, po_purchase_no: 'PO-1' },
      { payee_name_1: 'Coast Towing', amount: 480, po_purchase_no: 'PO-2' },
    )
    .then(async (checks) => {
      await group.sign(...checks)
      return checks
    })
  await openScreen(page, group.people.clerk)
  const left = waiting(page).getByRole('region', { name: 'Left Out' })
  await expect(left).toContainText('1 check can’t be written to a file and will be left out.')
  await expect(left).toContainText(/Check \d+: the payee has “О”.*which bank files can’t contain/)
  await checkLooks(page, 'positive-pay-left-out')
  await makeFile(page, 1)
  await expect(rowsOf(page).first()).toContainText('1 issue')
  expect((await download(page, 1)).split('\r\n')).toEqual(await linesOf(group, second ? [second] : []))
  await expect(left).toBeVisible()
  await expect(waiting(page)).toContainText('Not reported to the bank yet: 1 signed check totaling $10.00.')
})

test('lets two admins set the bank’s server, and shows why a file wasn’t sent', async ({ page, request, openAs }) => {
  const group = await addCheckGroup(request, { positive_pay: 'payees' })
  await setForms(group, { positive_pay_template: shippedTemplates[0]?.template })
  await group.sign(...(await group.printed({ payee_name_1: 'Harbor Glass Works', amount: 1234.5 })))
  await openScreen(page, group.people.admin)
  await waiting(page).getByRole('button', { name: 'Send To: Operating' }).press('Enter')
  const form = dialogOf(page, 'Send Positive-Pay Files To: Operating')
  await form.getByLabel('Server').fill('sftp://bank.example')
  await form.getByLabel('User Name').fill('lakeside')
  await form.getByLabel('Password or Private Key').fill('Sesame-77-Street')
  await form.getByLabel('Host Key Fingerprint').fill(`SHA256:${'A'.repeat(43)}`)
  await form.getByRole('button', { name: 'Save Destination' }).press('Enter')
  await expect(form).toContainText('Enter the server’s name without sftp:// and without a folder.')
  await form.getByLabel('Server').fill('127.0.0.1')
  await form.getByLabel('Port').fill('9')
  await form.getByLabel('Create and Send Files').selectOption({ label: 'Automatically on business days at a set hour' })
  await form.getByLabel('Hour').selectOption({ label: '16:00' })
  await form.getByLabel('Folder with the Bank’s Answers').fill('from bank')
  await form.getByLabel('Include other accounts with the same bank and file format').press('Space')
  await checkLooks(page, 'positive-pay-destination')
  await form.getByRole('button', { name: 'Save Destination' }).press('Enter')
  await expect(noticeOf(page, 'Destination saved')).toBeVisible()

  const second = await openAs(group.people.second, '/settings')
  const changes = part(second, 'Changes That Loosen a Control')
  await expect(changes).toContainText(
    /lakeside@127\.0\.0\.1:9, folder \., host key SHA256:A{43}, on business days at 16:00; .* answers are read from the folder from bank; automatic files include other accounts with the same bank and template/,
  )
  await changes.getByRole('button', { name: /^Confirm: / }).press('Enter')
  await questionOf(second, 'Confirm this change?').getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(noticeOf(second, 'Change confirmed')).toBeVisible()

  const clerk = await openAs(group.people.clerk, '/positive-pay')
  await makeFile(clerk, 1)
  await expect(rowsOf(clerk).first()).toHaveText(/To send.*Will be sent within a minute/)
})

test('shows the positive-pay screen read-only to account users who can’t reconcile the account', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request)
  await signIn(page.context(), group.people.approver)
  await page.goto('/dashboard')
  await menu(page).getByRole('link', { name: 'Positive Pay' }).press('Enter')
  await expect(page).toHaveURL('/positive-pay')
  await expect(waiting(page)).toContainText('Positive pay is off for this account')
  await expect(waiting(page)).toContainText('Your role can’t reconcile the account “Operating”.')
  await expect(waiting(page).getByRole('button')).toHaveCount(0)
  const other = await openAs('everyone@summit.example')
  await expect(menu(other).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(menu(other).getByRole('link', { name: 'Positive Pay' })).toHaveCount(0)
})

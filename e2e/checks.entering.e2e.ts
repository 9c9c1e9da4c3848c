import { expect, type Page } from '@playwright/test'
import { usualTemplate } from '../domain/src/books/journal/template.ts'
import { dialogOf } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { rowsOf } from './support/lists.ts'
import { noticeOf } from './support/notices.ts'
import { part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

async function openRegister(page: Page, email: string): Promise<void> {
  await signIn(page.context(), email)
  await page.goto('/checks')
  await expect(page.getByRole('heading', { name: 'Checks', level: 1 })).toBeVisible()
}

test('lets one user enter handwritten and prior checks, and another user confirm them', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  const written = await group.approved({ payee_name_1: 'Harbor Glass Works', amount: 480 })
  await openRegister(page, group.people.printer)
  await page.getByRole('button', { name: 'Enter Check', exact: true }).press('Enter')
  const dialog = dialogOf(page, 'Enter Check')
  await dialog.getByRole('button', { name: 'Enter Check', exact: true }).press('Enter')
  await expect(dialog.getByText('Choose the request paid by the check.')).toBeVisible()
  await dialog.getByLabel('Request').press('Enter')
  await page.keyboard.type('glass')
  await page.getByRole('option', { name: /Harbor Glass Works/ }).click()
  await dialog.getByLabel(/^Check Number/).fill('1003')
  await checkLooks(page, 'checks-enter')
  await dialog.getByRole('button', { name: 'Enter Check', exact: true }).click()
  await expect(noticeOf(page, 'Check entered')).toBeVisible()
  const waiting = part(page, 'Waiting for a Second Person')
  await expect(waiting).toContainText('$480.00 to Harbor Glass Works')
  await expect(waiting).toContainText('You entered check 1003, so someone else has to confirm it.')
  await expect(waiting.getByRole('button')).toHaveText(['Discard'])
  await expect(rowsOf(page)).toHaveText([/1003.*Waiting for a second person.*Harbor/, /1002.*Spoiled/, /1001.*Spoiled/])

  await page.getByRole('button', { name: 'Enter Check', exact: true }).click()
  await dialog.getByRole('radio', { name: /^Outstanding from before setup/ }).click()
  await dialog.getByLabel(/^Check Number/).fill('1004')
  await dialog.getByLabel(/^Date on the Check/).fill('1/5/2026')
  await dialog.getByLabel(/^Payee/).fill('Old Paint and Body')
  await dialog.getByLabel(/^Amount/).fill('77.25')
  await dialog.getByRole('button', { name: 'Enter Check', exact: true }).click()
  await expect(dialog.getByText('Number 1004 can’t be from before the account was set up')).toBeVisible()
  await dialog.getByLabel(/^Check Number/).fill('871')
  await dialog.getByRole('button', { name: 'Enter Check', exact: true }).click()
  await expect(waiting).toContainText('$77.25 to Old Paint and Body')

  await openRegister(page, group.people.clerk)
  await checkLooks(page, 'checks-waiting')
  await waiting.getByRole('listitem').filter({ hasText: '871' }).getByRole('button', { name: 'Discard' }).click()
  const discard = dialogOf(page, 'Discard Check 871')
  await discard.getByLabel(/^What is wrong/).fill('The bank has paid it')
  await discard.getByRole('button', { name: 'Discard Entry' }).click()
  await expect(noticeOf(page, 'Entry discarded')).toBeVisible()
  await waiting.getByRole('link', { name: 'Check 1003' }).click()
  await expect(page.getByText('Paula Prints entered this check.')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Confirm Check 1003' })
  await expect(confirm).toContainText(written.request_number)
  await checkLooks(page, 'check-confirm-entry')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(noticeOf(page, 'Check confirmed')).toBeVisible()
  await expect(part(page, 'History').getByRole('listitem').first()).toContainText(
    'Carl Clerk (Processor) confirmed the entry',
  )
  await page.goto('/checks')
  await expect(rowsOf(page).first()).toHaveText(/1003.*Printed/)
  await expect(waiting).toHaveCount(0)
})

test('requires a reason for a check in a closed month, and shows the reason to the second person', async ({
  page,
  request,
}) => {
  const group = await addCheckGroup(request)
  const admin = await group.as('admin')
  const month = new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 7)
  const journal = `/dealer-groups/${group.group.id}/journal`
  await admin.call('PUT', journal, { begins_on: `${month}-01`, template: usualTemplate })
  await admin.call('POST', `${journal}/close`, { month })
  await openRegister(page, group.people.printer)
  await page.getByRole('button', { name: 'Enter Check', exact: true }).click()
  const dialog = dialogOf(page, 'Enter Check')
  await dialog.getByRole('radio', { name: /^Outstanding from before setup/ }).click()
  await dialog.getByLabel(/^Check Number/).fill('871')
  await dialog.getByLabel(/^Date on the Check/).fill(`${Number(month.slice(5))}/1/${month.slice(0, 4)}`)
  await dialog.getByLabel(/^Payee/).fill('Old Paint and Body')
  await dialog.getByLabel(/^Amount/).fill('77.25')
  const reason = dialog.getByLabel(/^Reason for Posting to a Closed Month/)
  await expect(reason).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Enter Check', exact: true }).click()
  await expect(dialog.getByText('Enter a reason for entering a check')).toBeVisible()
  await reason.fill('Found in the old books')
  await checkLooks(page, 'checks-enter-closed-month')
  await dialog.getByRole('button', { name: 'Enter Check', exact: true }).click()
  await expect(noticeOf(page, 'Check entered')).toBeVisible()

  await openRegister(page, group.people.admin)
  await part(page, 'Waiting for a Second Person').getByRole('button', { name: 'Confirm' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Confirm Check 871' })
  await expect(confirm).toContainText('Found in the old books')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(noticeOf(page, 'Check confirmed')).toBeVisible()
  await expect(rowsOf(page)).toHaveText([/871.*Issued/])
})

import { expect } from '@playwright/test'
import { dialogOf, openAdministration, questionOf } from './support/administration.ts'
import { addAccountGroup, openAccount } from './support/bank-accounts.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { test } from './support/test.ts'

test('puts a received box of checks in use after a second person counts it', async ({ page, request }) => {
  const place = await addAccountGroup(request)
  await openAccount(request, place)
  await openAdministration(page, place.processor, '/admin-bank-accounts', 'Bank Accounts')
  const stock = page.getByRole('region', { name: 'Check stock for Operating' })
  await expect(stock.getByRole('listitem')).toHaveText([
    /Not counted, starting at 1001.*In use.*The next number is 1001/,
  ])
  await stock.getByRole('button', { name: 'Receive Box for Operating' }).press('Enter')
  const receive = dialogOf(page, 'Receive a Box of Checks')
  await receive.getByRole('button', { name: 'Receive Box', exact: true }).press('Enter')
  await expect(receive.getByText('Enter the location of the box.')).toBeVisible()
  await receive.getByLabel(/^Storage Location/).fill('Safe in the main office')
  await receive.getByLabel(/^First Number/).fill('1003')
  await receive.getByLabel(/^Last Number/).fill('1002')
  await receive.getByRole('button', { name: 'Receive Box', exact: true }).press('Enter')
  await expect(receive.getByText('The last number is below the first number.')).toBeVisible()
  await receive.getByLabel(/^Last Number/).fill('1502')
  await checkLooks(page, 'admin-bank-accounts-receive')
  await receive.getByRole('button', { name: 'Receive Box', exact: true }).press('Enter')
  await expect(noticeOf(page, 'Box received')).toBeVisible()
  const box = stock.getByRole('listitem').filter({ hasText: 'Safe in the main office, 1003 to 1502' })
  await expect(box).toContainText('Kept by Pat Prints. Received by Pat Prints.')
  await box.getByRole('button', { name: /^Count/ }).press('Enter')
  const reason = page.getByRole('status').filter({ hasText: 'You received this box, so someone else has to count it.' })
  await expect(reason).toBeVisible()

  await openAdministration(page, place.confirms, '/admin-bank-accounts', 'Bank Accounts')
  await box.getByRole('button', { name: /^Count/ }).press('Enter')
  const count = dialogOf(page, 'Count a Box of Checks')
  await count.getByLabel(/^First Number/).fill('1003')
  await count.getByLabel(/^Last Number/).fill('1500')
  await count.getByRole('button', { name: 'Count Box', exact: true }).press('Enter')
  await expect(count.getByRole('alert')).toContainText('Pat Prints received this box with other numbers.')
  await count.getByLabel(/^Last Number/).fill('1502')
  await count.getByRole('button', { name: 'Count Box', exact: true }).press('Enter')
  await expect(box).toContainText('Counted by Cora Confirms.')
  await checkLooks(page, 'admin-bank-accounts-stock')
  await box.getByRole('button', { name: /^Put in Use/ }).press('Enter')
  const question = questionOf(page, 'Put Safe in the main office, 1003 to 1502 in use?')
  await question.getByRole('button', { name: 'Put in Use' }).click()
  await expect(box).toContainText('500 checks are left; the next number is 1003.')
  await expect(stock.getByRole('listitem').nth(1)).toHaveText(/Not counted, starting at 1001.*Ended/)
})

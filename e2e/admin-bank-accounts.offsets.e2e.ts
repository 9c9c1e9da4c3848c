import { expect } from '@playwright/test'
import { dialogOf, openAdministration } from './support/administration.ts'
import { addAccountGroup, openAccount } from './support/bank-accounts.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { test } from './support/test.ts'

test('moves a single check field in the preview while its offset is typed', async ({ page, request }) => {
  const place = await addAccountGroup(request)
  await openAccount(request, place)
  await openAdministration(page, place.proposes, '/admin-bank-accounts', 'Bank Accounts')
  await page.getByRole('button', { name: 'Edit Operating' }).click()
  const dialog = dialogOf(page, 'Update Bank Account')
  const drawn = dialog.getByRole('img', { name: /^Check/ }).locator('[data-field=date]')
  await expect(drawn).not.toHaveAttribute('transform')
  await dialog.getByLabel('Move a Single Field').selectOption('Date')
  await dialog.getByLabel('Date: Offset to the Right').fill('60')
  await dialog.getByRole('button', { name: 'Update Account' }).click()
  await expect(dialog.getByText('The date would leave the check by 2.6 mm. Use smaller offsets.')).toBeVisible()
  await expect(drawn).not.toHaveAttribute('transform')
  await dialog.getByLabel('Date: Offset to the Right').fill('25')
  await dialog.getByLabel('Date: Offset Down').fill('-10')
  await expect(drawn).toHaveAttribute('transform', /^translate\(18 -7\.(2|19\d+)\)$/)
  await checkLooks(page, 'admin-bank-accounts-field-offsets')
  await dialog.getByRole('button', { name: 'Update Account' }).click()
  await expect(noticeOf(page, 'Bank account updated')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Operating' }).click()
  await expect(dialog.getByLabel('Date: Offset Down')).toHaveValue('-10')
  await dialog.getByRole('button', { name: 'Reset Date' }).click()
  await expect(dialog.getByLabel('Date: Offset Down')).toHaveCount(0)
  await expect(drawn).not.toHaveAttribute('transform')
  await dialog.getByRole('button', { name: 'Update Account' }).click()
  await expect(dialog).toHaveCount(0)
})

import { expect } from '@playwright/test'
import { openAdministration } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { rowsOf } from './support/lists.ts'
import { addBankGroup, approvedRequests, printedChecks } from './support/print-runs.ts'
import { menu, part } from './support/requests.ts'
import { test } from './support/test.ts'

test('lets an auditor draw a sample once a second admin confirms the appointment', async ({
  page,
  request,
  openAs,
}) => {
  const place = await addBankGroup(request)
  await printedChecks(request, place, await approvedRequests(request, place, [100, 200]))
  await openAdministration(page, place.emails.proposes, '/admin-auditors', 'Auditors')
  const auditors = part(page, 'Auditors')
  await expect(auditors).toContainText('This dealer group has no auditors.')
  await auditors.getByRole('combobox', { name: 'New Auditor' }).selectOption('Cleo Cash')
  await auditors.getByRole('button', { name: 'Request Access' }).click()
  await expect(auditors).toContainText('Ada Adams requested access on')
  await auditors.getByRole('button', { name: 'Confirm Cleo Cash' }).press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: 'You requested this change, so another admin has to confirm it.' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await checkLooks(page, 'admin-auditors')
  const other = await openAs(place.emails.confirms, '/admin-auditors')
  await part(other, 'Auditors').getByRole('button', { name: 'Confirm Cleo Cash' }).click()
  await expect(part(other, 'Auditors')).toContainText('Auditor since')

  const auditor = await openAs(place.emails.cashier, '/checks')
  await expect(
    auditor.getByText('You are an auditor of this dealer group. Auditors can view everything but can’t make changes.'),
  ).toBeVisible()
  await expect(auditor.getByRole('button', { name: 'Enter Check', exact: true })).toHaveCount(0)
  await expect(menu(auditor).getByRole('link', { name: 'Audit Trail' })).toBeVisible()
  await auditor.getByRole('button', { name: 'Draw a Sample' }).click()
  const dialog = auditor.getByRole('dialog', { name: 'Draw a Sample of Checks' })
  await dialog.getByRole('button', { name: 'Draw Sample' }).click()
  await expect(dialog.getByLabel('Seed')).toHaveAccessibleDescription(/Enter any words or digits as the seed/)
  await dialog.getByLabel('Seed').fill('November')
  await dialog.getByLabel('Checks').fill('1')
  await checkLooks(auditor, 'checks-sample')
  const [download] = await Promise.all([
    auditor.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Draw Sample' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('check-sample.zip')
  await expect(dialog).toHaveCount(0)

  await rowsOf(auditor).first().getByRole('link').first().click()
  await expect(auditor.getByRole('heading', { name: /^Check \d+$/, level: 1 })).toBeVisible()
  await expect(auditor.getByRole('main').getByRole('button')).toHaveText(['Change Password'])
  await menu(auditor).getByRole('link', { name: 'Processing' }).click()
  await expect(rowsOf(auditor)).toHaveCount(2)
  await expect(auditor.getByRole('checkbox')).toHaveCount(0)
  await rowsOf(auditor).first().getByRole('link').first().click()
  await expect(auditor.getByRole('button', { name: 'Case File' })).toBeVisible()
  for (const name of ['Edit', 'Put on Hold', 'Add documents', 'Comment', 'Update Status'])
    await expect(auditor.getByRole('button', { name })).toHaveCount(0)
  await checkLooks(auditor, 'auditors-request')
})

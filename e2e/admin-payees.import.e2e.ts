import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { dialogOf, openAdministration } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPayee, addPayeeGroup } from './support/payees.ts'
import { test } from './support/test.ts'

const head = 'Name,Type,Sub Type,Address,Email,Phone,Usual Purpose,Note'

function fileOf(...lines: readonly string[]) {
  return { name: 'our payees.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...lines].join('\r\n')) }
}

test('lists the problems in a payee file, and imports the corrected file as a whole', async ({ page, request }) => {
  const { admin, group, adds } = await addPayeeGroup(request)
  await addPayee(admin, group, 'Known Glass')
  await openAdministration(page, adds, '/admin-payees', 'Payees')
  await page.getByRole('button', { name: 'Import' }).press('Enter')
  const dialog = dialogOf(page, 'Import Payees')
  await dialog
    .getByLabel('CSV file')
    .setInputFiles(
      fileOf('Harbor Paint,Business,Vendor,,,,,', 'Known Glass,Business,Vendor,,,,,', 'Nobody,Firm,Vendor,,,,Nothing,'),
    )
  await expect(dialog).toContainText('our payees.csv has 3 problems. Nothing is added until all problems are fixed.')
  await expect(dialog.getByRole('list', { name: 'Problems' }).getByRole('listitem')).toHaveText([
    'Line 3“Known Glass” is already on the list as “Known Glass”. Leave this line out.',
    'Line 4Type: Enter Individual or Business.',
    'Line 4There is no purpose “Nothing”.',
  ])
  await expect(dialog.getByRole('button', { name: /^Add/ })).toHaveCount(0)
  await checkLooks(page, 'admin-payees-import-problems')
  await dialog
    .getByLabel('CSV file')
    .setInputFiles(
      fileOf('Harbor Paint,Business,Vendor,"1 Dock St\nAstoria",,,Parts,', 'Ida Reed,Individual,Customer,,,,,'),
    )
  await expect(dialog).toContainText('our payees.csv would add 2 rows. Nothing has been added yet.')
  await expect(dialog.getByRole('list', { name: 'Rows to add' }).getByRole('listitem')).toHaveText([
    'Harbor PaintBusiness, vendor · 1 Dock St, Astoria · Parts',
    'Ida ReedIndividual, customer',
  ])
  await checkLooks(page, 'admin-payees-import')
  await dialog.getByRole('button', { name: 'Add 2 Payees' }).press('Enter')
  await expect(noticeOf(page, 'Payees imported')).toBeVisible()
  await expect(page.getByRole('row')).toHaveText([/^Name/, /Harbor Paint.*New/, /Ida Reed/, /Known Glass/])
})

test('imports the sample file unchanged', async ({ page, request }) => {
  const { adds } = await addPayeeGroup(request)
  await openAdministration(page, adds, '/admin-payees', 'Payees')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = dialogOf(page, 'Import Payees')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Sample File' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('payees.csv')
  const buffer = readFileSync(await saved.path())
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'payees.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('button', { name: 'Add 2 Payees' }).click()
  await expect(page.getByRole('row')).toHaveText([/^Name/, /Harbor Paint Supply/, /Renée Dubois/])
})

test('offers no import to users who can only read payees', async ({ page, request }) => {
  const { approver } = await addPayeeGroup(request)
  await openAdministration(page, approver, '/admin-payees', 'Payees')
  await expect(page.getByText('No payees yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0)
})

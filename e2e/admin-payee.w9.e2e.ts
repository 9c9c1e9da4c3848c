import { expect, type Page } from '@playwright/test'
import { dialogOf, openAdministration } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { type FileForInput, pdfFile } from './support/documents.ts'
import { expectNotice } from './support/notices.ts'
import { addPayee, addPayeeGroup } from './support/payees.ts'
import { openForm } from './support/request-form.ts'
import { choose, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const form = (page: Page) => page.getByRole('region', { name: 'W-9 document' })
const rows = (page: Page) => form(page).getByRole('listitem')

async function addForm(page: Page, file: FileForInput): Promise<void> {
  await form(page).getByLabel('W-9 file', { exact: true }).setInputFiles(file)
  await expect(rows(page).filter({ hasText: file.name })).toContainText(/ KB · /, { timeout: 30_000 })
  await expect(form(page).getByRole('progressbar')).toHaveCount(0)
}

test('lets a user add, replace, and remove a payee’s W-9, and records each view in the audit trail', async ({
  page,
  request,
}) => {
  const { admin, group, verifies } = await addPayeeGroup(request)
  const payee = await addPayee(admin, group, 'Signed Glass')
  await openAdministration(page, verifies, `/admin-payees/${payee.id}`, 'Signed Glass')
  await page.getByRole('button', { name: 'W-9', exact: true }).press('Enter')
  const dialog = dialogOf(page, 'W-9 for Signed Glass')
  await expect(form(page)).toContainText('No W-9 document. Add the signed form as a PDF, JPEG, or PNG file.')
  const chooser = page.waitForEvent('filechooser')
  await form(page).getByRole('button', { name: 'Add W-9' }).press('Enter')
  expect((await chooser).isMultiple()).toBe(false)
  await addForm(page, pdfFile('w9-2023.pdf', 'The first W-9'))
  await expect(form(page).getByRole('button', { name: 'Replace W-9' })).toBeVisible()
  await addForm(page, pdfFile('w9-2026.pdf', 'The second W-9'))
  await expect(rows(page)).toHaveText([/^w9-2026\.pdfTax form · 1 KB · Vera Verifies/, /^w9-2023\.pdf.*Replaced /])
  await checkLooks(page, 'admin-payee-w9-documents')

  await form(page).getByRole('button', { name: 'w9-2026.pdf', exact: true }).press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Document w9-2026.pdf' })
  await expect(viewer.getByRole('status').filter({ hasText: 'w9-2026.pdf, 1 page' })).toHaveCount(1)
  await expect(viewer).toContainText('W-9 for Signed Glass')
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'w9-2026.pdf', exact: true })).toBeFocused()

  await form(page).getByRole('button', { name: 'Remove w9-2026.pdf' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expectNotice(page, 'Document removed', 'w9-2026.pdf')
  await expect(rows(page).first()).toContainText('Removed by Vera Verifies')
  await expect(form(page).getByRole('button', { name: 'Add W-9' })).toBeVisible()
  await page.goto(`/admin-audit?entity=payee&id=${payee.id}`)
  await expect(page.getByRole('row').nth(1)).toContainText('Removed a W-9 document')
  await expect(page.getByRole('row').nth(2)).toContainText('Opened a W-9 document')
  await expect(page.getByRole('row').nth(4)).toContainText('Added a W-9 document')
})

test('says why a file can’t be a W-9, and keeps the current W-9', async ({ page, request }) => {
  const { admin, group, verifies } = await addPayeeGroup(request)
  const payee = await addPayee(admin, group, 'Refused Glass')
  await openAdministration(page, verifies, `/admin-payees/${payee.id}`, 'Refused Glass')
  await expect(part(page, 'Payee Information')).toContainText('W-9None')
  await page.getByRole('button', { name: 'W-9', exact: true }).click()
  await addForm(page, pdfFile('w9.pdf', 'W-9'))
  const damaged = { ...pdfFile('damaged.pdf', ''), buffer: Buffer.from('%PDF-1.7 and nothing else') }
  await form(page).getByLabel('W-9 file', { exact: true }).setInputFiles(damaged)
  await expect(form(page).getByRole('alert')).toContainText('This file can’t be opened', { timeout: 30_000 })
  await checkLooks(page, 'admin-payee-w9-refused')
  await form(page).getByRole('button', { name: 'Dismiss damaged.pdf' }).click()
  await expect(rows(page)).toHaveText([/^w9\.pdf/])
  await page.keyboard.press('Escape')
  await expect(part(page, 'Payee Information')).toContainText('W-9Signed form on file')
})

test('accepts a payee’s W-9 as the tax form that a purpose requires', async ({ page, request }) => {
  const { admin, group, verifies, requester } = await addPayeeGroup(request, { needed: 'no' })
  const payee = await addPayee(admin, group, 'Ticked Glass')
  await openAdministration(page, verifies, `/admin-payees/${payee.id}`, 'Ticked Glass')
  await page.getByRole('button', { name: 'W-9', exact: true }).click()
  await addForm(page, pdfFile('w9.pdf', 'W-9'))
  const purposes = await admin.call<{ id: number; name: string }[]>('GET', '/purposes')
  const parts = purposes.find(({ name }) => /^parts$/i.test(name))?.id
  const demands = [{ item: 'document-tax-form', level: 'must' }]
  await admin.call('PUT', `/dealer-groups/${group.id}/demands`, { purposes: [{ purpose_id: parts, demands }] })

  await signIn(page.context(), requester)
  await openForm(page)
  await choose(page, 'Purpose', 'Parts')
  await expect(part(page, 'Requirements')).toContainText('Document: Tax formMissing')
  await page.getByLabel(/^Payee Name/).fill('ticked glass')
  await expect(part(page, 'Requirements')).toContainText('Document: Tax formOn file for the payee')
})

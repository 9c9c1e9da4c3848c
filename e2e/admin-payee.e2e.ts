import { expect } from '@playwright/test'
import { dialogOf, openAdministration } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addFiles, documentRow, documents, expectAdded, pdfFile } from './support/documents.ts'
import { openPalette, paletteField, paletteOptions } from './support/palette.ts'
import { addPayee, addPayeeGroup } from './support/payees.ts'
import { openRequest } from './support/request-detail.ts'
import { menu, move, part, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('shows a payee’s payments, requests in progress, and documents', async ({ page, request, openAs }) => {
  const { admin, group, requester, approver, verifies } = await addPayeeGroup(request, { needed: 'no' })
  const payee = await addPayee(admin, group, 'Harbor Glass', { address: '4 Pier Road', note: 'Opens at 7' })
  await (await apiAs(request, verifies)).call('POST', `/payees/${payee.id}/verify`, { how: 'Called them' })
  const own = await apiAs(request, requester)
  const open = await raise(own, { payee_name_1: 'Harbor Glass', amount: 310.25 })
  const rejected = await raise(own, { payee_name_1: 'HARBOR GLASS', amount: 99 })
  await move(await apiAs(request, approver), rejected, 8, { note: 'Twice' })
  await raise(own, { payee_name_1: 'Harbor Glass and Cape Towing', amount: 20 })
  await signIn(page.context(), requester)
  await openRequest(page, open)
  await addFiles(page, pdfFile('invoice-310.pdf', 'Invoice'))
  await expectAdded(page, 'invoice-310.pdf')

  const reader = await openAs(verifies, '/admin-payees')
  await reader.getByRole('link', { name: 'Harbor Glass', exact: true }).click()
  await expect(reader).toHaveURL(`/admin-payees/${payee.id}`)
  await expect(reader).toHaveTitle(/^Harbor Glass · Payees/)
  await expect(part(reader, 'Payee Information')).toContainText('4 Pier Road')
  await expect(part(reader, 'Verification')).toContainText('Called them')
  await expect(part(reader, 'Open Requests')).toContainText('$330.25 pending in 2 requests')
  await expect(part(reader, 'Open Requests').getByRole('row')).toHaveText([
    /^Request #/,
    /Harbor Glass and Cape Towing\$20\.00/,
    /Harbor Glass\$310\.25/,
  ])
  await expect(part(reader, 'Payments')).toContainText('$0.00 paid in 0 requests')
  await expect(part(reader, 'Rejected').getByRole('row')).toHaveText([/^Request #/, /\$99.00/])
  await checkLooks(reader, 'admin-payee')
  await part(reader, 'Documents').getByRole('link', { name: 'invoice-310.pdf' }).click()
  await expect(reader).toHaveURL(new RegExp(`/check-requests/${open.id}\\?document=`))
  await part(reader, 'Request Information').getByRole('link', { name: 'View payee', exact: true }).click()
  await expect(reader).toHaveURL(`/admin-payees/${payee.id}`)
  await reader.getByRole('link', { name: 'Audit trail for this payee' }).click()
  await expect(reader.getByRole('row').nth(1)).toContainText('Verified')
})

test('lists similar payees with links to them', async ({ page, request }) => {
  const { admin, group, verifies } = await addPayeeGroup(request)
  const payee = await addPayee(admin, group, 'Vera Verifys')
  const other = await addPayee(admin, group, 'Vera Verifies Inc', { address: '9 Back Street' })
  await openAdministration(page, verifies, `/admin-payees/${payee.id}`, 'Vera Verifys')
  const similar = page.getByRole('region', { name: 'Similar payees' })
  await expect(similar.getByRole('listitem')).toHaveText([
    'An employee has nearly the same name: Vera Verifies',
    'Another payee (new) has nearly the same name: Vera Verifies Inc',
  ])
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(dialogOf(page, 'Verify Vera Verifys').getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page, 'Verify Vera Verifys')).toHaveCount(0)
  await similar.getByRole('link', { name: 'Vera Verifies Inc' }).click()
  await expect(page).toHaveURL(`/admin-payees/${other.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vera Verifies Inc')
})

test('finds payees in the palette only for users who can read payees', async ({ page, request, openAs }) => {
  const { admin, group, approver, requester } = await addPayeeGroup(request)
  const payee = await addPayee(admin, group, 'Quarterdeck Glass')
  await openAdministration(page, approver, '/dashboard', 'Dashboard')
  await openPalette(page)
  await paletteField(page).fill('quarterdeck')
  await expect(paletteOptions(page)).toHaveText([/Quarterdeck Glass.*New/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin-payees/${payee.id}`)
  const other = await openAs(requester, '/dashboard')
  await openPalette(other)
  await paletteField(other).fill('quarterdeck')
  await expect(other.getByText('No result found.')).toBeVisible()
  await other.goto(`/admin-payees/${payee.id}`)
  await expect(other).toHaveURL('/unauthorized')
})

test('offers the payee list to signed-in users as soon as an admin turns it on', async ({ page, request }) => {
  const { group, admin, approver } = await addPayeeGroup(request, { payee_list: 'off', needed: 'no' })
  await openAdministration(page, approver, '/dashboard', 'Dashboard')
  await expect(menu(page).getByRole('link', { name: 'All Requests' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Payees' })).toHaveCount(0)
  await admin.call('PUT', `/dealer-groups/${group.id}/payee-settings`, { payee_list: 'on' })
  await expect(menu(page).getByRole('link', { name: 'Payees' })).toBeVisible()
  await admin.call('PUT', `/dealer-groups/${group.id}/payee-settings`, { payee_list: 'off' })
  await expect(menu(page).getByRole('link', { name: 'Payees' })).toHaveCount(0)
})

test('lets one user merge two payees by keyboard, and another user verify the result', async ({
  page,
  request,
  openAs,
}) => {
  const { admin, group, adds, verifies, requester } = await addPayeeGroup(request)
  const right = await addPayee(admin, group, 'Harbor Glass', { address: '4 Pier Road' })
  await (await apiAs(request, verifies)).call('POST', `/payees/${right.id}/verify`, { how: 'Called them' })
  const wrong = await addPayee(admin, group, 'Harbour Glas', { address: '9 New Road' })
  const raised = await raise(await apiAs(request, requester), { payee_name_1: 'Harbour Glas', amount: 45 })
  await openAdministration(page, adds, `/admin-payees/${wrong.id}`, 'Harbour Glas')
  await page.getByRole('button', { name: 'Merge' }).press('Enter')
  const dialog = dialogOf(page, 'Merge Harbour Glas')
  const found = dialog.getByRole('list', { name: 'Payees found' })
  await expect(found.getByRole('button')).toHaveText([/Harbor Glass.*Verified.*4 Pier Road/])
  await dialog.getByRole('searchbox').fill('harbour')
  await expect(dialog.getByText('No payees found.')).toBeVisible()
  await dialog.getByRole('searchbox').fill('pier')
  await found.getByRole('button', { name: /Harbor Glass/ }).press('Enter')
  await dialog.getByRole('group', { name: 'Name to Keep' }).getByRole('radio', { name: 'Harbor Glass' }).press('Space')
  await expect(dialog).toContainText('Harbour Glas will be merged into Harbor Glass, which will be new')
  await dialog.getByRole('radio', { name: '4 Pier Road' }).press('Space')
  await checkLooks(page, 'admin-payee-merge')
  await dialog.getByRole('button', { name: 'Merge Payees' }).press('Enter')
  await expect(page).toHaveURL(`/admin-payees/${right.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbor Glass')
  const note = page.getByRole('region', { name: 'Merged' })
  await expect(note).toContainText('Merged from Harbour Glas.')
  await expect(part(page, 'Open Requests').getByRole('row')).toHaveText([/^Request #/, /Harbour Glas.*\$45.00/])
  await checkLooks(page, 'admin-payee-merged')
  await note.getByRole('link', { name: 'Harbour Glas' }).click()
  await expect(note).toContainText('Merged into Harbor Glass by Ada Adds')
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await page.goto('/admin-payees')
  await expect(page.getByRole('row')).toHaveText([/^Name/, /Harbor Glass.*New/])

  const second = await openAs(verifies, `/admin-payees/${right.id}`)
  await second.getByRole('button', { name: 'Verify' }).click()
  await second.getByLabel(/^How did you verify/).fill('Called both numbers')
  await second.getByRole('button', { name: 'Verify Payee' }).click()
  await expect(part(second, 'Verification')).toContainText('Called both numbers')
  await openRequest(second, raised)
  await part(second, 'Request Information').getByRole('link', { name: 'View payee', exact: true }).click()
  await expect(second).toHaveURL(`/admin-payees/${right.id}`)
})

test('reports a payee that doesn’t exist', async ({ page, request }) => {
  const { adds } = await addPayeeGroup(request)
  await openAdministration(page, adds, '/admin-payees/999999', 'Payee')
  await page.getByRole('main').getByRole('link', { name: 'Payees' }).click()
  await expect(page).toHaveURL('/admin-payees')
})

test('opens a tax form only for users who can verify payees, and tells other users why they can’t', async ({
  page,
  request,
  openAs,
}) => {
  const { requester, approver, verifies } = await addPayeeGroup(request, { needed: 'no' })
  const raised = await raise(await apiAs(request, requester), { payee_name_1: 'Form Glass' })
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await documents(page).getByLabel('Document type').selectOption('Tax form')
  await addFiles(page, pdfFile('w9.pdf', 'W-9'))
  await expectAdded(page, 'w9.pdf')
  await expect(documentRow(page, 'w9.pdf').getByRole('button', { name: 'w9.pdf', exact: true })).toBeVisible()

  const reader = await openAs(approver, `/check-requests/${raised.id}`)
  await expect(documentRow(reader, 'w9.pdf')).toContainText(
    'only the person who added it or an admin who verifies payees can open it',
  )
  await expect(documentRow(reader, 'w9.pdf').getByRole('button')).toHaveCount(0)
  await checkLooks(reader, 'check-request-tax-form')

  const admin = await openAs(verifies, `/check-requests/${raised.id}`)
  await documentRow(admin, 'w9.pdf').getByRole('button', { name: 'w9.pdf', exact: true }).click()
  await expect(admin).toHaveURL(/document=/)
  await admin.goto(`/admin-audit?entity=check-request&id=${raised.id}`)
  await expect(admin.getByRole('row').nth(1)).toContainText('Viewed a tax form')
})

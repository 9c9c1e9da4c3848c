import { expect, type Page } from '@playwright/test'
import { dialogOf, openAdministration, rowWith } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPayee, addPayeeGroup } from './support/payees.ts'
import { findings, openRequest } from './support/request-detail.ts'
import { openForm } from './support/request-form.ts'
import { menu, part, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const start = (page: Page, email: string, query = '') =>
  openAdministration(page, email, `/admin-payees${query}`, 'Payees')

test('lists payees by name, and finds payees by words and state', async ({ page, request }) => {
  const { admin, group, adds, verifies } = await addPayeeGroup(request)
  const harbor = await addPayee(admin, group, 'Harbor Paint Supply', {
    address: '1200 Dock Street\nAstoria, OR 97103',
    email: 'billing@harborpaint.example',
    phone: '(503) 555-0142',
  })
  await addPayee(admin, group, 'Coast Towing')
  const bad = await addPayee(admin, group, 'Quick Parts')
  await admin.call('POST', `/payees/${bad.id}/block`, { reason: 'They sent a forged invoice' })
  await (await apiAs(request, verifies)).call('POST', `/payees/${harbor.id}/verify`, { how: 'Called them' })
  await start(page, adds)
  await expect(page.getByRole('row')).toHaveText([/^Name/, /Coast Towing.*New/, /Harbor.*Verified/, /Quick.*Blocked/])
  await checkLooks(page, 'admin-payees')
  await page.getByRole('searchbox', { name: 'Search Payees' }).fill('dock paint')
  await expect(page.getByRole('row')).toHaveText([/^Name/, /Harbor/])
  await page.getByRole('searchbox', { name: 'Search Payees' }).fill('')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Blocked')
  await expect(page.getByRole('row')).toHaveText([/^Name/, /Quick/])
  await page.reload()
  await expect(page.getByRole('row')).toHaveText([/^Name/, /Quick/])
  await page.getByRole('searchbox', { name: 'Search Payees' }).fill('nobody')
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
})

test('lets one admin add a payee and another verify it by keyboard', async ({ page, request, openAs }) => {
  const { adds, verifies } = await addPayeeGroup(request)
  await start(page, adds)
  await page.getByRole('button', { name: 'Add Payee' }).press('Enter')
  const dialog = dialogOf(page, 'Add Payee')
  await dialog.getByRole('button', { name: 'Add Payee' }).press('Enter')
  for (const text of ['Payee name is required', 'Payee type is required', 'Payee sub type is required'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await expect(dialog.getByLabel(/^Name/)).toBeFocused()
  await checkLooks(page, 'admin-payees-add')
  await dialog.getByLabel(/^Name/).focus()
  await page.keyboard.type('Harbor Glass')
  await dialog.getByRole('radio', { name: 'Business' }).press('Space')
  await dialog.getByRole('radio', { name: 'Vendor' }).press('Space')
  await dialog.getByLabel('Address').focus()
  await page.keyboard.type('4 Pier Road')
  await dialog.getByRole('button', { name: 'Add Payee' }).press('Enter')
  await expect(noticeOf(page, 'Payee added')).toBeVisible()
  await expect(rowWith(page, 'Harbor Glass')).toContainText('New')

  await page.getByRole('link', { name: 'Harbor Glass' }).press('Enter')
  await page.getByRole('button', { name: 'Verify' }).press('Enter')
  const own = dialogOf(page, 'Verify Harbor Glass')
  await expect(own.getByRole('alert')).toHaveText(
    'Ada Adds added or changed this payee, so another admin has to verify it (separation of duties).',
  )

  const second = await openAs(verifies, '/admin-payees')
  await second.getByRole('link', { name: 'Harbor Glass' }).press('Enter')
  await second.getByRole('button', { name: 'Verify' }).press('Enter')
  const look = dialogOf(second, 'Verify Harbor Glass')
  await expect(look).toContainText('4 Pier Road')
  await expect(look.getByLabel(/^How did you verify/)).toBeFocused()
  await second.keyboard.press('Tab')
  await second.keyboard.press('Tab')
  await second.keyboard.press('Enter')
  await expect(look.getByText(/^Enter how you verified this payee/)).toBeVisible()
  await checkLooks(second, 'admin-payees-verify')
  await look.getByLabel(/^How did you verify/).fill('Called the number on their website')
  await look.getByRole('button', { name: 'Verify Payee' }).press('Enter')
  await expect(noticeOf(second, 'Payee verified')).toBeVisible()
  await expect(part(second, 'Verification')).toContainText('Called the number on their website')
})

test('lets a user change, block, and unblock a payee on a phone', async ({ page, request }) => {
  const { admin, group, adds } = await addPayeeGroup(request)
  await addPayee(admin, group, 'Quick Parts and Accessories of Northern Wisconsin')
  await page.setViewportSize({ width: 360, height: 740 })
  await start(page, adds)
  await page.getByRole('button', { name: /^Edit Quick Parts/ }).click()
  await dialogOf(page, 'Update Payee').getByLabel('Name').fill('Quick Parts')
  await dialogOf(page, 'Update Payee').getByLabel('Phone').fill('(503) 555-0142')
  await dialogOf(page, 'Update Payee').getByRole('button', { name: 'Update Payee' }).click()
  await expect(noticeOf(page, 'Payee updated')).toBeVisible()
  await page.getByRole('link', { name: 'Quick Parts' }).click()
  await page.getByRole('button', { name: 'Block' }).click()
  await page.getByLabel(/^Why is this payee blocked/).fill('They sent a forged invoice')
  await page.getByRole('button', { name: 'Block Payee' }).click()
  await expect(part(page, 'Verification')).toContainText('They sent a forged invoice')
  await checkLooks(page, 'admin-payees-blocked')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Unblock' }).click()
  await page.getByLabel(/^Why are you unblocking this payee/).fill('It was someone else')
  await page.getByRole('button', { name: 'Unblock Payee' }).click()
  await expect(part(page, 'Verification')).toContainText('Not verified yet')
  await expect(part(page, 'Verification')).not.toContainText('forged')
})

test('saves W-9 data, and records each view of the data in the audit trail', async ({ page, request }) => {
  const { admin, group, adds, verifies } = await addPayeeGroup(request)
  const { id } = await addPayee(admin, group, 'Tax Example')
  await start(page, verifies)
  await page.getByRole('link', { name: 'Tax Example' }).click()
  await page.getByRole('button', { name: 'W-9' }).click()
  const look = dialogOf(page, 'W-9 for Tax Example')
  await look.getByLabel(/^W-9 Received On/).fill('11/2/2026')
  await look.getByLabel(/^Legal Name/).fill('Tax Example, LLC')
  for (const [label, option] of [
    ['Number Type', 'EIN'],
    ['Tax Classification', 'LLC taxed as partnership'],
    ['1099 Box', 'NEC 1 Nonemployee compensation'],
  ] as const) {
    await look.getByRole('combobox', { name: label }).click()
    await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
  }
  await checkLooks(page, 'admin-payees-w9')
  await look.getByRole('button', { name: 'Save W-9' }).click()
  await expect(noticeOf(page, 'W-9 saved')).toBeVisible()
  await page.getByRole('button', { name: 'W-9', exact: true }).click()
  await expect(look.getByLabel(/^Legal Name/)).toHaveValue('Tax Example, LLC')
  await look.getByRole('button', { name: 'Back' }).click()
  await menu(page).getByRole('link', { name: 'Payees' }).click()
  await page.getByRole('button', { name: '1099 List' }).click()
  const list = dialogOf(page, '1099 List')
  await checkLooks(page, 'admin-payees-tax-list')
  const saved = page.waitForEvent('download')
  await list.getByRole('button', { name: 'Export XLSX' }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^payees-\d{4}\.xlsx$/)
  await signIn(page.context(), adds)
  await page.goto(`/admin-audit?entity=payee&id=${id}`)
  await expect(page.getByRole('row').nth(1)).toContainText('Viewed a W-9')
  await expect(page.getByRole('row').nth(1)).toContainText('Vera Verifies')
})

test('lets approvers read payees but not change them, and hides payees from requesters', async ({
  page,
  request,
  openAs,
}) => {
  const { admin, group, approver, requester } = await addPayeeGroup(request)
  await addPayee(admin, group, 'Harbor Glass')
  await start(page, approver)
  await expect(menu(page).getByRole('link', { name: 'Payees' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Payee' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Harbor Glass' }).click()
  await expect(part(page, 'Verification')).toContainText('Not verified yet')
  for (const name of ['Edit', 'Verify', 'Block', 'W-9', 'Audit trail for this payee'])
    await expect(page.getByRole('main').getByText(name, { exact: true })).toHaveCount(name === 'W-9' ? 1 : 0)
  const other = await openAs(requester, '/admin-payees')
  await expect(other).toHaveURL('/unauthorized')
})

test('lets an admin turn on the payee list and set requirements for each purpose', async ({ page, request }) => {
  const { group, adds } = await addPayeeGroup(request, { payee_list: 'off', needed: 'no' })
  await signIn(page.context(), adds)
  await page.goto('/admin-payees')
  const off = page.getByRole('region', { name: 'Payee List Off' })
  await expect(off).toContainText('Verifying or blocking a payee has no effect on requests')
  await off.getByRole('link', { name: 'Settings' }).click()
  await expect(menu(page).getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Payees' })).toHaveCount(0)
  await page.getByRole('button', { name: `Change payee settings for ${group.name}` }).click()
  const dialog = dialogOf(page, `Payee Settings for ${group.name}`)
  const list = dialog.getByRole('checkbox', { name: 'Use the payee list' })
  await expect(list).not.toBeChecked()
  await list.press('Space')
  await dialog.getByRole('combobox', { name: 'Verification required for Parts' }).selectOption('Before approval')
  await checkLooks(page, 'settings-payees')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(noticeOf(page, 'Settings updated')).toBeVisible()
  await page.getByRole('button', { name: `Change payee settings for ${group.name}` }).click()
  await expect(list).toBeChecked()
  await expect(dialog.getByRole('combobox', { name: 'Verification required for Parts' })).toHaveValue('before approval')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await menu(page).getByRole('link', { name: 'Payees' }).click()
  await expect(page.getByText('No payees yet.')).toBeVisible()
  await expect(off).toHaveCount(0)
})

test('suggests listed payees on the request form, and says why a payee blocks approval', async ({
  page,
  request,
  openAs,
}) => {
  const { admin, group, requester, approver, verifies } = await addPayeeGroup(request)
  const payee = await addPayee(admin, group, 'Harbor Glass', { payee_sub_type: 'customer' })
  await signIn(page.context(), requester)
  await openForm(page)
  await page.getByLabel(/^Payee Name/).pressSequentially('glass')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(/Harbor Glass.*New.*customer · not paid yet/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Customer' })).toBeChecked()

  const raised = await raise(await apiAs(request, requester), { payee_name_1: 'Harbor Glass' })
  const decider = await openAs(approver, '/dashboard')
  await openRequest(decider, raised)
  const banner = findings(decider)
  await expect(banner).toContainText('Harbor Glass isn’t verified.')
  await checkLooks(decider, 'check-request-payee')
  await (await apiAs(request, verifies)).call('POST', `/payees/${payee.id}/verify`, { how: 'Called them' })
  await expect(banner).not.toContainText('not verified')
  await expect(banner).toContainText('The payee is verified.')
  await (await apiAs(request, verifies)).call('POST', `/payees/${payee.id}/block`, { reason: 'A forged invoice' })
  await expect(banner).toContainText('Harbor Glass is blocked: A forged invoice.')
  await expect(banner.getByRole('link', { name: 'Harbor Glass' })).toHaveAttribute('href', `/admin-payees/${payee.id}`)
})

test('adds a payee whose name differs only in the legal form as a separate payee', async ({ page, request }) => {
  const { admin, group, adds } = await addPayeeGroup(request)
  await addPayee(admin, group, 'Abacus Inc')
  await start(page, adds)
  await page.getByRole('button', { name: 'Add Payee' }).click()
  const dialog = dialogOf(page, 'Add Payee')
  await dialog.getByLabel(/^Name/).fill('Abacus, Ltd.')
  await dialog.getByRole('radio', { name: 'Business' }).check()
  await dialog.getByRole('radio', { name: 'Vendor' }).check()
  await dialog.getByRole('button', { name: 'Add Payee' }).click()
  await expect(dialog.getByText(/^“Abacus, Ltd.” counts as the payee “Abacus Inc”/).first()).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'These are two payees' }).check()
  await dialog.getByRole('button', { name: 'Add Payee' }).click()
  await page.getByRole('link', { name: 'Abacus, Ltd.' }).click()
  await expect(page.getByRole('region', { name: 'Treated as Another Payee' })).toHaveText(
    'Treated as Abacus Inc. The names differ only in the legal form. To make this a separate payee, an admin who neither added nor changed it has to verify it.',
  )
})

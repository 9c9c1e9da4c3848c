import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { DealerGroup } from '../domain/src/organisation/fields.ts'
import type { PayeeReply } from '../domain/src/payees/replies.ts'
import { addUser, dialogOf, openAdministration, ownWord, rowWith, superAdmin } from './support/administration.ts'
import { type ApiUser, apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { openRequest } from './support/request-detail.ts'
import { openForm } from './support/request-form.ts'
import { menu, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

/** A dealer group of its own that uses its list of payees, with two admins, a requester and an approver. */
async function addPayeeGroup(request: APIRequestContext, { payee_list = 'on', needed = 'before approval' } = {}) {
  const root = await apiAs(request, superAdmin)
  const name = `Payee Cars ${ownWord()}`
  const settings = { account_confirmation: false }
  const group = await root.call<DealerGroup>('POST', '/dealer-groups', { name, code: ownWord(), settings })
  const add = async (role: number, names: object = {}) =>
    (await addUser(root, { role_ids: [role], primary_role: role, dealer_group_id: group.id, ...names })).email
  const people = {
    adds: await add(1, { first_name: 'Ada', last_name: 'Adds' }),
    verifies: await add(1, { first_name: 'Vera', last_name: 'Verifies' }),
    requester: await add(2),
    approver: await add(3),
  }
  const admin = await apiAs(request, people.adds)
  const purposes = await admin.call<{ id: number; name: string }[]>('GET', '/purposes')
  const needs = purposes.map(({ id }) => ({ purpose_id: id, verified_needed: needed }))
  await admin.call('PUT', `/dealer-groups/${group.id}/payee-settings`, { payee_list, purposes: needs })
  return { ...people, group, admin }
}

const kind = { payee_type: 'business', payee_sub_type: 'vendor' }

function addPayee(admin: ApiUser, group: DealerGroup, name: string, fields: object = {}): Promise<PayeeReply> {
  return admin.call('POST', '/payees', { dealer_group_id: group.id, name, ...kind, ...fields })
}

const start = (page: Page, email: string, query = '') =>
  openAdministration(page, email, `/admin-payees${query}`, 'Payees')

test('payees are listed by name, and found by words and by state', async ({ page, request }) => {
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
  await page.getByRole('searchbox', { name: 'Search payees' }).fill('dock paint')
  await expect(page.getByRole('row')).toHaveText([/^Name/, /Harbor/])
  await page.getByRole('searchbox', { name: 'Search payees' }).fill('')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Blocked')
  await expect(page.getByRole('row')).toHaveText([/^Name/, /Quick/])
  await page.reload()
  await expect(page.getByRole('row')).toHaveText([/^Name/, /Quick/])
  await page.getByRole('searchbox', { name: 'Search payees' }).fill('nobody')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
})

test('one admin adds a payee, and another verifies it, by keyboard alone', async ({ page, request, openAs }) => {
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

  await page.getByRole('button', { name: 'Look at Harbor Glass' }).press('Enter')
  const own = dialogOf(page, 'Harbor Glass')
  await own.getByRole('button', { name: 'Verify' }).press('Enter')
  await expect(own.getByRole('alert')).toHaveText(
    'Ada Adds added or changed this payee, so another admin has to verify it (separation of duties).',
  )

  const second = await openAs(verifies, '/admin-payees')
  await second.getByRole('button', { name: 'Look at Harbor Glass' }).press('Enter')
  const look = dialogOf(second, 'Harbor Glass')
  await expect(look).toContainText('4 Pier Road')
  await look.getByRole('button', { name: 'Verify' }).press('Enter')
  await expect(look.getByLabel(/^How did you verify/)).toBeFocused()
  await second.keyboard.press('Tab')
  await second.keyboard.press('Tab')
  await second.keyboard.press('Enter')
  await expect(look.getByText(/^Say how you verified this payee/)).toBeVisible()
  await checkLooks(second, 'admin-payees-verify')
  await look.getByLabel(/^How did you verify/).fill('Called the number on their website')
  await look.getByRole('button', { name: 'Verify payee' }).press('Enter')
  await expect(noticeOf(second, 'Payee verified')).toBeVisible()
  await expect(rowWith(second, 'Harbor Glass')).toContainText('Verified')
})

test('a payee is changed, blocked with a reason and unblocked, on a phone', async ({ page, request }) => {
  const { admin, group, adds } = await addPayeeGroup(request)
  await addPayee(admin, group, 'Quick Parts and Accessories of Northern Wisconsin')
  await page.setViewportSize({ width: 360, height: 740 })
  await start(page, adds)
  await page.getByRole('button', { name: /^Edit Quick Parts/ }).click()
  await dialogOf(page, 'Update Payee').getByLabel('Name').fill('Quick Parts')
  await dialogOf(page, 'Update Payee').getByLabel('Phone').fill('(503) 555-0142')
  await dialogOf(page, 'Update Payee').getByRole('button', { name: 'Update Payee' }).click()
  await expect(noticeOf(page, 'Payee updated')).toBeVisible()
  await page.getByRole('button', { name: 'Look at Quick Parts' }).click()
  const look = dialogOf(page, 'Quick Parts')
  await look.getByRole('button', { name: 'Block' }).click()
  await look.getByLabel(/^Why is this payee blocked/).fill('They sent a forged invoice')
  await look.getByRole('button', { name: 'Block payee' }).click()
  await expect(rowWith(page, 'Quick Parts')).toContainText('Blocked')
  await page.getByRole('button', { name: 'Look at Quick Parts' }).click()
  await expect(look).toContainText('They sent a forged invoice')
  await checkLooks(page, 'admin-payees-blocked')
  await page.setViewportSize({ width: 360, height: 740 })
  await look.getByRole('button', { name: 'Unblock' }).click()
  await look.getByLabel(/^Why is this payee not blocked/).fill('It was somebody else')
  await look.getByRole('button', { name: 'Unblock payee' }).click()
  await expect(rowWith(page, 'Quick Parts')).toContainText('New')
})

test('what a W-9 says is kept, and each look at it is in the audit trail', async ({ page, request }) => {
  const { admin, group, adds, verifies } = await addPayeeGroup(request)
  const { id } = await addPayee(admin, group, 'Tax Example')
  await start(page, verifies)
  await page.getByRole('button', { name: 'Look at Tax Example' }).click()
  const look = dialogOf(page, 'Tax Example')
  await look.getByRole('button', { name: 'W-9' }).click()
  await look.getByLabel(/^W-9 received on/).fill('11/2/2026')
  await look.getByLabel(/^Legal name/).fill('Tax Example, LLC')
  for (const [label, option] of [
    ['Kind of number', 'EIN'],
    ['Tax classification', 'LLC taxed as partnership'],
    ['1099 box', 'NEC 1 Nonemployee compensation'],
  ] as const) {
    await look.getByRole('combobox', { name: label }).click()
    await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
  }
  await checkLooks(page, 'admin-payees-w9')
  await look.getByRole('button', { name: 'Save W-9' }).click()
  await expect(noticeOf(page, 'W-9 saved')).toBeVisible()
  await look.getByRole('button', { name: 'W-9' }).click()
  await expect(look.getByLabel(/^Legal name/)).toHaveValue('Tax Example, LLC')
  await look.getByRole('button', { name: 'Back' }).click()
  await look.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: '1099 List' }).click()
  const list = dialogOf(page, '1099 List')
  await checkLooks(page, 'admin-payees-tax-list')
  const saved = page.waitForEvent('download')
  await list.getByRole('button', { name: 'Export XLSX' }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^payees-\d{4}\.xlsx$/)
  await signIn(page.context(), adds)
  await page.goto(`/admin-audit?entity=payee&id=${id}`)
  await expect(page.getByRole('row').nth(1)).toContainText('Looked at a W-9')
  await expect(page.getByRole('row').nth(1)).toContainText('Vera Verifies')
})

test('approvers read payees and change none, and requesters do not see the screen', async ({
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
  await page.getByRole('button', { name: 'Look at Harbor Glass' }).click()
  await expect(dialogOf(page, 'Harbor Glass').getByRole('button')).toHaveText(['Close', ''])
  const other = await openAs(requester, '/admin-payees')
  await expect(other).toHaveURL('/unauthorized')
})

test('the list is turned on in the settings, with what each purpose needs', async ({ page, request }) => {
  const { group, adds } = await addPayeeGroup(request, { payee_list: 'off', needed: 'no' })
  await signIn(page.context(), adds)
  await page.goto('/settings')
  await expect(menu(page).getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Payees' })).toHaveCount(0)
  await page.getByRole('button', { name: `Change payees of ${group.name}` }).click()
  const dialog = dialogOf(page, `Payees of ${group.name}`)
  const list = dialog.getByRole('checkbox', { name: 'Use the list of payees' })
  await expect(list).not.toBeChecked()
  await list.press('Space')
  await dialog.getByRole('combobox', { name: 'Payee for Parts has to be verified' }).selectOption('Before approval')
  await checkLooks(page, 'settings-payees')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(noticeOf(page, 'Settings updated')).toBeVisible()
  await page.getByRole('button', { name: `Change payees of ${group.name}` }).click()
  await expect(list).toBeChecked()
  await expect(dialog.getByRole('combobox', { name: 'Payee for Parts has to be verified' })).toHaveValue(
    'before approval',
  )
  await page.reload()
  await menu(page).getByRole('link', { name: 'Payees' }).click()
  await expect(page.getByText('No payees yet.')).toBeVisible()
})

test('the form finds payees on the list, and the request says why its payee keeps it from being approved', async ({
  page,
  request,
  openAs,
}) => {
  const { admin, group, requester, approver, verifies } = await addPayeeGroup(request)
  const payee = await addPayee(admin, group, 'Harbor Glass', { payee_sub_type: 'customer' })
  await signIn(page.context(), requester)
  await openForm(page)
  await page.getByLabel(/^Payee Name/).pressSequentially('glass')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(/Harbor Glass.*customer · on the list, new/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Customer' })).toBeChecked()

  const raised = await raise(await apiAs(request, requester), { payee_name_1: 'Harbor Glass' })
  const decider = await openAs(approver, '/dashboard')
  await openRequest(decider, raised)
  const banner = decider.getByRole('region', { name: 'Payee', exact: true }).first()
  await expect(banner).toContainText('The payee Harbor Glass is not verified.')
  await checkLooks(decider, 'check-request-payee')
  await (await apiAs(request, verifies)).call('POST', `/payees/${payee.id}/verify`, { how: 'Called them' })
  await expect(banner).not.toContainText('not verified')
  await expect(decider.getByText('Verified', { exact: true })).toBeVisible()
  await (await apiAs(request, verifies)).call('POST', `/payees/${payee.id}/block`, { reason: 'A forged invoice' })
  await expect(banner).toContainText('The payee Harbor Glass is blocked: A forged invoice.')
  await banner.getByRole('link', { name: 'Look at the payee' }).click()
  await expect(decider).toHaveURL('/admin-payees?search=Harbor+Glass')
})

test('whoever looks at a payee sees what was asked for it, and who is nearly the same', async ({ page, request }) => {
  const { admin, group, verifies, requester } = await addPayeeGroup(request)
  await addPayee(admin, group, 'Vera Verifys')
  await addPayee(admin, group, 'Vera Verifies Inc', { address: '9 Back Street' })
  const raised = await raise(await apiAs(request, requester), { payee_name_1: 'Vera Verifys', amount: 310.25 })
  await start(page, verifies, '?search=verifys')
  await page.getByRole('button', { name: 'Look at Vera Verifys' }).click()
  const look = dialogOf(page, 'Vera Verifys')
  await expect(look.getByRole('region', { name: 'Nearly the same' }).getByRole('listitem')).toHaveText([
    'An employee has nearly the same name: Vera Verifies',
    'Another payee, new, has nearly the same name: Vera Verifies Inc',
  ])
  const requests = look.getByRole('region', { name: 'Requests' })
  await expect(requests).toContainText('$0.00 paid in 0 requests, $310.25 under way in 1 request.')
  await checkLooks(page, 'admin-payees-look')
  await look.getByRole('button', { name: 'Verify' }).click()
  await expect(look.getByRole('region', { name: 'Nearly the same' })).toBeVisible()
  await look.getByRole('button', { name: 'Back' }).click()
  await requests.getByRole('link', { name: raised.request_number }).click()
  await expect(page).toHaveURL(`/check-requests/${raised.id}`)
  await page.getByRole('link', { name: 'Look', exact: true }).click()
  await expect(page).toHaveURL('/admin-payees?search=Vera+Verifys')
})

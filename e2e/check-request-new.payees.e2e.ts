import { expect, type Locator, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addPayee, addPayeeGroup } from './support/payees.ts'
import { fillIn, startForm, submitForm } from './support/request-form.ts'
import { raise, raiseAt } from './support/requests.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const other = 'requester2@lakeside.example'

const payee = (page: Page) => page.getByRole('combobox', { name: 'Payee Name', exact: true })
const amount = (page: Page) => page.getByRole('combobox', { name: 'Amount', exact: true })
const earlier = (page: Page) => page.getByRole('listbox', { name: 'Earlier payees' })
const offered = (page: Page, name: string): Locator => earlier(page).getByRole('option', { name })

test('suggests an earlier payee with its history, and fills in details from its last request', async ({
  page,
  request,
}) => {
  const fields = { payee_name_1: 'Pier Glass Company', delivery_method_id: 1, mailing_method: 'UPS' }
  await raiseAt(request, 7, { ...fields, amount: 1980 })
  await raiseAt(request, 7, { ...fields, amount: 2210.87, mailing_address: '12 Pier Street\nMadison, WI 53703' })
  await startForm(page, requester)
  await payee(page).pressSequentially('pier')
  const option = offered(page, 'Pier Glass Company')
  await expect(option).toHaveText(
    /^Pier Glass Companyvendor · 2 paid, last \w+ \d+, \$2,210\.87 · 12 Pier Street, Madison, WI 53703$/,
  )
  await checkLooks(page, 'check-request-new-payees')
  await expect(payee(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(payee(page)).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(payee(page)).toHaveValue('Pier Glass Company')
  await expect(page.getByRole('radio', { name: 'Business' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Vendor' })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Purpose' })).toHaveText('Parts')
  await expect(page.getByRole('combobox', { name: 'Delivery Method' })).toHaveText('USPS Mail')
  await expect(page.getByRole('combobox', { name: 'Mailing Method' })).toHaveText('UPS')
  await expect(page.getByLabel('Mailing Address')).toHaveValue('12 Pier Street\nMadison, WI 53703')
})

test('offers what most requests to the payee have in common, with the reason', async ({ page, request }) => {
  const api = await apiAs(request, requester)
  for (const amount of [40, 50, 60]) await raise(api, { payee_name_1: 'Usual Coding Works', amount, purpose_id: 2 })
  await startForm(page, requester)
  await payee(page).fill('Usual Coding Works')
  const usual = page.getByRole('list', { name: 'Suggested coding' })
  const purpose = usual.getByRole('listitem').filter({ hasText: 'Use Purpose' })
  await expect(purpose).toContainText('3 of 3 requests')
  await checkLooks(page, 'check-request-new-usual')
  const name = (await purpose.getByRole('button').innerText()).replace('Use Purpose ', '')
  await purpose.getByRole('button').click()
  await expect(page.getByRole('combobox', { name: 'Purpose' })).toHaveText(name)
  await expect(purpose).toHaveCount(0)
})

test('suggests the payee’s recent amounts, and accepts any other amount', async ({ page, request }) => {
  for (const cents of [640.5, 65]) await raiseAt(request, 1, { payee_name_1: 'Amounts Again', amount: cents })
  await startForm(page, requester)
  await payee(page).pressSequentially('Amounts')
  await offered(page, 'Amounts Again').click()
  await amount(page).click()
  const amounts = page.getByRole('listbox', { name: 'Recent amounts' }).getByRole('option')
  await expect(amounts).toHaveText(['$65.00', '$640.50'])
  await page.keyboard.type('64')
  await expect(amounts).toHaveText(['$640.50'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(amount(page)).toHaveValue('$640.50')
  await amount(page).fill('1234.5')
  await expect(amount(page)).toHaveValue('1234.5')
  await amount(page).blur()
  await expect(amount(page)).toHaveValue('$1,234.50')
})

test('keeps a new payee’s typed name without selecting a suggestion', async ({ page, request }) => {
  await raiseAt(request, 1, { payee_name_1: 'Fresh Paint Works' })
  await startForm(page, requester)
  await payee(page).pressSequentially('Fresh')
  await expect(offered(page, 'Fresh Paint Works')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(earlier(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(payee(page)).toHaveValue('Fresh')
  await page.keyboard.type(' Start LLC')
  await expect(payee(page)).toHaveValue('Fresh Start LLC')
  await expect(earlier(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Business' })).not.toBeChecked()
  await fillIn(page, { payee: 'Fresh Start LLC', amount: '15' })
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await expect(page.getByRole('main').getByText('Fresh Start LLC').first()).toBeVisible()
})

test('selects a payee by mouse, and suggests only payees of requests that the user can see', async ({
  page,
  request,
  openAs,
}) => {
  await raiseAt(request, 1, { payee_name_1: 'Mine And Mine Alone' })
  await startForm(page, requester)
  await payee(page).pressSequentially('mine and')
  await offered(page, 'Mine And Mine Alone').click()
  await expect(payee(page)).toHaveValue('Mine And Mine Alone')
  const others = await openAs(other, '/check-request-new')
  await payee(others).pressSequentially('mine and')
  const answer = others.waitForResponse((response) => response.url().includes('search=mine+and+m'))
  await others.keyboard.type(' m')
  expect((await (await answer).json()).data).toEqual([])
  await expect(earlier(others)).toHaveCount(0)
})

test('hides suggestions for a fully typed payee until the user presses an arrow key', async ({ page, request }) => {
  await raiseAt(request, 1, { payee_name_1: 'Wholly Typed Out' })
  await startForm(page, requester)
  await payee(page).pressSequentially('Wholly Typed')
  await expect(offered(page, 'Wholly Typed Out')).toBeVisible()
  await page.keyboard.type(' Out')
  await expect(earlier(page)).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(offered(page, 'Wholly Typed Out')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Vendor' })).toBeChecked()
  await expect(amount(page)).toBeFocused()
})

test('joins two payees by AND unless the requester chooses OR', async ({ page }) => {
  await startForm(page, requester)
  await fillIn(page, { payee: 'Ada Lovelace', amount: '77.10' })
  const joins = page.getByRole('group', { name: 'Payees Joined By' })
  await expect(joins).toHaveCount(0)
  await page.getByLabel(/^Second Payee Name/).fill('Charles Babbage')
  await expect(joins.getByRole('radio', { name: /^AND/ })).toBeChecked()
  await joins.getByText('OR: either of them can cash it').click()
  await checkLooks(page, 'check-request-new-two-payees')
  await page.getByLabel(/^Second Payee Name/).fill('')
  await expect(joins).toHaveCount(0)
  await page.getByLabel(/^Second Payee Name/).fill('Charles Babbage')
  await expect(joins.getByRole('radio', { name: /^OR/ })).toBeChecked()
  await submitForm(page)
  await expect(page.getByText('Ada Lovelace or Charles Babbage').first()).toBeVisible()
  await expect(page.getByText('OR: either of them can cash it')).toBeVisible()
  await checkLooks(page, 'check-request-two-payees')
})

test('marks payees by state, puts blocked ones last and out of reach, and asks about a slip (decision 177)', async ({
  page,
  request,
}) => {
  const { admin, group, requester: own, verifies } = await addPayeeGroup(request)
  const parts = await addPayee(admin, group, 'Great Lakes Auto Parts', { address: '5 Lake Road' })
  await (await apiAs(request, verifies)).call('POST', `/payees/${parts.id}/verify`, { how: 'Called them' })
  const wreckers = await addPayee(admin, group, 'Great Auto Wreckers')
  await admin.call('POST', `/payees/${wreckers.id}/block`, { reason: 'Forged' })
  await addPayee(admin, group, 'Great Tires')
  await startForm(page, own)
  const calls: string[] = []
  page.on('request', (call) => /payees/.test(call.url()) && calls.push(call.url()))
  await payee(page).pressSequentially('great', { delay: 20 })
  const options = page.getByRole('listbox', { name: 'Payees' }).getByRole('option')
  await expect(options).toHaveText([
    'Great Lakes Auto PartsVerifiedvendor · not paid yet · no W-9 on file · 5 Lake Road',
    'Great TiresNewvendor · not paid yet · no W-9 on file',
    'Great Auto WreckersBlockedvendor · not paid yet · no W-9 on file',
  ])
  // The first letters can already be answered by what the empty field has shown.
  await expect.poll(() => calls.length).toBe(1)
  await expect(options.last()).toHaveAttribute('aria-disabled', 'true')
  await checkLooks(page, 'check-request-new-payee-states')
  await options.last().click({ force: true })
  await expect(payee(page)).toHaveValue('great')
  await page.keyboard.press('Enter')
  await expect(payee(page)).toHaveValue('great')
  await payee(page).fill('Great Auto Wreckers')
  await expect(payee(page)).toHaveAccessibleDescription(/^Great Auto Wreckers is blocked, so a request/)
  await payee(page).fill('Graet Lakes Auto Prts')
  await expect(options).toHaveText([/^Did you mean Great Lakes Auto Parts\?Verified/])
  await expect(payee(page)).toHaveAccessibleDescription('Did you mean Great Lakes Auto Parts?')
  await checkLooks(page, 'check-request-new-payee-slip')
  const forged = await addPayee(admin, group, 'Great Lake Auto Part')
  await admin.call('POST', `/payees/${forged.id}/block`, { reason: 'Forged' })
  await payee(page).fill('Great Lake Auto Parts')
  await expect(options).toHaveText([/^Did you mean Great Lakes Auto Parts\?Verified/, /^Great Lake Auto PartBlocked/])
  await expect(payee(page)).toHaveAccessibleDescription('Did you mean Great Lakes Auto Parts?')
  await payee(page).press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(payee(page)).toHaveValue('Great Lakes Auto Parts')
  await expect(payee(page)).toHaveAccessibleDescription('Verified payee, no W-9 on file.')
})

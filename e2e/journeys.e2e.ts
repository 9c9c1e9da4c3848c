import { expect, type Page } from '@playwright/test'
import { countKeys } from './support/keys.ts'
import { rowsOf } from './support/lists.ts'
import { palette, paletteOptions } from './support/palette.ts'
import { updateForm } from './support/request-detail.ts'
import { part, raiseAt } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'

test('takes at most 22 key presses from the dashboard to a second request to the same payee', async ({
  page,
  request,
}) => {
  const first = { payee_name_1: 'Quarry Street Towing', amount: 480, delivery_method_id: 1, mailing_method: 'UPS' }
  await raiseAt(request, 7, { ...first, mailing_address: '9 Quarry Street', memo_line: 'Tow' })
  const keys = await countKeys(page)
  await logIn(page, requester)
  await page.keyboard.press('c')
  await expect(field(page, 'Payee Name')).toBeFocused()
  await page.keyboard.type('qua')
  await expect(page.getByRole('listbox').getByRole('option', { name: 'Quarry Street Towing' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Amount')).toBeFocused()
  await page.keyboard.type('525')
  for (const _ of ['Purpose', 'Due Date', 'Priority Level', 'VIN Last Digits']) await page.keyboard.press('Tab')
  await page.keyboard.type('K98761')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  const facts = part(page, 'Request Information')
  for (const text of [
    '$525.00',
    'Quarry Street Towing',
    'Parts',
    'K98761',
    'Service',
    'UPS',
    '9 Quarry Street',
    'Normal',
  ])
    await expect(facts).toContainText(text)
  expect((await keys()).length).toBeLessThanOrEqual(22)
})

test('takes at most 26 key presses for twelve decisions from the list to the end of the queue', async ({
  page,
  request,
}) => {
  const payees = Array.from({ length: 12 }, (_, index) => `Twelve Decisions ${index + 1}`)
  for (const payee_name_1 of payees) await raiseAt(request, 1, { payee_name_1, po_purchase_no: payee_name_1 })
  const keys = await countKeys(page)
  await logIn(page, approver)
  await page.goto('/check-requests-pending?search=twelve+decisions')
  await expect(rowsOf(page)).toHaveCount(payees.length)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  for (let left = payees.length; left > 0; left -= 1) {
    await expect(page.getByText(`1 of ${left}`, { exact: true })).toBeVisible()
    await page.keyboard.press('a')
    await expect(updateForm(page).getByRole('button', { name: 'Approve $1,234.50' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(page).toHaveURL(/\/check-requests-pending/)
  await expect(page.getByText('12 approved, $14,814.00')).toBeVisible()
  expect((await keys()).length).toBeLessThanOrEqual(26)
})

test('finds an old request by its check number with at most 12 key presses', async ({ page, request }) => {
  const old = await raiseAt(request, 7, { payee_name_1: 'Long Ago Supply' })
  const keys = await countKeys(page)
  await logIn(page, requester)
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type(old.check_number)
  await expect(paletteOptions(page).first()).toContainText('Long Ago Supply')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/check-requests/${old.id}`)
  expect((await keys()).length).toBeLessThanOrEqual(12)
})

function field(page: Page, name: string) {
  return page.getByRole('combobox', { name, exact: true })
}

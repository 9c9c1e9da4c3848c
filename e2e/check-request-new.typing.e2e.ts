import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { fillIn, numberField, openForm, startForm } from './support/request-form.ts'
import { choose, raise } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const twoDealerships = 'requester2@lakeside.example'
const admin = 'admin@lakeside.example'

const due = (page: Page) => page.getByLabel('Due Date')

test('fills in the last location and Normal priority, and focuses the payee field', async ({ page, request }) => {
  const user = await apiAs(request, requester)
  const departments = await user.call<{ id: number; code: string; dealership_code: string }[]>('GET', '/departments')
  const department = (code: string) =>
    departments.find((row) => row.code === code && row.dealership_code === 'TOY')?.id ?? 0
  await logIn(page, requester)
  for (const [code, label] of [
    ['PRT', 'Parts (PRT)'],
    ['SVC', 'Service (SVC)'],
  ] as const) {
    await raise(user, { department_id: department(code) })
    await openForm(page)
    await expect(page.getByRole('combobox', { name: 'Department', exact: true })).toHaveText(label)
    await expect(page.getByRole('radio', { name: 'Normal' })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Payee Name', exact: true })).toBeFocused()
  }
})

test('focuses the first empty required field', async ({ page }) => {
  await startForm(page, admin)
  await expect(page.getByRole('combobox', { name: 'Requester', exact: true })).toBeFocused()
})

test('skips previews, calendars, and clear buttons on Tab, and clears a field on Delete', async ({ page }) => {
  await startForm(page, twoDealerships)
  const dealership = page.getByRole('combobox', { name: 'Dealership', exact: true })
  await choose(page, 'Dealership', 'Lakeside Honda (HON)')
  await choose(page, 'Department', 'Sales (SAL)')
  await dealership.focus()
  const stops = ['Department', 'Payee Name', 'Second Payee Name']
  for (const name of stops) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(new RegExp(`^${name}`))).toBeFocused()
  }
  await due(page).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Normal' })).toBeFocused()
  await dealership.press('Delete')
  await expect(dealership).toHaveText('Select')
  await expect(numberField(page)).toHaveValue(/^LAG-\d/)
  await choose(page, 'Dealership', 'Lakeside Toyota (TOY)')
  await page.getByRole('button', { name: 'Clear Lakeside Toyota (TOY)' }).click()
  await expect(dealership).toHaveText('Select')
})

test('accepts a due date that is typed in an everyday format or chosen from the calendar', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-22T12:00:00-06:00')
  await startForm(page, requester)
  await expect(due(page)).toHaveValue('Nov 29, 2026')
  for (const [typed, shown] of [
    ['12/3', 'Dec 3, 2026'],
    ['+5', 'Nov 27, 2026'],
    ['fri', 'Nov 27, 2026'],
    ['1/5', 'Jan 5, 2027'],
    ['11/21', 'Nov 21, 2027'],
    ['dec 24 26', 'Dec 24, 2026'],
  ] as const) {
    await due(page).focus()
    await page.keyboard.type(typed)
    await expect(due(page)).toHaveValue(typed)
    await page.keyboard.press('Tab')
    await expect(due(page)).toHaveValue(shown)
  }
  await due(page).fill('soon')
  await due(page).blur()
  await expect(page.getByText('Type a date, such as 12/3, +5, or fri.')).toBeVisible()
  await expect(due(page)).toHaveValue('soon')
  await checkLooks(page, 'check-request-new-date')
  await due(page).fill('+2')
  await due(page).blur()
  await expect(page.getByText('Type a date, such as 12/3')).toHaveCount(0)
  await page.locator('input[type=date]').evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '2026-12-31')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(due(page)).toHaveValue('Dec 31, 2026')
})

test('submits a date that was typed just before Enter', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-22T12:00:00-06:00')
  await startForm(page, requester)
  await fillIn(page, { payee: 'Typed In Time', amount: '12' })
  await due(page).focus()
  await page.keyboard.type('12/31')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await expect(page.getByRole('main').getByText('Dec 31, 2026')).toBeVisible()
})

import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { fillIn, numberField, openForm, startForm, submitForm } from './support/request-form.ts'
import { choose, menu } from './support/requests.ts'
import { logIn, logOut, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'

test('leaving asks first while something is typed: by link, back button and closing the tab', async ({ page }) => {
  await logIn(page, requester)
  await menu(page).getByRole('link', { name: 'New Request' }).click()
  await page.getByLabel(/^Payee Name/).fill('Half done')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/check-request-new')
  await page.goBack()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel(/^Payee Name/)).toHaveValue('Half done')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/check-requests')
})

test('an unfinished request is offered on return, and gone once it is submitted', async ({ page }) => {
  await startForm(page, requester)
  await fillIn(page, { payee: 'Later Supplies', amount: '99.95' })
  await page.goto('about:blank')
  await openForm(page)
  const offer = page.getByRole('region', { name: 'Unfinished request' })
  await expect(offer).toContainText('$99.95 to Later Supplies')
  await checkLooks(page, 'check-request-new-draft')
  await offer.getByRole('button', { name: 'Continue with it' }).click()
  await expect(page.getByLabel(/^Payee Name/)).toHaveValue('Later Supplies')
  await expect(page.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('$99.95')
  await expect(numberField(page)).toHaveValue(/^LAG-TOY-SVC-\d{6}$/)
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await openForm(page)
  await expect(offer).toHaveCount(0)
})

test('an unfinished request survives the end of the session, but not a logout', async ({ page, context }) => {
  await startForm(page, requester)
  await page.getByLabel(/^Payee Name/).fill('Survivor Inc')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await choose(page, 'Department', 'Service (SVC)')
  await expect(page).toHaveURL('/login', { timeout: 15_000 })
  await submitLogin(page, requester)
  await expect(page).toHaveURL('/check-request-new')
  await expect(page.getByText('Survivor Inc')).toBeVisible()
  await logOut(page)
  await startForm(page, requester)
  await expect(page.getByText('Survivor Inc')).toHaveCount(0)
})

test('the keyboard alone raises a second request like the first within 30 seconds', async ({ page }) => {
  await startForm(page, requester)
  await fillIn(page, { payee: 'Monthly Window Care', amount: '150' })
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  const first = page.url()
  const started = Date.now()
  await page.getByRole('button', { name: 'Duplicate' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused()
  await page.keyboard.type('175.25', { delay: 100 })
  await page.getByLabel('PO Number').press('P')
  await page.keyboard.type('O-5200', { delay: 100 })
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL('/check-request-new')
  await expect(page.getByRole('main').getByText('$175.25').first()).toBeVisible()
  expect(page.url()).not.toBe(first)
  expect(Date.now() - started).toBeLessThan(30_000)
})

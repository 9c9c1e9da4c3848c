import { expect, type Locator, type Page } from '@playwright/test'
import { choose } from './requests.ts'
import { logIn } from './session.ts'

/** Fills in all fields that a new request of the demo's first requester needs, without submitting it. */
export async function fillIn(page: Page, { payee, amount }: { payee: string; amount: string }): Promise<void> {
  await choose(page, 'Department', 'Service (SVC)')
  await page.getByLabel(/^Payee Name/).fill(payee)
  await page.getByRole('radio', { name: 'Business' }).check()
  await page.getByRole('radio', { name: 'Vendor' }).check()
  await page.getByRole('combobox', { name: 'Amount', exact: true }).fill(amount)
  await choose(page, 'Purpose', 'Parts')
  await page.getByRole('radio', { name: 'Normal' }).check()
  await page.getByLabel('PO Number').fill('PO-4711')
  await choose(page, 'Delivery Method', 'In-Person Pickup')
}

/** Opens the form of a new request and waits until it is ready for input. */
export async function openForm(page: Page): Promise<void> {
  await page.goto('/check-request-new')
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeVisible()
}

/** Logs in and opens the form of a new request. */
export async function startForm(page: Page, email: string): Promise<void> {
  await logIn(page, email)
  await openForm(page)
}

export async function submitForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Request' }).click()
}

/** A field for text, with or without suggestions. */
export function textField(page: Page, name: string): Locator {
  return page.getByRole('combobox', { name, exact: true }).or(page.getByRole('textbox', { name, exact: true }))
}

export function numberField(page: Page): Locator {
  return page.getByLabel('Request Number')
}

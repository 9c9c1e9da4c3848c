import { expect, type Locator, type Page } from '@playwright/test'
import type { ApiUser } from './api.ts'

export interface Raised {
  id: number
  request_number: string
  version: number
}

interface Session {
  dealer_group_id: number
  dealership_id: number[]
  department_id: number[]
}

interface Named {
  id: number
  name: string
}

/** Raises a request over the API, at the first place that the requester is assigned to. */
export async function raise(user: ApiUser, fields: Record<string, unknown> = {}): Promise<Raised> {
  const session = await user.call<Session>('GET', '/auth/session')
  const purposes = await user.call<Named[]>('GET', '/purposes')
  const methods = await user.call<Named[]>('GET', '/delivery-methods')
  return user.call('POST', '/check-requests/create-check-req', {
    dealer_group_id: session.dealer_group_id,
    dealership_id: session.dealership_id[0] ?? null,
    department_id: session.department_id[0] ?? null,
    amount: 1234.5,
    purpose_id: idOf(purposes, 'Parts'),
    priority_level: 'normal',
    payee_type: 'business',
    payee_sub_type: 'vendor',
    payee_name_1: 'Harbor Glass Works',
    po_purchase_no: 'PO-77001',
    delivery_method_id: idOf(methods, 'In-Person Pickup'),
    ...fields,
  })
}

/** Moves a request along over the API. */
export async function move(user: ApiUser, { id }: { id: number }, status_id: number, more: object = {}): Promise<void> {
  await user.call('POST', `/status/check-request-history/${id}`, { status_id, ...more })
}

function idOf(rows: readonly Named[], name: string): number | undefined {
  return rows.find((row) => row.name === name)?.id
}

/** Chooses one of a select's options. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Fills in all that a new request of the demo's first requester needs, but does not send it. */
export async function fillIn(page: Page, { payee, amount }: { payee: string; amount: string }): Promise<void> {
  await choose(page, 'Department', 'Service (SVC)')
  await page.getByLabel(/^Payee Name/).fill(payee)
  await page.getByRole('radio', { name: 'Business' }).check()
  await page.getByRole('radio', { name: 'Vendor' }).check()
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill(amount)
  await choose(page, 'Purpose', 'Parts')
  await page.getByRole('radio', { name: 'Normal' }).check()
  await page.getByLabel('PO Number').fill('PO-4711')
  await choose(page, 'Delivery Method', 'In-Person Pickup')
}

/** Opens the form of a new request and waits until it can be filled in. */
export async function openForm(page: Page): Promise<void> {
  await page.goto('/check-request-new')
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeVisible()
}

/** Opens a request and waits until it is there. */
export async function openRequest(page: Page, { id, request_number }: Pick<Raised, 'id' | 'request_number'>) {
  await page.goto(`/check-requests/${id}`)
  await expect(page.getByText(request_number, { exact: true }).first()).toBeVisible()
}

/** The part of the screen with this heading. */
export function part(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** The sidebar. */
export function menu(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' })
}

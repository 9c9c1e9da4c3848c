import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { type ApiUser, apiAs } from './api.ts'

export interface Raised {
  id: number
  request_number: string
  version: number
}

/** A request with its check number from Signed on. */
export interface RaisedAt extends Raised {
  check_number: string
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

/** Creates a request through the API, at the requester's first location. */
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

/** Makes a transition through the API. */
export async function move(user: ApiUser, { id }: { id: number }, status_id: number, more: object = {}): Promise<void> {
  const { version } = await user.call<Raised>('GET', `/check-requests/${id}`)
  await user.call('POST', `/status/check-request-history/${id}`, { status_id, version, ...more })
}

let lastCheckNumber = 700_000

/** A check number that is unique in the run. */
export function nextCheckNumber(): string {
  lastCheckNumber += 1
  return String(lastCheckNumber)
}

/** A request of Lakeside's first requester, brought to this status by the responsible users. */
export async function raiseAt(
  request: APIRequestContext,
  status: number,
  fields = {},
  note = 'The invoice is missing',
): Promise<RaisedAt> {
  const raised = await raise(await apiAs(request, 'requester@lakeside.example'), fields)
  const decider = await apiAs(request, 'approver@lakeside.example')
  if (status === 8 || status === 9) await move(decider, raised, status, { note })
  else if (status >= 2) await move(decider, raised, status === 2 ? 2 : 3)
  const check_number = nextCheckNumber()
  const clerk = await apiAs(request, 'processor@lakeside.example')
  if (status >= 4 && status <= 7) await move(clerk, raised, 4)
  if (status >= 5 && status <= 7) await move(clerk, raised, 5, { check_number })
  if (status === 6 || status === 7) await move(clerk, raised, 6)
  if (status === 7) await move(clerk, raised, 7)
  return { ...raised, check_number }
}

function idOf(rows: readonly Named[], name: string): number | undefined {
  return rows.find((row) => row.name === name)?.id
}

/** Chooses an option of a select. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
}

/** The section of the screen with this heading. */
export function part(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** The sidebar. */
export function menu(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' })
}

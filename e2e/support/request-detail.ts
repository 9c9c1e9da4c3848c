import { expect, type Locator, type Page } from '@playwright/test'
import { part, type Raised } from './requests.ts'

/** Opens a request and waits until it has loaded. */
export async function openRequest(page: Page, { id, request_number }: Pick<Raised, 'id' | 'request_number'>) {
  await page.goto(`/check-requests/${id}`)
  await expect(page.getByText(request_number, { exact: true }).first()).toBeVisible()
}

/** The form that makes a transition. */
export function updateForm(page: Page): Locator {
  return part(page, 'Update Status')
}

/** One of the statuses that the form offers. */
export function statusChoice(page: Page, name: string): Locator {
  return updateForm(page).getByRole('radio', { name, exact: true })
}

/** The history of the request, newest first. */
export function activities(page: Page): Locator {
  return part(page, 'Activity Log').locator('ol > li')
}

/** The seven steps of the tracker. */
export function steps(page: Page): Locator {
  return part(page, 'Status Flow').getByRole('listitem')
}

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

/** What speaks for or against the request, above the decision. */
export function findings(page: Page): Locator {
  return updateForm(page).getByRole('region', { name: 'Before You Decide' })
}

/** The texts that approvers see in place of status names. */
const decisions: Record<string, string> = { Approved: 'Approve', Rejected: 'Reject', SendBack: 'Send Back' }

/** One of the form's statuses; opens 'More' first if necessary. */
export function statusChoice(page: Page, name: string): Locator {
  const radio = (text: string) => updateForm(page).getByRole('radio', { name: text, exact: true })
  const decision = decisions[name]
  return decision ? radio(name).or(radio(decision)) : radio(name)
}

/** Shows an approver's options besides the decisions. */
export async function showMore(page: Page): Promise<void> {
  await updateForm(page).getByText('More', { exact: true }).click()
}

/** The history of the request, newest first. */
export function activities(page: Page): Locator {
  return part(page, 'Activity Log').locator('ol > li')
}

/** The seven steps of the tracker. */
export function steps(page: Page): Locator {
  return part(page, 'Status Flow').getByRole('listitem')
}

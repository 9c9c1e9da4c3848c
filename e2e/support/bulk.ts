import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { rowOf } from './lists.ts'
import { type RaisedAt, raiseAt } from './requests.ts'

/** Requests at a status with a unique payee, so that a search finds exactly these. */
export async function raiseSeveral<const Amounts extends readonly number[]>(
  request: APIRequestContext,
  status: number,
  payee: string,
  amounts: Amounts,
): Promise<{ [Index in keyof Amounts]: RaisedAt }> {
  const raised: RaisedAt[] = []
  for (const amount of amounts) {
    const po_purchase_no = `${payee} ${status} ${amount}`
    raised.push(await raiseAt(request, status, { amount, payee_name_1: payee, po_purchase_no }))
  }
  return raised as { [Index in keyof Amounts]: RaisedAt }
}

/** The checkbox of a request's row. */
export function boxOf(page: Page, { request_number }: { request_number: string }): Locator {
  return rowOf(page, request_number).getByRole('checkbox', { name: `Select ${request_number}` })
}

/** The bar with the selection and its actions. */
export function selectionBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Selection' })
}

/** Selects exactly these requests and opens the review of a transition. */
export async function openReview(page: Page, action: string, requests: readonly { request_number: string }[]) {
  for (const request of requests) await boxOf(page, request).check()
  await expect(selectionBar(page)).toContainText(`${requests.length} selected`)
  await selectionBar(page).getByRole('button', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

/** The row of one request in a review or among results. */
export function lineOf(dialog: Locator, { request_number }: { request_number: string }): Locator {
  return dialog.getByRole('listitem').filter({ hasText: request_number })
}

import { expect, type Locator, type Page } from '@playwright/test'

export const noMatchSearch = 'nothing is called like this'

/** The rows of a table, without its header. */
export function rowsOf(page: Page): Locator {
  return page.locator('tbody').getByRole('row')
}

/** The row of the request with this number. */
export function rowOf(page: Page, requestNumber: string): Locator {
  return rowsOf(page).filter({ has: page.getByRole('link', { name: requestNumber, exact: true }) })
}

/** Waits until the list says that it holds so many. */
export async function expectFound(page: Page, count: number | string): Promise<void> {
  await expect(page.getByText(`${count} check requests found`, { exact: true })).toBeVisible()
}

export async function expectColumns(page: Page, names: string[]): Promise<void> {
  await expect(page.getByRole('columnheader')).toHaveText(names)
}

/** What the cells of a column say, from top to bottom. */
export async function textsIn(page: Page, column: string): Promise<string[]> {
  const headers = await page.getByRole('columnheader').allInnerTexts()
  const position = headers.indexOf(column) + 1
  expect(position, `column ${column}`).toBeGreaterThan(0)
  return page.locator(`tbody td:nth-child(${position})`).allInnerTexts()
}

/** Amounts as the column shows them, in dollars. */
export async function amountsIn(page: Page): Promise<number[]> {
  const texts = await textsIn(page, 'Amount')
  return texts.map((text) => Number(text.replaceAll(/[$,]/g, '')))
}

export function searchBox(page: Page): Locator {
  return page.getByRole('searchbox')
}

/** Searches for what nothing holds: the empty message of the screen, and the way back. */
export async function expectNoMatch(page: Page, message: string): Promise<void> {
  await searchBox(page).fill(noMatchSearch)
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expectFound(page, 0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(searchBox(page)).toHaveValue('')
}

import { expect, type Locator, type Page } from '@playwright/test'
import type { ListedRequest } from '../../domain/src/check-requests/replies.ts'
import { signIn } from './session.ts'

/** The fields of a list response that specs look at. */
export interface ListPage {
  items: ListedRequest[]
  total: number
}

export const noMatchSearch = 'nothing is called like this'

/** Logs in and opens the list of check requests. */
export async function openList(page: Page, email: string, query = ''): Promise<void> {
  await signIn(page.context(), email)
  await page.goto(`/check-requests${query}`)
  await expect(page.getByText(/check requests? found/)).toBeVisible()
}

/** The rows of a table without its header. */
export function rowsOf(page: Page): Locator {
  return page.locator('tbody').getByRole('row')
}

/** The row of the request with this number. */
export function rowOf(page: Page, requestNumber: string): Locator {
  return rowsOf(page).filter({ has: page.getByRole('link', { name: requestNumber, exact: true }) })
}

/** Waits until the list shows this count. */
export async function expectFound(page: Page, count: number | string): Promise<void> {
  await expect(page.getByText(`${count} check request${count === 1 ? '' : 's'} found`, { exact: true })).toBeVisible()
}

/** Where the window is narrower, columns give way; where it is wider, more are added. */
export const widthOfSpecifiedColumns = { width: 1366, height: 800 }

export async function expectColumns(page: Page, names: string[]): Promise<void> {
  await expect(page.getByRole('columnheader')).toHaveText(names)
}

/** The texts of a column, from top to bottom. */
export async function textsIn(page: Page, column: string): Promise<string[]> {
  const headers = await page.getByRole('columnheader').allInnerTexts()
  const position = headers.indexOf(column) + 1
  expect(position, `column ${column}`).toBeGreaterThan(0)
  return page.locator(`tbody td:nth-child(${position})`).allInnerTexts()
}

/** Amounts shown in the column, in dollars. */
export async function amountsIn(page: Page): Promise<number[]> {
  const texts = await textsIn(page, 'Amount')
  return texts.map((text) => Number(text.replaceAll(/[$,]/g, '')))
}

export function searchBox(page: Page): Locator {
  return page.getByRole('searchbox')
}

/** Searches for something that matches nothing: expects the screen's empty message, and the way back. */
export async function expectNoMatch(page: Page, message: string): Promise<void> {
  await searchBox(page).fill(noMatchSearch)
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expectFound(page, 0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(searchBox(page)).toHaveValue('')
}

const whoAndWhat = ['Request #', 'Requester', 'Department', 'Payee', 'Amount', 'Purpose', 'Req Date']
const state = ['Status', 'Priority', 'Action']

/** Columns of the queues (R081), and with them the due date where no checkboxes take its room. */
export const queueColumns = [...whoAndWhat, ...state]
export const queueColumnsWithDueDate = [...whoAndWhat, 'Due Date', ...state]

/** Searching in uppercase for the first row's text of each column finds only rows with that text in one of them. */
export async function expectSearches(page: Page, columns: string[]): Promise<void> {
  await page.setViewportSize(widthOfSpecifiedColumns)
  await expect(rowsOf(page).first()).toBeVisible()
  const fields = await Promise.all(columns.map((column) => textsIn(page, column)))
  for (const [text] of fields as [string][]) {
    await searchBox(page).fill(text.toUpperCase())
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === text.toUpperCase())
    await expect(async () => {
      const rows = await Promise.all(columns.map((column) => textsIn(page, column)))
      const [first = []] = rows
      expect(first.length).toBeGreaterThan(0)
      for (const index of first.keys()) expect(rows.map((column) => column[index]).join('\n')).toContain(text)
    }).toPass()
  }
}

/** A note in one line beneath a row of 60 pixels, or a card of 92. */
export async function expectNoteBeneath(page: Page, row: Locator, text: string): Promise<void> {
  const note = row.getByText(text)
  for (const [width, height] of [
    [1280, 60],
    [360, 92],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(note).toBeVisible()
    const [frame, line] = [await row.boundingBox(), await note.boundingBox()]
    if (!frame || !line) throw new Error('The note is not shown')
    expect(frame.height).toBe(height)
    expect(line.height).toBeLessThan(24)
    expect(line.y + line.height).toBeLessThanOrEqual(frame.y + height)
  }
}

import { expect, type Locator, type Page } from '@playwright/test'
import type { DetailedRequest, ListedRequest } from '../../domain/src/check-requests/replies.ts'
import type { ApiUser } from './api.ts'
import { signIn } from './session.ts'

/** The fields of a list response that specs use. */
export interface ListPage {
  items: ListedRequest[]
  total: number
}

export const noMatchSearch = 'no request has this name'

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

/** Narrower windows drop columns; wider ones add some of our own (F3). */
export const widthOfSpecifiedColumns = { width: 1280, height: 800 }

export async function expectColumns(page: Page, names: string[]): Promise<void> {
  await expect(page.getByRole('columnheader')).toHaveText(names)
}

/** Waits for the specified columns in their order, possibly with our own in between. */
export async function expectNamedColumns(page: Page, names: readonly string[]): Promise<void> {
  const shown = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).filter((name) => names.includes(name))
  await expect.poll(shown).toEqual(names)
}

/** The truncated texts in these columns; for a status, the badge and the check number. */
export function cutOff(page: Page, columns: readonly string[]): Promise<(string | null)[]> {
  return page.evaluate((columns) => {
    const isCut = (text: Element) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const [inner, outer] = [range.getBoundingClientRect(), text.closest('td > div')?.getBoundingClientRect()]
      return !outer || inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5 || inner.width === 0
    }
    const cells = columns.flatMap((name) => [...document.querySelectorAll(`td[data-label="${name}"] > div`)])
    const texts = cells.flatMap((cell) => {
      const parts = [...cell.querySelectorAll('.status-first > *')]
      return parts.length > 0 ? parts : (cell.querySelector('.row-link') ?? cell)
    })
    return texts.filter((text) => isCut(text)).map(({ textContent }) => textContent)
  }, columns)
}

/** The width of a column's narrowest cell, in pixels. */
export function narrowest(page: Page, column: string): Promise<number> {
  return page
    .locator(`td[data-label="${column}"]`)
    .evaluateAll((cells) => Math.min(...cells.map((cell) => cell.getBoundingClientRect().width)))
}

/** The texts of a column from top to bottom. */
export async function textsIn(page: Page, column: string): Promise<string[]> {
  const headers = await page.getByRole('columnheader').allInnerTexts()
  const position = headers.indexOf(column) + 1
  expect(position, `column ${column}`).toBeGreaterThan(0)
  const texts = await page.locator(`tbody td:nth-child(${position})`).allInnerTexts()
  // A request number can have marks below it.
  return column === 'Request #' ? texts.map((text) => text.split('\n')[0] ?? '') : texts
}

/** Amounts shown in the column, in dollars. */
export async function amountsIn(page: Page): Promise<number[]> {
  const texts = await textsIn(page, 'Amount')
  return texts.map((text) => Number(text.replaceAll(/[$,]/g, '')))
}

export function searchBox(page: Page): Locator {
  return page.getByRole('searchbox')
}

/** Searches without results: expects the screen's empty message, and the way back. */
export async function expectNoMatch(page: Page, message: string): Promise<void> {
  await searchBox(page).fill(noMatchSearch)
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expectFound(page, 0)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(searchBox(page)).toHaveValue('')
}

const whoAndWhat = ['Request #', 'Requester', 'Department', 'Payee', 'Amount', 'Purpose', 'Req Date']
const state = ['Status', 'Priority', 'Action']

/** Columns of the list (R056). */
export const listColumns = ['Request #', 'Amount', 'Payee', 'Department', 'Req Date', ...state]

/** Columns of the queues (R081). */
export const queueColumns = [...whoAndWhat, ...state]

/** Columns of Processing (R088) and Completed (R093). */
export const processingColumns = [...whoAndWhat.slice(0, -1), 'Status', 'Priority', 'View']
const handedOver = ['Delivery Method', 'Completed Date', 'View']
export const completedColumns = ['Request #', 'Check #', 'Requester', 'Payee', 'Amount', 'Purpose', ...handedOver]

type Sought = ListedRequest & { notes?: readonly string[] }

/** The searched texts by the name of their column. */
const searched = {
  'Request #': (row: Sought) => row.request_number,
  Requester: (row: Sought) => row.requester_name,
  Payee: (row: Sought) => row.payee_name_1,
  Purpose: (row: Sought) => row.purpose_name,
  'Check #': (row: Sought) => row.check_number ?? '',
}
type SearchedColumn = keyof typeof searched

/** The columns in which a request has this text; lists search notes too. */
function columnsWith(row: Sought, text: string): string[] {
  const notes = ({ notes = [] }: Sought) => notes.join('\n')
  return Object.entries({ ...searched, Notes: notes }).flatMap(([name, read]) =>
    read(row).toLowerCase().includes(text.toLowerCase()) ? name : [],
  )
}

/** The rarest text that the screen's requests have only in this column. */
function tellingText(shown: readonly Sought[], column: SearchedColumn): string {
  const telling = shown.filter((row) => columnsWith(row, searched[column](row)).join() === column)
  const matches = (text: string) => shown.filter((row) => columnsWith(row, text).length > 0).length
  const texts = new Set(telling.map(searched[column]).filter((text) => text !== ''))
  const [text] = [...texts].toSorted((one, other) => matches(one) - matches(other))
  if (!text) throw new Error(`No request can be found by its ${column} alone`)
  return text
}

/** All visible requests, divided into those at these statuses with their notes, and all others. */
async function requestsAt(api: ApiUser, statuses: readonly number[]) {
  const all = await api.call<Sought[]>('GET', '/check-requests/by-user')
  const isShown = ({ status_id }: Sought) => statuses.includes(status_id)
  const withNotes = async (row: Sought): Promise<Sought> => {
    const whole = await api.call<DetailedRequest>('GET', `/check-requests/${row.id}`)
    const { payee_name_2, purpose_other, notes, memo_line, status_history } = whole
    const texts = [payee_name_2, purpose_other, notes, memo_line, ...status_history.map(({ note }) => note)]
    return { ...row, notes: texts.filter((text) => text !== null) }
  }
  return { shown: await Promise.all(all.filter(isShown).map(withNotes)), hidden: all.filter((row) => !isShown(row)) }
}

/**
 * Expects a search for a text of each column, in lowercase and uppercase, to find exactly the requests with that text
 * and these statuses.
 */
export async function expectSearches(
  page: Page,
  api: ApiUser,
  statuses: readonly number[],
  columns: readonly SearchedColumn[],
): Promise<void> {
  const { shown, hidden } = await requestsAt(api, statuses)
  await page.setViewportSize(widthOfSpecifiedColumns)
  await expectFound(page, shown.length)
  const texts = columns.map((column) => tellingText(shown, column))
  for (const text of [...texts.map((one) => one.toUpperCase()), ...texts.map((one) => one.toLowerCase())]) {
    const found = shown.filter((row) => columnsWith(row, text).length > 0).map((row) => row.request_number)
    await searchBox(page).fill(text)
    await expect.poll(async () => (await textsIn(page, 'Request #')).toSorted(), text).toEqual(found.toSorted())
    await expectFound(page, found.length)
  }
  await searchBox(page).fill(hidden[0]?.request_number ?? noMatchSearch)
  await expectFound(page, 0)
}

/** A one-line note below a row of 60 pixels, or in a card of 92. */
export async function expectNoteBeneath(page: Page, row: Locator, text: string): Promise<void> {
  const note = row.getByText(text)
  for (const [width, height] of [
    [1280, 60],
    [360, 92],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(note).toBeVisible()
    const [frame, line] = [await row.boundingBox(), await note.boundingBox()]
    if (!frame || !line) throw new Error('The note isn’t shown')
    expect(frame.height).toBe(height)
    expect(line.height).toBeLessThan(24)
    expect(line.y + line.height).toBeLessThanOrEqual(frame.y + height)
  }
}

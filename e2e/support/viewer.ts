import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { apiAs } from './api.ts'
import { addFiles, documentRow, expectAdded, type FileForInput } from './documents.ts'
import { openRequest } from './request-detail.ts'
import { type Raised, raise } from './requests.ts'
import { signIn } from './session.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'

/** The viewer next to the page's other content. */
export function viewer(page: Page): Locator {
  return page.getByRole('region', { name: 'Document', exact: true })
}

/** The sheets of a document with their scroll container. */
export function pages(page: Page, name: string): Locator {
  return page.getByRole('region', { name: `Pages in ${name}` })
}

/** Creates a request with these documents and opens it as its approver. */
export async function openWith(
  page: Page,
  request: APIRequestContext,
  files: FileForInput[],
  fields = {},
): Promise<Raised> {
  const raised = await raise(await apiAs(request, requester), fields)
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  for (const file of files) {
    await addFiles(page, file)
    await expectAdded(page, file.name)
  }
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  return raised
}

/** Opens a document by its name, and waits until it has the focus. */
export async function openDocument(page: Page, name: string): Promise<void> {
  await documentRow(page, name).getByRole('button', { name, exact: true }).click()
  await expect(pages(page, name)).toBeFocused()
}

/** Whether each quarter of a drawn sheet, from the top, contains ink; empty if it isn't drawn. */
export async function drawn(sheet: Locator): Promise<string[]> {
  return sheet.evaluate((canvas: HTMLCanvasElement) => {
    if (canvas.width === 0) return []
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    const dark = [0, 0, 0, 0]
    for (let index = 0; index < data.length; index += 4) {
      const isDark = (data[index + 3] ?? 0) > 128 && (data[index] ?? 255) < 128
      const quarter = Math.floor((index / data.length) * 4)
      if (isDark) dark[quarter] = (dark[quarter] ?? 0) + 1
    }
    return dark.map((count) => (count > 100 ? 'written' : 'blank'))
  })
}

/** The right edge of the ink on a drawn sheet, as a fraction of its width. */
export async function rightmost(sheet: Locator): Promise<number> {
  return sheet.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    let column = 0
    for (let index = 0; index < data.length; index += 4)
      if ((data[index + 3] ?? 0) > 128 && (data[index] ?? 255) < 128)
        column = Math.max(column, (index / 4) % canvas.width)
    return column / canvas.width
  })
}

/** The result of `drawn` for a sheet with one line in this quarter. */
export function writtenIn(quarter: number): string[] {
  return ['blank', 'blank', 'blank', 'blank'].with(quarter, 'written')
}

type Point = readonly [x: number, y: number]

/** Swipes with one finger from one point to another. */
export async function swipe(page: Page, [fromX, fromY]: Point, [toX, toY]: Point): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await touch('touchStart', { x: fromX, y: fromY })
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', { x: fromX + (toX - fromX) * part, y: fromY + (toY - fromY) * part })
  await touch('touchEnd')
  await browser.detach()
}

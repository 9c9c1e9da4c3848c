import { expect, type Page } from '@playwright/test'
import { checkLooks, expectNoSidewaysScroll } from './support/checks.ts'
import { narrowest, rowsOf } from './support/lists.ts'
import { raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'
const processor = 'processor@lakeside.example'

/**
 * Ink outside its cell, as a person would see it: the text of a cell that is wider than the cell without ending in an
 * ellipsis, and marks, badges, and buttons that stick out.
 */
function clippedInk(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clipped: string[] = []
    for (const cell of document.querySelectorAll('.ledger td > div')) {
      const box = cell.getBoundingClientRect()
      const inks: DOMRect[] = [...cell.querySelectorAll('svg, button')].map((one) => one.getBoundingClientRect())
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const ink = document.createRange()
        ink.selectNodeContents(text)
        if (!text.parentElement?.closest('.sr-only')) inks.push(ink.getBoundingClientRect())
      }
      const seen = inks.filter(({ width }) => width > 0)
      const left = Math.min(...seen.map((ink) => ink.left))
      const right = Math.max(...seen.map((ink) => ink.right))
      const ends = getComputedStyle(cell).textOverflow === 'ellipsis' && cell.querySelector('svg, button') === null
      const isOut = right > box.right + 1 || left < box.left - 1
      if (seen.length > 0 && isOut && box.width > 0 && !ends)
        clipped.push(`${cell.parentElement?.dataset.label}: ${cell.textContent}`)
    }
    return clipped
  })
}

test('marks open requests with what speaks against them, and payees whose names look like another one (decision 177)', async ({
  page,
  request,
}) => {
  const shared = { payee_name_1: 'Marked Mufflers', amount: 61, po_purchase_no: 'PO-MARK' }
  await raiseAt(request, 1, shared)
  await raiseAt(request, 1, shared)
  await raiseAt(request, 1, { payee_name_1: 'Marked Muffler', amount: 62, po_purchase_no: 'PO-MARK-2' })
  await signIn(page.context(), approver)
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/check-requests-pending?search=marked+muffler')
  await expect(rowsOf(page)).toHaveCount(3)
  const risks = page.getByRole('columnheader', { name: 'Risk' })
  await expect(risks).toBeVisible()
  const row = (name: string) => rowsOf(page).filter({ has: page.getByText(name, { exact: true }) })
  await expect(row('Marked Mufflers').first()).toContainText(
    'Payee looks like Marked Muffler. Possible duplicate. No document. First payment.',
  )
  await expect(row('Marked Muffler')).toContainText('Payee looks like Marked Mufflers. No document. First payment.')
  await checkLooks(page, 'list-marks')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(risks).toHaveCount(0)
  await expect(row('Marked Muffler').getByText('No document.').first()).toBeAttached()
  await expect(row('Marked Muffler').locator('.marks-below svg').first()).toBeVisible()
})

for (const [path, email] of [
  ['/check-requests', approver],
  ['/check-requests-pending', approver],
  ['/check-requests-processing', processor],
] as const)
  test(`clips no ink in ${path} at 1,024, 1,280, and 1,920 pixels, and keeps 180 pixels for the payee`, async ({
    page,
  }) => {
    await signIn(page.context(), email)
    const marks = page.waitForResponse('**/check-requests/marks**')
    await page.goto(path)
    await expect(rowsOf(page).first()).toBeVisible()
    await marks
    for (const width of [1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => narrowest(page, 'Payee')).toBeGreaterThanOrEqual(180)
      await expectNoSidewaysScroll(page)
      expect(await clippedInk(page)).toEqual([])
    }
    await expect(page.getByRole('columnheader', { name: 'Dealership' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Risk' })).toBeVisible()
  })

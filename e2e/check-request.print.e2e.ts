import { expect, type Page } from '@playwright/test'
import { printed, unspaced } from './support/pdf.ts'
import { openRequest, steps, updateForm } from './support/request-detail.ts'
import { menu, part, raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const processor = 'processor@lakeside.example'
const allSteps = ['Request', 'Processing', 'Approved', 'Printed', 'Signed', 'Ready', 'Closed']
const letter = [8.5, 11]

test('prints a request with its fields, steps, and signature lines on one Letter page', async ({ page, request }) => {
  const more = { notes: 'Two panes. '.repeat(60), memo_line: 'Bay 4', payee_name_2: 'Harbor Paint' }
  const raised = await raiseAt(request, 6, more)
  await signIn(page.context(), processor)
  await openRequest(page, raised)
  const fields = await part(page, 'Request Information').locator('dt, dd').allInnerTexts()
  expect(fields.length).toBeGreaterThan(30)
  const { text, pages, size } = await printed(page)
  expect([pages, size]).toEqual([1, letter])
  for (const words of [...fields, ...allSteps]) expect(text).toContain(unspaced(words))
  for (const line of ['Signature', 'Received by', 'Printed name', 'Date', 'Page 1 of 1'])
    expect(text).toContain(unspaced(line))
  for (const absent of ['Skip to content', 'Activity Log']) expect(text).not.toContain(unspaced(absent))
  const by = unspaced(`${raised.request_number} · Printed by Priya Nair (Processor)`)
  expect(text.replace(by, 'NUMBER AND NAME ')).toMatch(/NUMBER AND NAME ,[A-Z][a-z]{2}\d+,20\d\d,\d+:\d\d[AP]M/)
})

test('prints a request without navigation, forms, buttons, or dark colors', async ({ page, request }) => {
  const raised = await raiseAt(request, 5)
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page.context(), processor)
  await openRequest(page, raised)
  await expect(updateForm(page)).toBeVisible()
  await chooseDark(page)
  await page.emulateMedia({ media: 'print' })
  for (const hidden of [menu(page), updateForm(page), page.getByRole('banner'), part(page, 'Activity Log')])
    await expect(hidden).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(part(page, 'Signatures')).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('html')).toHaveCSS('color', 'rgb(28, 30, 34)')
  await page.emulateMedia({ media: 'screen' })
  await expect(part(page, 'Signatures')).toHaveCount(0)
})

test('prints completed steps as filled, even if the browser saves ink', async ({ page, request }) => {
  const raised = await raiseAt(request, 4)
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await page.emulateMedia({ media: 'print' })
  const marks = steps(page).locator('.inked')
  await expect(marks).toHaveCount(allSteps.length)
  const looks = await marks.evaluateAll((elements) =>
    elements.map((element) => {
      const { printColorAdjust, backgroundColor } = getComputedStyle(element)
      return { isKept: printColorAdjust === 'exact', isFilled: backgroundColor !== 'rgba(0, 0, 0, 0)' }
    }),
  )
  expect(looks.every(({ isKept }) => isKept)).toBe(true)
  // Requested and approved; Processing was skipped, and Printed is the current step.
  expect(looks.map(({ isFilled }) => isFilled)).toEqual([true, false, true, false, false, false, false])
})

test('prints a send-back reason with the request', async ({ page, request }) => {
  const raised = await raiseAt(request, 9)
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  const { text, pages } = await printed(page)
  expect(pages).toBe(1)
  expect(text).toContain(unspaced('The invoice is missing'))
})

/** Selects the dark theme, whatever the system's setting. */
async function chooseDark(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
}

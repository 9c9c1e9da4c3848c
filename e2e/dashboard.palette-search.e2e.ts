import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { openPalette, palette, paletteField, paletteOptions } from './support/palette.ts'
import { raiseAt } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'

test('finds a request by its number and by its payee, newest first', async ({ page, request }) => {
  const first = await raiseAt(request, 1, { payee_name_1: 'Palette Painters', amount: 71 })
  const second = await raiseAt(request, 3, { payee_name_1: 'Palette Painters', amount: 72 })
  await logIn(page, approver)
  await openPalette(page)
  await page.keyboard.type('palette paint')
  const day = '\\w{3} \\d{1,2}, \\d{4}'
  await expect(paletteOptions(page)).toHaveText([
    new RegExp(`^${second.request_number} \\$72\\.00 to Palette Painters${day}Approved$`),
    new RegExp(`^${first.request_number} \\$71\\.00 to Palette Painters${day}Request$`),
  ])
  await checkLooks(page, 'palette-requests')
  await paletteField(page).fill('$71.00')
  await expect(paletteOptions(page).filter({ hasText: first.request_number })).toHaveCount(1)
  await paletteField(page).fill(first.request_number.toLowerCase())
  await expect(paletteOptions(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/check-requests/${first.id}`)
})

test('cancels a search when the user types more words', async ({ page }) => {
  const asked: string[] = []
  const canceled: string[] = []
  const wordsOf = (url: string) => new URL(url).searchParams.get('search')
  const firstCanceled = page.waitForEvent('requestfailed', (call) => wordsOf(call.url()) === 'harbor')
  page.on('requestfailed', (call) => canceled.push(wordsOf(call.url()) ?? ''))
  await logIn(page, approver)
  await page.route('**/check-requests?*search=*', async (route) => {
    asked.push(wordsOf(route.request().url()) ?? '')
    if (asked.length === 1) await firstCanceled
    await route.continue().catch(() => undefined)
  })
  await openPalette(page)
  await page.keyboard.type('harbor')
  await expect.poll(() => asked).toEqual(['harbor'])
  await page.keyboard.type(' zzz')
  await firstCanceled
  await expect(palette(page).getByText('No result found.')).toBeVisible()
  expect(asked).toEqual(['harbor', 'harbor zzz'])
  expect(canceled).toContain('harbor')
})

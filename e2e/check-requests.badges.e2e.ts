import { expect, type Page } from '@playwright/test'
import { rowsOf } from './support/lists.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const statusColors = [
  ['Request', 'blue'],
  ['Processing', 'teal'],
  ['Approved', 'green'],
  ['Printed', 'orange'],
  ['Signed', 'purple'],
  ['Ready', 'yellow'],
  ['Closed', 'gray'],
  ['Rejected', 'red'],
  ['SendBack', 'pink'],
] as const

const priorityColors = { Normal: 'blue', Medium: 'yellow', Urgent: 'orange', Critical: 'red' }

/** The starting angle of each color on the color wheel, in degrees. */
const wheel = [
  [0, 'red'],
  [15, 'orange'],
  [38, 'yellow'],
  [65, 'green'],
  [155, 'teal'],
  [190, 'blue'],
  [250, 'purple'],
  [300, 'pink'],
  [345, 'red'],
] as const

/** The everyday name of a color given as `rgb(r, g, b)`. */
function nameOf(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 12) return 'gray'
  const radians = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue)
  const degrees = ((radians * 180) / Math.PI + 360) % 360
  return wheel.findLast(([from]) => degrees >= from)?.[1] ?? ''
}

/** The text and background colors of every badge on the page, as rendered. */
async function badgesOn(page: Page): Promise<{ text: string; colors: string[] }[]> {
  const painted = await page.locator('tbody span').evaluateAll((spans) =>
    spans.map((span) => {
      const { color, backgroundColor } = getComputedStyle(span)
      return { text: span.textContent, colors: [color, backgroundColor] }
    }),
  )
  const isBadge = ({ colors }: { colors: string[] }) => colors[1] !== 'rgba(0, 0, 0, 0)'
  return painted.filter(isBadge).map(({ text, colors }) => ({ text, colors: colors.map(nameOf) }))
}

test('shows every status and priority in its specified color in light and dark mode', async ({ page }) => {
  await logIn(page, 'superadmin@example.com')
  const painted = new Map<string, string[]>()
  for (const [index, [text]] of statusColors.entries()) {
    await page.goto(`/check-requests?status=${index + 1}`)
    await expect(rowsOf(page).first()).toContainText(text)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const badge of await badgesOn(page))
        painted.set(badge.text, [...(painted.get(badge.text) ?? []), ...badge.colors])
    }
  }
  for (const [text, color] of [...statusColors, ...Object.entries(priorityColors)])
    expect([text, ...new Set(painted.get(text))]).toEqual([text, color])
})

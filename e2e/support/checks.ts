import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

// Minified, because a page loads it in half the time.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Rules = NonNullable<RunOptions['runOnly']>
const accessibilityRules: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const colorRules: Rules = { type: 'rule', values: ['color-contrast'] }
const placeRules: Rules = { type: 'rule', values: ['target-size'] }
const widthAlone: Rules = []

const large = { width: 1920, height: 1080 }
const desktop = { width: 1280, height: 800 }
const laptop = { width: 1024, height: 768 }
const tablet = { width: 768, height: 1024 }
const phone = { width: 360, height: 740 }

// Ordered to minimize changes of width and theme.
const looks = [
  { name: 'desktop-light', size: desktop, colorScheme: 'light' },
  { name: 'large-light', size: large, colorScheme: 'light' },
  { name: 'laptop-light', size: laptop, colorScheme: 'light' },
  { name: 'desktop-dark', size: desktop, colorScheme: 'dark' },
  { name: 'tablet-light', size: tablet, colorScheme: 'light' },
  { name: 'phone-light', size: phone, colorScheme: 'light' },
  { name: 'phone-dark', size: phone, colorScheme: 'dark' },
] as const

/** The accessibility rules for each theme and size; others are skipped. A nightly run tests all looks. */
type Reading = Partial<Record<(typeof looks)[number]['name'], Rules>>

// Large screens and laptops show the desktop layout, so only their width matters.
const nightly: Reading = { 'large-light': widthAlone, 'laptop-light': widthAlone }

// A tablet shows the desktop or phone layout, so only its width matters. A dark screen differs from a light one only in
// colors, and a phone's colors are those of a desktop.
const everyLook: Reading = {
  'desktop-light': accessibilityRules,
  'desktop-dark': colorRules,
  'tablet-light': widthAlone,
  'phone-light': accessibilityRules,
  'phone-dark': widthAlone,
}

// All rules in one theme and size, and the width of a phone. Target sizes are tested on each screen as it opens.
const fewLooks: Reading = {
  'desktop-light': accessibilityRules,
  'phone-dark': widthAlone,
}

const isNightly = process.env.TEST_PROFILE === 'nightly'
const savesPictures = process.env.PICTURES === 'on'

/** The time limit for testing a long screen in every theme and size on a busy machine, in milliseconds. */
const readingTime = 120_000

/** Tests one state of a screen like `expectAccessibleToo`. With `PICTURES=on`, saves screenshots under this name. */
export async function checkLooks(page: Page, name: string): Promise<void> {
  await readLooks(page, fewLooks)
  if (savesPictures) await savePictures(page, name)
}

/**
 * Tests on desktop, tablet, and phone, light and dark, that the screen is accessible and needs no sideways scrolling
 * (C3). A nightly run adds large screens and laptops.
 */
export function expectAccessible(page: Page): Promise<void> {
  return readLooks(page, everyLook)
}

/** Like `expectAccessible` in fewer themes and sizes, for a screen tested elsewhere with other content or roles. */
export function expectAccessibleToo(page: Page): Promise<void> {
  return readLooks(page, fewLooks)
}

/**
 * Tests on desktop and phone that nothing needs sideways scrolling, full texts aren't truncated, and controls keep
 * their size.
 */
export async function expectRoom(page: Page): Promise<void> {
  await addAxe(page)
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    const where = `${size.width} pixels wide`
    await expect.poll(() => cutTexts(page), where).toEqual([])
    expect(await violations(page, placeRules), where).toEqual([])
  }
}

/** The dates, amounts, and request numbers that are truncated or wrapped, unless they are shown in full elsewhere. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shownWhole = /^(\w{3} \d{1,2}, \d{4}|-?\$[\d,]+\.\d\d|[A-Z]+-[A-Z]+-[A-Z]+-\d+)$/
    const isCut = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right } = range.getBoundingClientRect()
      const cuts = (frame: Element) => {
        const edge = frame.getBoundingClientRect()
        const isBeyond = right > edge.right + 1 || left < edge.left - 1
        return isBeyond && edge.width > 1 && getComputedStyle(frame).overflowX !== 'visible'
      }
      let frame: Element | null = element
      while (frame && !cuts(frame)) frame = frame.parentElement
      const lines = range.getClientRects().length
      return lines > 1 || (lines === 1 && frame !== null)
    }
    return [...document.querySelectorAll('body :not(:has(*), [data-full-text])')]
      .filter((element) => shownWhole.test(element.textContent.trim()) && isCut(element))
      .map((element) => element.textContent)
  })
}

async function readLooks(page: Page, reading: Reading): Promise<void> {
  test.setTimeout(test.info().timeout + readingTime)
  await addAxe(page)
  for (const look of looks) {
    const rules = isNightly ? (nightly[look.name] ?? accessibilityRules) : reading[look.name]
    if (!rules) continue
    await show(page, look)
    await expectNoSidewaysScroll(page)
    if (rules !== widthAlone) expect(await violations(page, rules), look.name).toEqual([])
  }
  await show(page, looks[0])
}

/** Loads the accessibility rules into the page, unless already loaded. */
async function addAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
}

async function show(page: Page, { size, colorScheme }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme })
}

/** Saves full-page screenshots in test-results/screens for review; PNG takes twice as long. */
async function savePictures(page: Page, name: string): Promise<void> {
  for (const look of looks) {
    await show(page, look)
    const path = `test-results/screens/${name}-${look.name}.jpg`
    await page.screenshot({ path, quality: 80, fullPage: true, animations: 'disabled' })
  }
  await show(page, looks[0])
}

/**
 * The violations of these WCAG 2.2 AA rules on the whole screen, or in the dialog in front of it. Of similar rows only
 * the first ones are tested, because the time grows with each.
 */
async function violations(page: Page, runOnly: Rules): Promise<string[]> {
  const options: RunOptions = { runOnly, resultTypes: ['violations'], preload: false, iframes: false }
  const { violations } = await page.evaluate(async (options) => {
    // Waits for color transitions to finish.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
    // Only a modal dialog hides the screen behind it.
    const inFront = [...document.querySelectorAll('#root[aria-hidden="true"] ~ * [role$="dialog"]')].at(-1)
    // Sticky elements cover parts of controls, depending on the scroll position.
    const sticking = [...document.querySelectorAll<HTMLElement>('*')].filter(
      (element) => getComputedStyle(element).position === 'sticky',
    )
    for (const { style } of sticking) Object.assign(style, { position: 'relative', inset: 'auto' })
    const found = await window.axe.run(
      { include: inFront ?? document, exclude: 'tbody > tr:nth-child(n + 9)' },
      options,
    )
    for (const { style } of sticking) Object.assign(style, { position: '', inset: '' })
    return found
  }, options)
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`))
}

/** Waits until nothing is cut off at the side, because columns adapt shortly after the window becomes narrower. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(tooWide, { message: 'pixels that only sideways scrolling shows' }).toBe(0)
}

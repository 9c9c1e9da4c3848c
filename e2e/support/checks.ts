import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

// Minified: a page reads it in half the time.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Rules = NonNullable<RunOptions['runOnly']>
const accessibilityRules: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const colorRules: Rules = { type: 'rule', values: ['color-contrast'] }

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

const looks = [
  { name: 'desktop-light', size: desktop, colorScheme: 'light' },
  { name: 'desktop-dark', size: desktop, colorScheme: 'dark' },
  { name: 'phone-light', size: phone, colorScheme: 'light' },
  { name: 'phone-dark', size: phone, colorScheme: 'dark' },
] as const

/** Checks the screen on desktop and phone, light and dark: a screenshot of each, accessible, no sideways scrolling. */
export async function checkLooks(page: Page, screen: string): Promise<void> {
  await page.evaluate(axeSource)
  for (const { name, size, colorScheme } of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await takePicture(page, `${screen}-${name}`)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, colorScheme)
  }
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Violates none of the automated rules of WCAG 2.2 AA (C3). A dark screen differs from a light one in colors only. */
async function expectAccessible(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  const runOnly = colorScheme === 'light' ? accessibilityRules : colorRules
  const options: RunOptions = { runOnly, resultTypes: ['violations'], preload: false, iframes: false }
  const { violations } = await page.evaluate((options) => window.axe.run(document, options), options)
  const broken = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`))
  expect(broken).toEqual([])
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(tooWide, 'pixels that only sideways scrolling shows').toBe(0)
}

/** Saves a screenshot of the whole page in test-results/screens for people to review; PNG takes twice as long. */
async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({
    path: `test-results/screens/${name}.jpg`,
    quality: 80,
    fullPage: true,
    animations: 'disabled',
  })
}

import { expect, type Locator, type Page } from '@playwright/test'

/**
 * The notice with exactly this title. Its copy for screen readers disappears after a second, and hidden tabs never show
 * it.
 */
export function noticeOf(page: Page, title: string): Locator {
  const titleLine = `${line(1)}:text-is(${JSON.stringify(title)})`
  return page.locator('li[data-state=open]').filter({ has: page.locator(titleLine) })
}

/** Waits for the notice with exactly this title and description. */
export async function expectNotice(page: Page, title: string, description: string | RegExp): Promise<void> {
  await expect(noticeOf(page, title).locator(line(2))).toHaveText(description)
}

/** The first line of a notice is its title, the second its description. */
function line(position: 1 | 2): string {
  return `:scope > div > div:nth-child(${position})`
}

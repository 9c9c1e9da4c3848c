import type { Locator, Page } from '@playwright/test'

/** The notice with this title. What screen readers are told beside it is gone after a second, and hidden tabs never show it. */
export function noticeOf(page: Page, title: string): Locator {
  return page.locator('li[data-state=open]').filter({ hasText: title })
}

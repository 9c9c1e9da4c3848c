import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addBankGroup, approvedRequests } from './support/print-runs.ts'
import { part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('offers one check for several requests of a payee, and shows what it pays', async ({ page, request }) => {
  const place = await addBankGroup(request)
  const glass = await approvedRequests(request, place, [100.25, 200.5, 300], { payee_name_1: 'Dane County Glass' })
  await approvedRequests(request, place, [50], { payee_name_1: 'Harbor Glass Works' })
  await signIn(page.context(), place.emails.processor)
  await page.goto(`/print-checks?account=${place.account.id}`)
  const chosen = page.getByRole('region', { name: 'Chosen checks' })
  await page.getByRole('checkbox', { name: 'Select all shown' }).first().check()
  await expect(chosen).toContainText('4 checks, $650.75')
  await page.getByRole('checkbox', { name: 'Combine 3 requests of Dane County Glass: $600.75' }).check()
  await expect(chosen).toContainText('2 checks, $650.75')
  await checkLooks(page, 'print-checks-combined')
  await page.getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  await expect(noticeOf(page, 'Numbers reserved')).toBeVisible()

  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse('**/print-runs/*/pdf'),
    page.getByRole('button', { name: 'Open the Checks' }).click(),
  ])
  await tab.close()
  await page.getByRole('button', { name: 'All Correct' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'All Correct' }).click()
  const result = part(page, 'Print Result')
  await expect(result).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Dane County Glass' })
  await expect(row).toContainText(`${glass[0]?.request_number} and 2 more`)
  await row.getByRole('link').first().click()
  const facts = part(page, 'Check Information')
  for (const [index, share] of ['$100.25', '$200.50', '$300.00'].entries())
    await expect(facts).toContainText(`${glass[index]?.request_number}: ${share}`)
  await checkLooks(page, 'check-combined')
  await facts.getByRole('link', { name: glass[2]?.request_number ?? '' }).click()
  await expect(page).toHaveURL(new RegExp(`/check-requests/${glass[2]?.id}$`))
})

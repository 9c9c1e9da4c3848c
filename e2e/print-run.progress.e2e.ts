import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { addBankGroup, approvedRequests, makeRun } from './support/print-runs.ts'
import { part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('shows a progress bar while a large print file is rendered', async ({ page, request }) => {
  test.setTimeout(120_000)
  const place = await addBankGroup(request)
  const amounts = Array.from({ length: 50 }, (_, index) => 100 + index)
  const run = await makeRun(request, place, await approvedRequests(request, place, amounts))
  await signIn(page.context(), place.emails.processor)
  // Holds the server's response, so that the progress steps can be seen one after another.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/print-runs/*/pdf', async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  let drawn: number | null = null
  await page.route('**/print-runs/*/progress', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    expect(data.count).toBe(50)
    await route.fulfill({ response, json: { ...rest, data: { ...data, drawn } } })
  })
  await page.goto(`/print-runs/${run.id}`)
  const paper = part(page, 'Checks to Print')
  await expect(paper.getByRole('progressbar')).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await paper.getByRole('button', { name: 'Open the Checks' }).press('Enter')
  await expect(paper.getByRole('progressbar', { name: 'Preparing the file with 50 checks…' })).toBeVisible()
  drawn = 25
  await expect(paper.getByRole('progressbar', { name: '25 of 50 checks are ready.' })).toHaveAttribute('value', '25')
  await checkLooks(page, 'print-run-progress')
  release()
  await expect(paper.getByRole('progressbar')).toHaveCount(0)
  await expect(paper.getByRole('button', { name: 'Reopen the Checks' })).toBeVisible()
  await (await opened).close()
  // A response arriving after the page is closed would fail the test.
  await page.unrouteAll({ behavior: 'wait' })
})

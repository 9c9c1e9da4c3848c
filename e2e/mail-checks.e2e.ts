import { expect, type Locator, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectNotice } from './support/notices.ts'
import { addBankGroup, approvedRequests, printedChecks } from './support/print-runs.ts'
import { move, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const toBeMailed = { delivery_method_id: 1, mailing_method: 'USPS', mailing_address: '88 Mill Road\nTacoma, WA 98421' }

function toMail(page: Page): Locator {
  return part(page, 'Checks Ready to Be Mailed')
}

function trackingOf(page: Page, number: number): Locator {
  return page.getByRole('textbox', { name: `Tracking number for check ${number}` })
}

test('records several checks as mailed together, with tracking numbers scanned one after another', async ({
  page,
  request,
}) => {
  const place = await addBankGroup(request)
  const requests = await approvedRequests(request, place, [100, 200, 300], toBeMailed)
  const run = await printedChecks(request, place, requests)
  const signer = await apiAs(request, place.emails.signer)
  await signer.call('POST', '/checks/sign', { check_ids: run.checks.map(({ id }) => id) })
  const processor = await apiAs(request, place.emails.processor)
  for (const one of requests) await move(processor, one, 6)

  await signIn(page.context(), place.emails.processor)
  await page.goto('/checks')
  await page.getByRole('main').getByRole('link', { name: 'Mail and Hand Over' }).click()
  await expect(toMail(page).getByRole('row')).toHaveCount(4)
  await expect(toMail(page)).toContainText('88 Mill Road, Tacoma, WA 98421')
  await trackingOf(page, 1001).focus()
  await page.keyboard.type('9400-0001')
  await page.keyboard.press('Enter')
  await page.keyboard.type('9400-0002')
  await expect(trackingOf(page, 1002)).toBeFocused()
  const bar = page.getByRole('region', { name: 'Chosen checks' })
  await expect(bar).toContainText('2 checks, $300.00')
  await checkLooks(page, 'mail-checks')

  const [held] = requests
  const cashier = await apiAs(request, place.emails.cashier)
  await cashier.call('POST', `/check-requests/${held?.id}/hold`, { reason: 'The invoice is disputed' })
  await expect(bar).toContainText('1 selected row is no longer listed.')
  await page.getByRole('button', { name: 'Record as Mailed' }).click()
  await expectNotice(page, 'Checks mailed', '1 check is on its way.')
  await expect(toMail(page).getByRole('row')).toHaveCount(2)

  const second = run.checks.find(({ number }) => number === 1002)
  await page.goto(`/checks/${second?.id}`)
  await expect(page.getByRole('main')).toContainText('9400-0002')
})

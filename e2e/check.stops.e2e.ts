import { expect } from '@playwright/test'
import { dialogOf } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { noticeOf } from './support/notices.ts'
import { part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('warns about an expiring stop payment, and renews it with the bank’s new confirmation number', async ({
  page,
  request,
}) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({ payee_name_1: 'Harbor Glass Works' })
  if (!check) throw new Error('A check is printed')
  const clerk = await group.as('clerk')
  const stopped = { reason: 'Lost', request_status: 'approved', confirmation_number: 'SP-1' }
  await clerk.call('POST', `/checks/${check.id}/stop`, stopped)
  await signIn(page.context(), group.people.clerk)
  await page.goto(`/checks/${check.id}`)
  await expect(part(page, 'Check Information')).toContainText('SP-1')
  await expect(page.getByText('The stop expires soon')).toHaveCount(0)
  // The same page half a year later.
  await page.clock.setFixedTime(Date.now() + 175 * 86_400_000)
  await page.reload()
  await expect(page.getByRole('region', { name: 'The stop expires soon' })).toContainText(
    'Ask the bank to renew the stop first',
  )
  await page.clock.setFixedTime(Date.now() + 190 * 86_400_000)
  await page.reload()
  await expect(page.getByRole('region', { name: 'The stop has expired' })).toContainText('the bank can pay this check')
  await page.getByRole('button', { name: 'Renew Stop' }).press('Enter')
  const dialog = dialogOf(page, 'Renew Stop for Check 1001')
  await dialog.getByRole('button', { name: 'Renew Stop', exact: true }).press('Enter')
  await expect(dialog.getByText('Enter the bank’s confirmation number for the renewal.')).toBeVisible()
  await dialog.getByLabel(/^Bank’s Confirmation Number/).fill('SP-2')
  await checkLooks(page, 'check-renew-stop')
  await dialog.getByRole('button', { name: 'Renew Stop', exact: true }).press('Enter')
  await expect(noticeOf(page, 'Stop renewed')).toBeVisible()
  await expect(part(page, 'Check Information')).toContainText('SP-2')
  await expect(part(page, 'History').getByRole('listitem').first()).toContainText('renewed its stop')
})

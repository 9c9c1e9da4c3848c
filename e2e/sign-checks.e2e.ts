import { expect, type Locator, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectNotice } from './support/notices.ts'
import { addBankGroup, approvedRequests, makeRun, printedChecks } from './support/print-runs.ts'
import { menu, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

function toSign(page: Page): Locator {
  return part(page, 'Checks Waiting for Signatures')
}

function rowOf(page: Page, number: number): Locator {
  return toSign(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: String(number), exact: true }) })
}

test('signs several checks together, and requires another person as a large check’s second signer', async ({
  page,
  request,
  openAs,
}) => {
  const place = await addBankGroup(request, { two_signers_above: 1000 })
  await printedChecks(request, place, await approvedRequests(request, place, [100, 5000]))
  await signIn(page.context(), place.emails.signer)
  await page.goto('/dashboard')
  await menu(page).getByRole('link', { name: 'Sign', exact: true }).click()
  await expect(rowOf(page, 1001)).toContainText('No one yet')
  await expect(rowOf(page, 1002)).toContainText('Two signers needed')
  await toSign(page).getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(page.getByRole('region', { name: 'Chosen checks' })).toContainText('2 checks, $5,100.00')
  await checkLooks(page, 'sign-checks')
  await page.getByRole('button', { name: 'Confirm Signatures' }).click()
  await expectNotice(page, 'Signatures confirmed', '1 check is signed, and 1 check is waiting for a second signer.')
  await expect(toSign(page).getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, 1002)).toContainText('Sven Stone, waiting for a second signer')
  await expect(rowOf(page, 1002)).toContainText('You have signed check 1002. Someone else has to be its second signer.')
  await expect(rowOf(page, 1002).getByRole('checkbox')).toBeDisabled()

  const second = await openAs(place.emails.approver, '/sign-checks')
  await rowOf(second, 1002).getByRole('checkbox').press('Space')
  await second.getByRole('button', { name: 'Confirm Signatures' }).press('Enter')
  await expectNotice(second, 'Signatures confirmed', '1 check is signed.')
  await expect(toSign(second)).toContainText('No checks are waiting for a signature.')
})

test('tells users who printed the check or aren’t named for the account why they can’t sign', async ({
  page,
  request,
  openAs,
}) => {
  const place = await addBankGroup(request)
  await printedChecks(request, place, await approvedRequests(request, place, [100]))
  await signIn(page.context(), place.emails.processor)
  await page.goto('/sign-checks')
  await expect(rowOf(page, 1001)).toContainText('You printed check 1001, so someone else has to sign it.')
  await expect(rowOf(page, 1001).getByRole('checkbox')).toBeDisabled()
  await checkLooks(page, 'sign-checks-locked')

  const named = await addBankGroup(request)
  const api = await apiAs(request, named.emails.proposes)
  const people = [
    { user_id: named.people.cashier.id, rights: ['sign'], most_to_sign: 50 },
    { user_id: named.people.approver.id, rights: ['sign'] },
  ]
  const path = `/bank-accounts/${named.account.id}`
  await api.call('PUT', path, { people, version: named.account.version })
  await (await apiAs(request, named.emails.confirms)).call('POST', `${path}/confirm`, {})
  await printedChecks(request, named, await approvedRequests(request, named, [100]))
  const other = await openAs(named.emails.signer, '/sign-checks')
  await expect(rowOf(other, 1001)).toContainText('You can’t sign for this account.')
  await expect(other.getByText(/ and .+ sign for Operating\.$/)).toBeVisible()
  const cashier = await openAs(named.emails.cashier, '/sign-checks')
  await expect(rowOf(cashier, 1001)).toContainText('Check 1001 exceeds your signing limit.')
})

test('says at once which check can’t be signed anymore, and keeps the rest of the selection', async ({
  page,
  request,
}) => {
  const place = await addBankGroup(request)
  const requests = await approvedRequests(request, place, [100, 200])
  await printedChecks(request, place, requests)
  await signIn(page.context(), place.emails.signer)
  await page.goto('/sign-checks')
  await toSign(page).getByRole('checkbox', { name: 'Select all shown' }).check()
  const [held] = requests
  const cashier = await apiAs(request, place.emails.cashier)
  await cashier.call('POST', `/check-requests/${held?.id}/hold`, { reason: 'The invoice is disputed' })
  await expect(rowOf(page, 1001)).toContainText(
    'The request of check 1001 is on hold. Someone else has to lift the hold first.',
  )
  await expect(page.getByRole('region', { name: 'Chosen checks' })).toContainText('1 check, $200.00')
  await page.getByRole('button', { name: 'Confirm Signatures' }).click()
  await expectNotice(page, 'Signatures confirmed', '1 check is signed.')
})

test('links a request to the screens for printing and signing its check', async ({ page, request }) => {
  const place = await addBankGroup(request)
  const [one] = await approvedRequests(request, place, [100])
  if (!one) throw new Error('Not raised')
  await signIn(page.context(), place.emails.processor)
  await page.goto(`/check-requests/${one.id}`)
  await part(page, 'Update Status').getByRole('link', { name: 'Print Checks' }).click()
  await expect(page).toHaveURL('/print-checks')
  await page.goto('/check-requests-processing')
  await expect(
    page.getByRole('banner').or(page.getByRole('main')).getByRole('link', { name: 'Print Checks' }),
  ).toBeVisible()
  await page.getByRole('button', { name: `Update ${one.request_number}` }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Print Checks' }).click()
  await expect(page).toHaveURL('/print-checks')
  const run = await makeRun(request, place, [one])
  await (await apiAs(request, place.emails.processor)).call('POST', `/print-runs/${run.id}/confirm`, {})
  await page.goto(`/check-requests/${one.id}`)
  await part(page, 'Update Status').getByRole('link', { name: 'Sign Checks' }).click()
  await expect(page).toHaveURL('/sign-checks')
})

import { expect, type Locator, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { addAccount, addBankGroup, approvedRequests } from './support/print-runs.ts'
import { menu, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

function requestsToPrint(page: Page): Locator {
  return part(page, 'Approved Requests')
}

function boxOf(page: Page, name: string): Locator {
  return requestsToPrint(page).getByRole('checkbox', { name: `Select ${name}` })
}

function chosen(page: Page): Locator {
  return page.getByRole('region', { name: 'Chosen checks' })
}

test('takes three approved requests to Signed, and reprints one misprint', async ({ page, request, openAs }) => {
  const place = await addBankGroup(request)
  const [first, second, third] = await approvedRequests(request, place, [100, 200.5, 3000])
  await signIn(page.context(), place.emails.processor)
  await page.goto('/dashboard')
  await menu(page).getByRole('link', { name: 'Print', exact: true }).click()
  await expect(requestsToPrint(page).getByRole('row')).toHaveCount(4)
  await expect(requestsToPrint(page)).toContainText('The first check gets number 1001.')
  await expect(chosen(page)).toContainText('Choose the requests to print checks for.')
  await requestsToPrint(page).getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(chosen(page)).toContainText('3 checks, $3,300.50')
  await checkLooks(page, 'print-checks')
  await chosen(page).getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  await expect(noticeOf(page, 'Numbers reserved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Print Run, numbers 1001 to 1003')

  const [tab, pdf] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse('**/print-runs/*/pdf'),
    page.getByRole('button', { name: 'Open the Checks' }).click(),
  ])
  expect(pdf.headers()['content-type']).toContain('application/pdf')
  await tab.close()
  await page.getByRole('button', { name: 'Some Are Spoiled' }).click()
  await page.getByRole('checkbox', { name: 'Sheet 1002 is spoiled' }).check()
  await page.getByLabel('Problem with Sheet 1002').fill('Paper jam')
  await page.getByRole('button', { name: '2 Correct, 1 Spoiled' }).click()
  await expect(noticeOf(page, 'Print run settled')).toBeVisible()
  await expect(part(page, 'Print Result')).toContainText('2 checks printed correctly, and 1 is spoiled.')

  await page.getByRole('link', { name: 'Reprint Spoiled Checks' }).click()
  await expect(requestsToPrint(page).getByRole('row')).toHaveCount(2)
  await expect(chosen(page)).toContainText('1 check, ')
  await chosen(page).getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Print Run, number 1004')
  const [again] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open the Checks' }).click(),
  ])
  await again.close()
  await page.getByRole('button', { name: 'All Correct' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'All Correct' }).click()
  await expect(part(page, 'Print Result')).toContainText('The check printed correctly.')

  const signer = await openAs(place.emails.signer, '/sign-checks')
  await signer.getByRole('checkbox', { name: 'Select all shown' }).first().check()
  await signer.getByRole('button', { name: 'Confirm Signatures' }).click()
  await expectNotice(signer, 'Signatures confirmed', '3 checks are signed.')
  const api = await apiAs(request, place.emails.processor)
  for (const one of [first, second, third])
    expect(await api.call('GET', `/check-requests/${one?.id}`)).toMatchObject({ status_name: 'signed' })
  await page.goto('/print-checks')
  await expect(part(page, 'Settled Print Runs').getByRole('row')).toHaveText([
    /^Numbers/,
    /^1004.*Printed/,
    /^1001 to 1003.*Printed/,
  ])
})

test('blocks a second run until the open one is settled, and keeps the selection', async ({
  page,
  request,
  openAs,
}) => {
  const place = await addBankGroup(request)
  const [first, second] = await approvedRequests(request, place, [100, 200])
  if (!first || !second) throw new Error('Not raised')
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  await boxOf(page, second.request_number).check()
  const other = await openAs(place.emails.cashier, '/print-checks')
  await boxOf(other, first.request_number).check()
  const { promise: settled, resolve: follow } = Promise.withResolvers<void>()
  await page.route('**/api/v1/print-runs?*', async (route) => {
    await settled
    await route.continue()
  })
  await other.getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  await expect(other).toHaveURL(/\/print-runs\/\d+$/)
  await page.getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  await expect(chosen(page).getByRole('alert')).toHaveText(
    'Cleo Cash has an unsettled print run of 1 check on this account. Record its result first.',
  )
  follow()
  const open = page.getByRole('region', { name: 'Open print run' })
  await expect(open).toContainText(
    /1 check for \$100\.00, prepared by Cleo Cash on .*, number 1001\. Record the print result/,
  )
  await expect(requestsToPrint(page)).toHaveCount(0)
  await checkLooks(page, 'print-checks-open-run')

  await other.getByRole('button', { name: 'Nothing Printed' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Release the Numbers' }).click()
  await expect(noticeOf(other, 'Numbers released')).toBeVisible()
  await expect(chosen(page)).toContainText('1 check, $200.00')
  await expect(boxOf(page, second.request_number)).toBeChecked()
})

test('prevents the printing of a request on hold or above the limit, and shows the reason', async ({
  page,
  request,
}) => {
  const place = await addBankGroup(request, { limit_per_check: 1000 })
  const [held, small, large] = await approvedRequests(request, place, [100, 200, 1000.01])
  const processor = await apiAs(request, place.emails.processor)
  await processor.call('POST', `/check-requests/${held?.id}/hold`, { reason: 'The invoice is disputed' })
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  const row = (number = '') => requestsToPrint(page).getByRole('row').filter({ hasText: number })
  await expect(row(held?.request_number)).toContainText('The reason: The invoice is disputed')
  await expect(row(large?.request_number)).toContainText(
    'The amount is above $1,000.00, the limit per check on the account “Operating”.',
  )
  for (const one of [held, large]) await expect(row(one?.request_number).getByRole('checkbox')).toBeDisabled()
  await requestsToPrint(page).getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(chosen(page)).toContainText('1 check, $200.00')
  await expect(boxOf(page, small?.request_number ?? '')).toBeChecked()
  await checkLooks(page, 'print-checks-locked')
})

test('blocks a possible duplicate until an approver gives a reason', async ({ page, request, openAs }) => {
  const place = await addBankGroup(request)
  const [one, other] = await approvedRequests(request, place, [812.4, 812.4], { payee_name_1: 'Tidewater Tires' })
  if (!one || !other) throw new Error('Not raised')
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  await expect(requestsToPrint(page)).toContainText(
    `This request looks like ${other.request_number} (same payee and amount). An approver must explain on its page why both are paid.`,
  )
  const box = requestsToPrint(page).getByRole('checkbox', { name: `${one.request_number} can’t be selected` })
  await expect(box).toBeDisabled()
  await checkLooks(page, 'print-checks-duplicates')

  const approver = await openAs(place.emails.approver, `/check-requests/${one.id}`)
  const before = approver.getByRole('region', { name: 'Before printing' })
  await expect(before).toContainText('Possible duplicate')
  await expect(before).toContainText(
    'The check can’t be printed until an approver explains why both requests should be paid.',
  )
  await checkLooks(approver, 'check-request-pay-both')
  await before.getByRole('button', { name: 'Give Reason to Pay Both' }).click()
  const dialog = approver.getByRole('dialog', { name: 'Reason to Pay Both' })
  await dialog.getByRole('button', { name: 'Save Reason' }).click()
  await expect(dialog).toContainText('Explain why both are paid.')
  await dialog.getByLabel(/^Reason/).fill('Two halves of one order')
  await checkLooks(approver, 'check-request-pay-both-dialog')
  await dialog.getByRole('button', { name: 'Save Reason' }).click()
  await expect(noticeOf(approver, 'Reason saved')).toBeVisible()
  await expect(before).toHaveCount(0)
  await expect(part(approver, 'Activity Log')).toContainText('Two halves of one order')

  await requestsToPrint(page).getByRole('checkbox', { name: 'Select all shown' }).first().check()
  await page.getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Print Run, numbers 1001 to 1002')
})

test('reports numbers skipped on prenumbered paper, and records them as spoiled', async ({ page, request }) => {
  const place = await addBankGroup(request, { stock: 'preprinted' })
  await approvedRequests(request, place, [100])
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  const first = page.getByLabel('First Number in the Tray')
  await expect(first).toHaveValue('1001')
  await first.fill('1000')
  await expect(requestsToPrint(page)).toContainText('Number 1000 is lower than the account’s next number, 1001.')
  await first.fill('1003')
  await expect(requestsToPrint(page)).toContainText(
    'The account’s next number is 1001, so numbers 1001 to 1002 are skipped and kept as spoiled.',
  )
  await requestsToPrint(page).getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Print Run, number 1003')
  const checks = await (await apiAs(request, place.emails.processor)).call('GET', '/checks')
  expect(checks).toMatchObject({
    items: [
      { number: 1003, state: 'reserved' },
      { number: 1002, state: 'spoiled', reason: 'Skipped: printing continued at a higher number.' },
      { number: 1001, state: 'spoiled' },
    ],
  })
})

test('starts a run at the first free check of a preprinted sheet with three', async ({ page, request }) => {
  const place = await addBankGroup(request, { stock: 'preprinted', layout: 'three' })
  await approvedRequests(request, place, [100])
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  const position = page.getByLabel('First Free Check on the Sheet')
  await expect(position).toHaveValue('1')
  await position.selectOption('Bottom (one check left)')
  await requestsToPrint(page).getByRole('checkbox', { name: 'Select all shown' }).check()
  await checkLooks(page, 'print-checks-position')
  const sent = page.waitForRequest('**/print-runs')
  await page.getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ first_number: 1001, first_position: 3 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Print Run, number 1001')
})

test('shows the server’s error, and keeps the selection', async ({ page, request }) => {
  const place = await addBankGroup(request)
  const [one] = await approvedRequests(request, place, [100])
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  await boxOf(page, one?.request_number ?? '').check()
  const date = page.getByLabel('Check Date')
  await date.fill('1/1/2030')
  await page.getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  await expect(requestsToPrint(page)).toContainText('Choose a check date from ')
  await expect(chosen(page)).toContainText('1 check, $100.00')
})

test('asks which account to print on, and refuses users who aren’t named for the account', async ({
  page,
  request,
}) => {
  const place = await addBankGroup(request)
  const people = [{ user_id: place.people.cashier.id, rights: ['print'] }]
  await addAccount(request, place, { name: 'Payroll', people })
  await approvedRequests(request, place, [100])
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  await expect(requestsToPrint(page)).toHaveCount(0)
  const account = page.getByLabel('Bank Account')
  await account.selectOption({ index: 1 })
  await expect(requestsToPrint(page).getByRole('row')).toHaveCount(2)
  await account.selectOption({ index: 2 })
  await expect(page.getByText(/^Only .+ can print checks for the account “Payroll”\.$/)).toBeVisible()
  await expect(requestsToPrint(page)).toHaveCount(0)
})

test('prints checks by keyboard', async ({ page, request }) => {
  const place = await addBankGroup(request)
  await approvedRequests(request, place, [100, 200])
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  await requestsToPrint(page).getByRole('checkbox', { name: 'Select all shown' }).last().press('Space')
  await page.getByRole('button', { name: 'Reserve Numbers and Print' }).press('Enter')
  await expect(page).toHaveURL(/\/print-runs\/\d+$/)
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open the Checks' }).press('Enter'),
  ])
  await tab.close()
  await expect(page.getByRole('button', { name: 'Reopen the Checks' })).toBeVisible()
  await page.getByRole('button', { name: 'All Correct' }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(part(page, 'Print Result')).toContainText('All 2 checks printed correctly.')
})

test('doesn’t offer printing or signing without a bank account', async ({ page }) => {
  await signIn(page.context(), 'processor@summit.example')
  await page.goto('/dashboard')
  await expect(menu(page).getByRole('link', { name: 'Completed' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: /Print|Sign/ })).toHaveCount(0)
  await page.goto('/print-checks')
  await expect(page.getByText('Your dealerships have no open bank account.')).toBeVisible()
})

test('prints the others if one payee doesn’t fit, and names it (decision 184)', async ({ page, request }) => {
  const place = await addBankGroup(request)
  await approvedRequests(request, place, [150])
  const [wide] = await approvedRequests(request, place, [77.7], { payee_name_1: 'W'.repeat(80) })
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  await requestsToPrint(page).getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(chosen(page)).toContainText('2 checks, $227.70')
  await chosen(page).getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Print Run, number 1001')
  const leftOut = page.getByRole('alert').filter({ hasText: '1 was left out.' })
  await expect(leftOut).toContainText(`${wide?.request_number}: The payee name “WWWW`)
  await checkLooks(page, 'print-run-left-out')
})

import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addBankGroup, approvedRequests, makeRun } from './support/print-runs.ts'
import { part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

async function openTheChecks(page: Page): Promise<void> {
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse('**/print-runs/*/pdf'),
    page.getByRole('button', { name: 'Open the Checks' }).click(),
  ])
  await tab.close()
}

test('lets a processor release check numbers only until the checks are opened', async ({ page, request }) => {
  const place = await addBankGroup(request)
  const requests = await approvedRequests(request, place, [100, 200])
  const released = await makeRun(request, place, requests)
  await signIn(page.context(), place.emails.processor)
  await page.goto(`/print-runs/${released.id}`)
  await expect(page.getByRole('list', { name: 'Sheets' }).getByRole('listitem')).toHaveText([/1001/, /1002/])
  await checkLooks(page, 'print-run')
  await page.getByRole('button', { name: 'All Correct' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Open the checks and print them first.' })).toBeVisible()
  await page.getByRole('button', { name: 'Nothing Printed' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Release the Numbers' }).click()
  await expect(noticeOf(page, 'Numbers released')).toBeVisible()
  await expect(part(page, 'Print Result')).toContainText('numbers 1001 to 1002 returned to the account.')

  const spoiled = await makeRun(request, place, requests)
  expect(spoiled.first_number).toBe(1001)
  await page.goto(`/print-runs/${spoiled.id}`)
  await openTheChecks(page)
  await expect(page.getByRole('button', { name: 'Reopen the Checks' })).toBeVisible()
  await expect(part(page, 'Checks to Print')).toContainText(/Opened by Pat Perry on .*[AP]M\./)
  await page.getByRole('button', { name: 'Nothing Printed' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Release the Numbers' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Spoil All Numbers' }).click()
  await expect(dialog).toContainText('Enter what happened to the sheets.')
  await dialog.getByLabel('What Happened').fill('The toner was empty')
  await dialog.getByRole('button', { name: 'Spoil All Numbers' }).click()
  await expect(part(page, 'Print Result')).toContainText(
    /Nothing printed correctly: numbers 1001 to 1002 stay spoiled\..* Opened by Pat Perry on /,
  )
  await page.getByRole('link', { name: 'Reprint Spoiled Checks' }).click()
  await expect(page.getByRole('region', { name: 'Chosen checks' })).toContainText('2 checks, $300.00')
})

test('requires a reason for each spoiled sheet, and lists the results of the run', async ({ page, request }) => {
  const place = await addBankGroup(request)
  const run = await makeRun(request, place, await approvedRequests(request, place, [100, 200, 300]))
  await signIn(page.context(), place.emails.processor)
  await page.goto(`/print-runs/${run.id}`)
  await openTheChecks(page)
  await page.getByRole('button', { name: 'Some Are Spoiled' }).click()
  const settle = page.getByRole('button', { name: /Correct, \d Spoiled/ })
  await settle.press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: 'Select the spoiled sheets, or choose All Correct.' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Sheet 1001 is spoiled' }).check()
  await page.getByLabel('Problem with Sheet 1001').fill('Smudged')
  await page.getByRole('checkbox', { name: 'Sheet 1003 is spoiled' }).check()
  await expect(page.getByLabel('Problem with Sheet 1003')).toHaveValue('Smudged')
  await page.getByLabel('Problem with Sheet 1003').fill('')
  await settle.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Enter what is wrong with sheet 1003.' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Problem with Sheet 1003').fill('Torn')
  await checkLooks(page, 'print-run-ticked')
  await settle.click()
  await expect(part(page, 'Checks').getByRole('row')).toHaveText([
    /^Check #/,
    /^1001.*Spoiled/,
    /^1002.*Printed/,
    /^1003.*Spoiled/,
  ])
  await checkLooks(page, 'print-run-settled')
  const checks = await (await apiAs(request, place.emails.processor)).call('GET', '/checks')
  expect(checks).toMatchObject({ items: [{ reason: 'Torn' }, { reason: null }, { reason: 'Smudged' }] })
})

test('reports a run that another user has settled', async ({ page, request }) => {
  const place = await addBankGroup(request)
  const run = await makeRun(request, place, await approvedRequests(request, place, [100]))
  await signIn(page.context(), place.emails.processor)
  await page.goto(`/print-runs/${run.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Print Run, number 1001')
  await (await apiAs(request, place.emails.cashier)).call('POST', `/print-runs/${run.id}/confirm`, {})
  await expect(part(page, 'Print Result')).toContainText('Cleo Cash recorded this on')
  await page.goto('/print-runs/999999')
  await expect(page.getByText('This print run doesn’t exist, or you have no access to it.')).toBeVisible()
})

test('lists a settled run with its account', async ({ page, request }) => {
  const place = await addBankGroup(request)
  const run = await makeRun(request, place, await approvedRequests(request, place, [100, 200]))
  await (await apiAs(request, place.emails.cashier)).call('POST', `/print-runs/${run.id}/confirm`, {})
  await signIn(page.context(), place.emails.processor)
  await page.goto('/print-checks')
  await expect(part(page, 'Settled Print Runs').getByRole('row')).toHaveText([/^Numbers/, /^1001 to 1002.*Printed/])
  await checkLooks(page, 'print-checks-settled')
})

test('opens a settled run’s cover sheet, and requires a reason for copies of the checks', async ({ page, request }) => {
  const place = await addBankGroup(request)
  const run = await makeRun(request, place, await approvedRequests(request, place, [100, 200]))
  await (await apiAs(request, place.emails.cashier)).call('POST', `/print-runs/${run.id}/confirm`, {})
  await signIn(page.context(), place.emails.processor)
  await page.goto(`/print-runs/${run.id}`)
  const [tab, sheet] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse('**/print-runs/*/cover-sheet'),
    page.getByRole('button', { name: 'Cover Sheet' }).click(),
  ])
  await tab.close()
  expect(sheet.headers()['content-disposition']).toContain('cover-sheet-1001.pdf')

  await page.getByRole('button', { name: 'Copy Checks' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy Checks' })
  await dialog.getByRole('button', { name: 'Save Copy' }).click()
  await expect(dialog).toContainText('Enter the reason for the copy.')
  await dialog.getByLabel('What is the copy for?').fill('The outside auditors asked for it')
  await checkLooks(page, 'print-run-copy')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save Copy' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('copy-of-checks-1001.pdf')
  await expect(dialog).toHaveCount(0)
})

test('warns after a print run of checks that positive-pay files can’t contain', async ({ page, request }) => {
  const place = await addBankGroup(request, { positive_pay: 'payees' })
  const forms = { positive_pay_template: shippedTemplates.find(({ name }) => name === 'Common CSV')?.template }
  const admin = await apiAs(request, place.emails.proposes)
  await admin.call('PUT', `/bank-accounts/${place.account.id}/files`, forms)
  const second = await apiAs(request, place.emails.confirms)
  const [change] = await second.call<{ id: number; version: number }[]>('GET', '/control-changes')
  await second.call('POST', `/control-changes/${change?.id}/confirm`, { version: change?.version })
  const [foreign] = await approvedRequests(request, place, [100.25], { payee_name_1: 'Омега Кузов' })
  await approvedRequests(request, place, [50])
  await signIn(page.context(), place.emails.processor)
  await page.goto(`/print-checks?account=${place.account.id}`)
  await page.getByRole('checkbox', { name: 'Select all shown' }).first().check()
  await page.getByRole('button', { name: 'Reserve Numbers and Print' }).press('Enter')
  await expect(noticeOf(page, 'Numbers reserved')).toBeVisible()
  const warning = page.getByRole('alert').filter({ hasText: '1 check can’t be reported in positive-pay files.' })
  await expect(warning.getByRole('listitem')).toHaveText([
    new RegExp(
      `^${foreign?.request_number}: No bank file can contain “О”.* report the check on the bank’s website\\.$`,
    ),
  ])
  await checkLooks(page, 'print-run-warnings')
})

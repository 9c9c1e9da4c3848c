import { expect } from '@playwright/test'
import type { CheckReply } from '../domain/src/checks/replies.ts'
import { dialogOf } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { bankFile, choose, confirm, dayOf, keepColumns, mailed, openClearing, state } from './support/clearing.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { part } from './support/requests.ts'
import { test } from './support/test.ts'

test('lets only users not involved with a check take over and resolve the check’s exception', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request)
  await keepColumns(group)
  const checks = await mailed(group, 1234.5, 480)
  const [altered, stopped] = checks
  const day = dayOf(altered)
  const clerk = await group.as('clerk')
  const stop = { reason: 'Lost', request_status: 'rejected', fee: null }
  await clerk.call('POST', `/checks/${stopped?.id}/stop`, stop)
  await openClearing(page, group.people.controller)
  const card = part(page, 'Exceptions')
  await expect(card).toContainText('No open exceptions')
  await confirm(page, `${altered?.number},2134.50,${day}`, `${stopped?.number},480.00,${day}`, `990,50.00,${day}`)
  const rows = card.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  const row = (text: RegExp) => rows.filter({ hasText: text })
  const differs = row(/Amount differs/)
  await expect(differs).toHaveText(/1001Amount differs\$2,134\.50\$1,234\.50.*No one is assigned yet\./)
  const paidAgain = row(/Void but paid/)
  await expect(paidAgain).toHaveText(/1002.*\$480\.00.*stopped, but the bank paid it anyway\./)
  const red = await paidAgain.getByText(/stopped, but the bank/).evaluate((text) => getComputedStyle(text).color)
  const plain = await differs.getByText(/Ask the bank for a picture/).evaluate((text) => getComputedStyle(text).color)
  expect(red).not.toBe(plain)
  await expect(row(/Unknown number/)).toHaveText(/990.*–/)

  const hand = await openAs(group.people.clerk, '/clearing')
  const seen = part(hand, 'Exceptions').locator('tbody').getByRole('row')
  await expect(seen.filter({ hasText: 'Amount differs' })).toContainText(
    'You handled check 1001, so someone else has to resolve this exception.',
  )
  await expect(seen.filter({ hasText: 'Amount differs' }).getByRole('button')).toHaveCount(0)
  await expect(seen.filter({ hasText: 'Unknown number' }).getByRole('button')).toHaveText(['Resolve', 'Assign to Me'])

  await differs.getByRole('button', { name: 'Assign to Me: check 1001' }).press('Enter')
  await expect(differs).toContainText('Assigned to Cora Controls.')
  await expect(differs.getByRole('button')).toHaveText(['Resolve'])
  await differs.getByRole('button', { name: 'Resolve: check 1001' }).press('Enter')
  const dialog = dialogOf(page, 'Resolve Exception for Check 1001')
  await expect(dialog).toContainText('The bank paid $2,134.50 for check 1001, which is for $1,234.50.')
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
  await expect(dialog.getByText('Choose the effect on the check.')).toBeVisible()
  await expect(dialog.getByText('Enter the resolution.', { exact: true })).toBeVisible()
  await dialog.getByLabel('The bank’s amount of $2,134.50 is accepted: the check clears').check()
  await dialog.getByLabel(/^Resolution/).fill('The invoice was over $2,134.50; ours was typed wrong')
  await checkLooks(page, 'clearing-resolve')
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
  await expect(noticeOf(page, 'Exception resolved')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(state(page)).toContainText('2 exceptions are open')
  expect(await clerk.call<CheckReply>('GET', `/checks/${altered?.id}`)).toMatchObject({ state: 'cleared' })

  // A payment of a stopped check can't be accepted: the money must be recovered.
  await paidAgain.getByRole('button', { name: 'Resolve: check 1002' }).click()
  const other = dialogOf(page, 'Resolve Exception for Check 1002')
  await expect(other.getByRole('radio')).toHaveCount(0)
  await other.getByLabel(/^Resolution/).fill('The bank has paid it back')
  await other.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await page.goto(`/clearing?account=${group.account.id}`)
  await expect(rows).toHaveCount(1)
  await checkLooks(page, 'clearing')
  await card.getByLabel('Exceptions to show').selectOption('Resolved')
  await expect(page).toHaveURL(/exceptions=resolved/)
  await expect(rows).toHaveText([
    /1002.*The bank has paid it back.*Resolved .* by Cora Controls/,
    /1001.*The bank’s amount of \$2,134\.50 was accepted: the check is cleared\..*ours was typed wrong.*by Cora Controls/,
  ])
})

test('compares book and bank balances as of a day, and saves the report', async ({ page, request, openAs }) => {
  const group = await addCheckGroup(request)
  await keepColumns(group)
  const [cleared, altered, out] = await mailed(group, 1234.5, 480, 77.25)
  const day = dayOf(cleared)
  await openClearing(page, group.people.controller)
  await confirm(page, `${cleared?.number},1234.50,${day}`, `${altered?.number},500.00,${day}`, `990,50.00,${day}`)
  const card = part(page, 'Reconciliation')
  await expect(card.getByRole('status')).toHaveText(
    /^Operating at the end of .*: the cleared checks agree with the bank to the cent\. 2 exceptions of \$550\.00 through that day are open\.$/,
  )
  await expect(card).toContainText('Not reconciled yet: an exception of ')
  await expect(card).toContainText('Checks count as cleared from the day the bank paid them')
  const balance = card.getByRole('table', { name: 'Balance' }).locator('tbody').getByRole('row')
  const figures = [/^Issued3\$1,791\.75/, /^Less voided0\$0\.00/, /^Less stopped0\$0\.00/, /^Book3\$1,791\.75/]
  await expect(balance).toHaveText([
    ...[...figures, /^Less cleared1\$1,234\.50/, /^Outstanding2\$557\.25/, /^Older than 180 days0/],
    ...[/^Paid by the bank for the cleared checks1\$1,234\.50/, /^Other bank payments: exceptions2\$550\.00/],
    /^Open exceptions2\$550\.00/,
  ])
  const outstanding = card.getByRole('table', { name: 'Outstanding Checks' }).locator('tbody').getByRole('row')
  await expect(outstanding).toHaveText([/1002.*\$480\.00/, /1003.*\$77\.25/])
  await expect(card.getByRole('region', { name: /another amount/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Resolve: check 1002' }).press('Enter')
  const dialog = dialogOf(page, 'Resolve Exception for Check 1002')
  await dialog.getByLabel('The bank’s amount of $500.00 is accepted: the check clears').check()
  await dialog.getByLabel(/^Resolution/).fill('Agreed with the payee')
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
  await expect(card.getByRole('status')).toContainText(
    'the bank has paid $20.00 more than the register shows, because of the 1 payment with a different amount below.',
  )
  const stands = card.getByRole('region', { name: 'Accepted Payments with a Different Amount' })
  await expect(stands.locator('tbody').getByRole('row')).toHaveText([/1002.*\$500\.00\$480\.00\$20\.00/])
  await expect(outstanding).toHaveText([/1003.*\$77\.25/])
  await page.goto('/clearing')
  await expect(outstanding).toHaveCount(1)
  await checkLooks(page, 'clearing-reconciliation')

  for (const [button, ending] of [
    ['PDF', 'pdf'],
    ['Excel (XLSX)', 'xlsx'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await card.getByRole('button', { name: button, exact: true }).press('Enter')
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`^reconciliation-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`))
  }
  await card.getByLabel('As of').fill('1/31/2020')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/as_of=2020-01-31/)
  await expect(card).toContainText('No checks were outstanding at the end of Jan 31, 2020.')
  await expect(balance.first()).toHaveText(/^Issued0\$0\.00/)

  // Users who read the register see the balance too, and why they can't change anything.
  const approver = await openAs(group.people.approver, '/clearing')
  await expect(part(approver, 'Reconciliation').getByRole('status')).toContainText('$20.00 more')
  expect(out?.number).toBe(1003)
})

test('undoes a clearing, a whole file, and a payment that the bank took back, each with a second person', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request)
  await keepColumns(group)
  const checks = await group.printed(
    { amount: 1234.5, po_purchase_no: 'PO-1' },
    { amount: 480, po_purchase_no: 'PO-2' },
  )
  await group.sign(...checks)
  await group.ready(...checks)
  // The clerk, who is the second person below, must not have handled the checks.
  const printer = await group.as('printer')
  for (const { id } of checks) await printer.call('POST', `/checks/${id}/hand-over`, { kind: 'mailed' })
  const clerk = await group.as('clerk')
  const stored = await Promise.all(checks.map(({ id }) => clerk.call<CheckReply>('GET', `/checks/${id}`)))
  const [one, two] = stored
  const day = dayOf(one)
  await openClearing(page, group.people.controller)
  await confirm(page, `${one?.number},1234.50,${day}`, `${two?.number},480.00,${day}`)

  await page.goto(`/checks/${one?.id}`)
  await page.getByRole('button', { name: 'Undo Clearing', exact: true }).press('Enter')
  const ask = dialogOf(page, 'Undo Clearing of Check 1001')
  await expect(ask).toContainText(
    'The check becomes outstanding again, and the bank’s payment becomes an open exception.',
  )
  await checkLooks(page, 'undo-clearing')
  await ask.getByRole('button', { name: 'Ask to Undo' }).press('Enter')
  await expect(ask.getByText('Enter what is wrong with the clearing.')).toBeVisible()
  await ask.getByLabel(/^What Is Wrong/).fill('The bank paid another check')
  await ask.getByRole('button', { name: 'Ask to Undo' }).press('Enter')
  await expectNotice(page, 'Undo requested', 'It takes effect once a second person confirms it.')
  await expect(page.getByRole('region', { name: 'Waiting for a second person' })).toContainText(
    'Cora Controls wants to undo the clearing of this check: The bank paid another check',
  )
  await expect(page.getByText('You asked to undo the clearing of check 1001, so someone else')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm Undo' })).toHaveCount(0)
  const second = await openAs(group.people.clerk, `/checks/${one?.id}`)
  await second.getByRole('button', { name: 'Confirm Undo' }).press('Enter')
  const agree = second.getByRole('alertdialog', { name: 'Undo Clearing of Check 1001' })
  await expect(agree).toContainText('The bank paid another check')
  await agree.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(noticeOf(second, 'Clearing undone')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Confirm Undo' })).toHaveCount(0)
  expect(await clerk.call<CheckReply>('GET', `/checks/${one?.id}`)).toMatchObject({ state: 'issued' })

  await page.goto('/clearing')
  const rows = part(page, 'Exceptions').locator('tbody').getByRole('row')
  await expect(rows).toHaveText([/1001.*Clearing undone.*the clearing was undone \(“The bank paid another check”\)/])
  const files = part(page, 'Confirmed Files')
  await files.getByRole('button', { name: 'Undo: bank.csv' }).press('Enter')
  const askFile = dialogOf(page, 'Undo Bank File')
  await askFile.getByLabel(/^What Is Wrong/).fill('Read with the wrong columns')
  await askFile.getByRole('button', { name: 'Ask to Undo' }).press('Enter')
  await expect(files).toContainText('Cora Controls wants to undo this file: Read with the wrong columns')
  await expect(files.getByRole('button', { name: 'Confirm Undo: bank.csv' })).toHaveCount(0)
  await checkLooks(page, 'undo-file')
  await second.goto('/clearing')
  await part(second, 'Confirmed Files').getByRole('button', { name: 'Confirm Undo: bank.csv' }).press('Enter')
  await second
    .getByRole('alertdialog', { name: 'Undo Bank File' })
    .getByRole('button', { name: 'Undo', exact: true })
    .click()
  await expect(part(second, 'Confirmed Files')).toContainText(/Undone .* by Carl Clerk/)
  expect(await clerk.call<CheckReply>('GET', `/checks/${two?.id}`)).toMatchObject({ state: 'issued' })
  await expect(rows).toHaveCount(0)

  await confirm(page, `${two?.number},480.00,${day}`)
  await choose(
    page,
    bankFile(
      'back.bai',
      `01,021200025,ME,261120,0800,1,80,,2/`,
      `02,ME,021200025,1,${day.slice(8)}${day.slice(0, 2)}${day.slice(3, 5)},,USD,2/`,
      '03,83920174655,USD/',
      `16,395,48000,,,${two?.number}/`,
      '49,,3/',
      '98,,1,5/',
      '99,,1,7/',
    ),
  )
  await part(page, 'Contents of back.bai').getByRole('button', { name: 'Confirm File' }).press('Enter')
  await expect(rows).toHaveText([/1002.*Taken back.*Ask the bank why\./])
  await rows.getByRole('button', { name: 'Resolve: check 1002' }).press('Enter')
  const resolve = dialogOf(page, 'Resolve Exception for Check 1002')
  await resolve.getByLabel('The payment was taken back: the check is outstanding again').check()
  await checkLooks(page, 'resolve-reversal')
  await resolve.getByLabel(/^Resolution/).fill('Missing endorsement')
  await resolve.getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
  await expect(rows).toHaveCount(0)
  await page.goto(`/checks/${two?.id}`)
  await expect(page.getByText('recorded that the bank took its payment back')).toBeVisible()
  expect(await clerk.call<CheckReply>('GET', `/checks/${two?.id}`)).toMatchObject({ state: 'issued' })
})

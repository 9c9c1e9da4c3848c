import { expect, type Locator } from '@playwright/test'
import type { CheckReply } from '../domain/src/checks/replies.ts'
import { dialogOf } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { bankFile, choose, dayOf, drop, keepColumns, mailed, openClearing, state } from './support/clearing.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { menu, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const figure = (preview: Locator, label: RegExp): Locator =>
  preview.locator('dl > div').filter({ hasText: label }).locator('dd')

test('clears the paid checks in a dropped file after a review, and remembers the file’s columns', async ({
  page,
  request,
}) => {
  const group = await addCheckGroup(request)
  const checks = await mailed(group, 1234.5, 480, 77.25)
  const [right, altered, late] = checks
  const day = dayOf(right)
  await openClearing(page, group.people.controller)
  await expect(state(page)).toContainText('No bank file has been confirmed yet.')
  await expect(state(page)).toContainText('No exceptions are open.')
  await expect(state(page)).toContainText('Not reconciled yet')
  await expect(page.getByText('No bank file has been confirmed yet.', { exact: true })).toBeVisible()

  const lines = [
    'Account activity,,,',
    'Posted Date,Serial Number,Description,Amount',
    `${day},${right?.number},CHECK,1234.50`,
    `${day},${altered?.number},CHECK,980.00`,
    `${day},9001,CHECK,"4,100.00"`,
    `${day},,WIRE OUT,55.00`,
  ]
  await drop(page, bankFile('november.csv', ...lines))
  const columns = dialogOf(page, 'Bank File Profile: Operating')
  await expect(columns.getByRole('region', { name: 'First Lines of the File' })).toContainText('Account activity')
  await expect(columns.getByLabel('Lines to Skip at the Top')).toHaveValue('1')
  await expect(columns.getByLabel('Check number')).toHaveValue('2')
  await expect(columns.getByText(`In the file: ${right?.number} · ${altered?.number} · 9001`)).toBeVisible()
  await expect(columns.getByLabel(/^Amount\*/)).toHaveValue('4')
  await columns.getByLabel('Date Paid by the Bank').selectOption({ label: 'Choose a column' })
  await columns.getByRole('button', { name: 'Save and Read File' }).press('Enter')
  await expect(columns.getByText('Choose the column', { exact: true })).toBeVisible()
  await expect(columns.getByLabel('Date Paid by the Bank')).toBeFocused()
  await columns.getByLabel('Date Paid by the Bank').selectOption({ label: '1: Posted Date' })
  const read = columns.getByRole('region', { name: 'Interpreted Lines' })
  await expect(read).toContainText(`Line 3: check ${right?.number}, $1,234.50, paid on`)
  await expect(read).toContainText('1 of the first lines is skipped because no paid check was found.')
  await checkLooks(page, 'clearing-columns')
  await columns.getByRole('button', { name: 'Save and Read File' }).press('Enter')
  await expect(noticeOf(page, 'File profile saved')).toBeVisible()

  const preview = part(page, 'Contents of november.csv')
  await expect(preview.getByRole('status')).toHaveText(
    '3 paid checks. 1 payment other than checks on this account was skipped.',
  )
  await expect(figure(preview, /^Matched/)).toHaveText('1 line, $1,234.50')
  await expect(figure(preview, /^Exceptions/)).toHaveText('1 line, $980.00')
  await expect(figure(preview, /^Unknown/)).toHaveText('1 line, $4,100.00')
  await expect(figure(preview, /^Already known/)).toHaveText('None')
  const exceptions = preview.getByRole('region', { name: 'Exceptions' })
  await expect(exceptions.locator('tbody').getByRole('row')).toHaveText([
    /1002.*Amount differs.*\$980\.00.*The bank paid \$980\.00 for check 1002, which is for \$480\.00\./,
  ])
  await expect(preview.getByRole('region', { name: 'Unknown' })).toContainText('It might be a forgery')
  await expect(preview.getByText('Confirming this file clears 1 check and opens 2 exceptions.')).toBeVisible()
  // Nothing is saved before confirmation.
  const clerk = await group.as('clerk')
  expect(await clerk.call<CheckReply>('GET', `/checks/${right?.id}`)).toMatchObject({ state: 'issued' })
  await checkLooks(page, 'clearing-preview')
  await preview.getByRole('button', { name: 'Confirm File' }).press('Enter')
  await expectNotice(page, 'File confirmed', '1 check cleared and 2 exceptions opened.')
  await expect(page.getByRole('button', { name: 'Choose a File' })).toBeFocused()
  await expect(preview).toHaveCount(0)
  await expect(state(page)).toContainText('Last cleared today.')
  await expect(state(page)).toContainText('2 exceptions are open')
  await expect(part(page, 'Confirmed Files').locator('tbody').getByRole('row')).toHaveText([
    /november\.csv.*CSV.*1.*2.*Cora Controls/,
  ])
  expect(await clerk.call<CheckReply>('GET', `/checks/${right?.id}`)).toMatchObject({ state: 'cleared' })

  // The same file with another line: earlier lines are recognized, and the columns are remembered.
  await choose(page, bankFile('again.csv', ...lines, `${day},${late?.number},CHECK,77.25`))
  const again = part(page, 'Contents of again.csv')
  await expect(figure(again, /^Matched/)).toHaveText('1 line, $77.25')
  await expect(figure(again, /^Already known/)).toHaveText('3 lines, $6,314.50')
  await expect(again.getByRole('region', { name: 'Already Known' }).locator('tbody').getByRole('row')).toHaveCount(3)
  await expect(again.getByText('Confirming this file clears 1 check.')).toBeVisible()
  await again.getByRole('button', { name: 'Cancel' }).click()
  await expect(again).toHaveCount(0)
  await choose(page, bankFile('same.csv', ...lines))
  await expect(part(page, 'Contents of same.csv')).toContainText('Every line of this file was confirmed before.')
})

test('names the unreadable line in a file and how to fix it, and saves nothing', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  const [check] = await mailed(group, 300)
  await openClearing(page, group.people.controller)
  await choose(page, bankFile('empty.csv'))
  await expect(part(page, 'Contents of empty.csv')).toContainText(
    'This file is empty. Download it from the bank again.',
  )
  await expect(part(page, 'Contents of empty.csv').getByRole('button', { name: 'Confirm File' })).toHaveCount(0)
  await choose(page, bankFile('cut.bai', '01,BANK,ME,261120,0800,1,,,2/', '02,ME,BANK,1,261120,,USD,2/'))
  await expect(part(page, 'Contents of cut.bai')).toContainText('The file ends before its last record (99).')
  await choose(page, { ...bankFile('picture.csv'), buffer: Buffer.from([0x89, 0x50, 0, 0, 1, 2]) })
  await expect(part(page, 'Contents of picture.csv')).toContainText('This isn’t a text file.')

  const names = 'Check;Amount;Date'
  await choose(page, bankFile('wrong.csv', names, `${check?.number};three hundred;2026-11-20`))
  const columns = dialogOf(page, 'Bank File Profile: Operating')
  await expect(columns.getByLabel('Column Separator')).toHaveValue(';')
  await expect(columns.getByLabel('Date Format')).toHaveValue('YYYY-MM-DD')
  await expect(columns.getByRole('region', { name: 'Interpreted Lines' })).toContainText('isn’t an amount in dollars')
  await columns.getByRole('button', { name: 'Save and Read File' }).click()
  const wrong = part(page, 'Contents of wrong.csv')
  await expect(wrong).toContainText('This file has 1 problem. Nothing can be confirmed until it is fixed.')
  await expect(wrong).toContainText('Line 2')
  await expect(wrong).toContainText(
    '“three hundred” isn’t an amount in dollars. Choose another column or amount format.',
  )
  await checkLooks(page, 'clearing-problems')
  await choose(page, bankFile('other.csv', 'No;Sum;Paid', `${check?.number};300.00;2026-11-20`))
  const other = part(page, 'Contents of other.csv')
  await expect(other).toContainText(
    'This file doesn’t look like the saved profile, so it was read with a detected one.',
  )
  await other.getByRole('button', { name: 'Review Detected Profile' }).press('Enter')
  await expect(columns.getByLabel('Check number')).toHaveValue('1')
  await columns.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(columns).toHaveCount(0)
})

test('tells a user who handled a check in the file why another person has to confirm the file', async ({
  page,
  request,
}) => {
  const group = await addCheckGroup(request)
  const [check] = await mailed(group, 300)
  await keepColumns(group)
  await openClearing(page, group.people.clerk)
  await choose(page, bankFile('november.csv', 'Check,Amount,Date', `${check?.number},300.00,${dayOf(check)}`))
  const preview = part(page, 'Contents of november.csv')
  await expect(preview).toContainText(`You handled check ${check?.number}`)
  await expect(preview).toContainText('You can’t confirm bank payments for checks that you printed, signed')
  await expect(preview).toContainText('so someone else has to confirm this file. Cora Controls can confirm this file.')
  await expect(preview.getByRole('button', { name: 'Confirm File' })).toHaveCount(0)
})

test('shows the clearing screen read-only to account users who can’t reconcile the account', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request)
  await signIn(page.context(), group.people.approver)
  await page.goto('/dashboard')
  await menu(page).getByRole('link', { name: 'Clearing' }).press('Enter')
  await expect(page).toHaveURL('/clearing')
  await expect(state(page)).toContainText('No checks have been drawn on this account yet')
  await expect(state(page)).toContainText('Your role can’t reconcile the account “Operating”.')
  await expect(page.getByRole('button', { name: 'Choose a File' })).toHaveCount(0)
  const other = await openAs('everyone@summit.example')
  await expect(menu(other).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(menu(other).getByRole('link', { name: 'Clearing' })).toHaveCount(0)
})

/** A BAI2 file with one payment for each of these account numbers. */
function twoAccounts(day: string, ...payments: readonly (readonly [account: string, check: number, cents: number])[]) {
  const on = `${day.slice(8)}${day.slice(0, 2)}${day.slice(3, 5)}`
  return bankFile(
    'both.bai',
    `01,021200025,ME,${on},0800,1,80,,2/`,
    `02,ME,021200025,1,${on},,USD,2/`,
    ...payments.flatMap(([account, check, cents]) => [`03,${account},USD/`, `16,475,${cents},,,${check}/`, '49,,3/']),
    `98,,${payments.length},${3 * payments.length + 2}/`,
    `99,,1,${3 * payments.length + 4}/`,
  )
}

test('reads the lines of another account too, and an account under the name that its bank uses', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request)
  const [check] = await mailed(group, 300)
  const day = dayOf(check)
  const [admin, other] = [await group.as('admin'), await group.as('second')]
  const body = {
    dealer_group_id: group.group.id,
    name: 'Parts',
    bank_name: 'First Harbor Bank',
    routing_number: '021200025',
    account_number: '83920179999',
    dealership_ids: group.account.dealerships.map(({ id }) => id),
    next_check_number: 5001,
  }
  const { id } = await admin.call<{ id: number }>('POST', '/bank-accounts', body)
  await other.call('POST', `/bank-accounts/${id}/confirm`, {})

  await openClearing(page, group.people.controller)
  await page.goto(`/clearing?account=${group.account.id}`)
  const lines = [
    ['83920174655', check?.number ?? 0, 30_000],
    ['83920179999', 5001, 9900],
  ] as const
  await choose(page, twoAccounts(day, ...lines))
  const own = part(page, 'Contents of both.bai')
  await expect(figure(own, /^Matched/)).toHaveText('1 line, $300.00')
  await own
    .getByRole('region', { name: 'Other Accounts' })
    .getByRole('button', { name: 'Read Parts Too' })
    .press('Enter')
  const parts = part(page, 'Contents of both.bai for Parts')
  await expect(figure(parts, /^Unknown/)).toHaveText('1 line, $99.00')
  await parts.getByRole('button', { name: 'Confirm File' }).press('Enter')
  await expect(noticeOf(page, 'File confirmed')).toBeVisible()
  await expect(parts).toHaveCount(0)
  const query = `bank_account_id=${id}&state=open`
  expect(await admin.call<object[]>('GET', `/exceptions?${query}`)).toMatchObject([{ number: 5001, amount: 99 }])

  const wrong = twoAccounts(day, ['4655-CHK', check?.number ?? 0, 30_000])
  await choose(page, wrong)
  await expect(own).toContainText('This file has 1 problem.')
  const accounts = await openAs(group.people.admin, '/admin-bank-accounts')
  await accounts.getByRole('button', { name: 'Names at the Bank: Operating' }).press('Enter')
  const names = dialogOf(accounts, 'Names at the Bank: Operating')
  await names.getByLabel('Names').fill('4655-CHK')
  await checkLooks(accounts, 'bank-names')
  await names.getByRole('button', { name: 'Save Names' }).press('Enter')
  await expect(noticeOf(accounts, 'Names at the bank saved')).toBeVisible()
  await expect(names).toHaveCount(0)
  await choose(page, wrong)
  await expect(own).toContainText('This file has 1 problem.')
  const [waiting] = await other.call<{ id: number; version: number; says: string[] }[]>('GET', '/control-changes')
  expect(waiting?.says).toEqual(['Names at the bank: 4655-CHK'])
  await other.call('POST', `/control-changes/${waiting?.id}/confirm`, { version: waiting?.version })
  await choose(page, wrong)
  await expect(figure(own, /^Matched/)).toHaveText('1 line, $300.00')
})

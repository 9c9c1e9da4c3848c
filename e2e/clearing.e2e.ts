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

test('imports a dropped file, maps its columns once, and clears paid checks after a review', async ({
  page,
  request,
}) => {
  const group = await addCheckGroup(request)
  const checks = await mailed(group, 1234.5, 480, 77.25)
  const [right, altered, late] = checks
  const day = dayOf(right)
  await openClearing(page, group.people.controller)
  await expect(state(page)).toContainText('No file of the bank was confirmed yet.')
  await expect(state(page)).toContainText('No exception is open.')
  await expect(state(page)).toContainText('Reconciled through: Not yet')
  await expect(page.getByText('No file of the bank was confirmed yet.', { exact: true })).toBeVisible()

  const lines = [
    'Account activity,,,',
    'Posted Date,Serial Number,Description,Amount',
    `${day},${right?.number},CHECK,1234.50`,
    `${day},${altered?.number},CHECK,980.00`,
    `${day},9001,CHECK,"4,100.00"`,
    `${day},,WIRE OUT,55.00`,
  ]
  await drop(page, bankFile('november.csv', ...lines))
  const columns = dialogOf(page, 'Columns of the Bank’s File: Operating')
  await expect(columns.getByRole('region', { name: 'First lines of the file' })).toContainText('Account activity')
  await expect(columns.getByLabel('Lines to leave out at the top')).toHaveValue('1')
  await expect(columns.getByLabel('Check number')).toHaveValue('2')
  await expect(columns.getByText(`In the file: ${right?.number} · ${altered?.number} · 9001`)).toBeVisible()
  await expect(columns.getByLabel(/^Amount\*/)).toHaveValue('4')
  await columns.getByLabel('Date paid by the bank').selectOption({ label: 'Choose a column' })
  await columns.getByRole('button', { name: 'Save and Read the File' }).press('Enter')
  await expect(columns.getByText('Choose the column', { exact: true })).toBeVisible()
  await expect(columns.getByLabel('Date paid by the bank')).toBeFocused()
  await columns.getByLabel('Date paid by the bank').selectOption({ label: '1: Posted Date' })
  const read = columns.getByRole('region', { name: 'How they are read' })
  await expect(read).toContainText(`Line 3: check ${right?.number}, $1,234.50, paid on`)
  await expect(read).toContainText('1 of the first lines is left out as no paid check.')
  await checkLooks(page, 'clearing-columns')
  await columns.getByRole('button', { name: 'Save and Read the File' }).press('Enter')
  await expect(noticeOf(page, 'Columns saved')).toBeVisible()

  const preview = part(page, 'In november.csv')
  await expect(preview.getByRole('status')).toHaveText(
    '3 paid checks. 1 other payment left out: no checks of this account.',
  )
  await expect(figure(preview, /^Matched/)).toHaveText('1 line, $1,234.50')
  await expect(figure(preview, /^Exceptions/)).toHaveText('1 line, $980.00')
  await expect(figure(preview, /^Unknown/)).toHaveText('1 line, $4,100.00')
  await expect(figure(preview, /^Already known/)).toHaveText('None')
  const exceptions = preview.getByRole('region', { name: 'Exceptions' })
  await expect(exceptions.locator('tbody').getByRole('row')).toHaveText([
    /1002.*Amount differs.*\$980\.00.*The bank paid \$980\.00 for check 1002, which is over \$480\.00\./,
  ])
  await expect(preview.getByRole('region', { name: 'Unknown' })).toContainText('It may be a forgery')
  await expect(preview.getByText('Confirming it clears 1 check and opens 2 exceptions.')).toBeVisible()
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
  const again = part(page, 'In again.csv')
  await expect(figure(again, /^Matched/)).toHaveText('1 line, $77.25')
  await expect(figure(again, /^Already known/)).toHaveText('3 lines, $6,314.50')
  await expect(again.getByRole('region', { name: 'Already Known' }).locator('tbody').getByRole('row')).toHaveCount(3)
  await expect(again.getByText('Confirming it clears 1 check.')).toBeVisible()
  await again.getByRole('button', { name: 'Cancel' }).click()
  await expect(again).toHaveCount(0)
  await choose(page, bankFile('same.csv', ...lines))
  await expect(part(page, 'In same.csv')).toContainText('Every line of this file was confirmed before.')
})

test('names the line and the remedy for an unreadable file, and saves nothing', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  const [check] = await mailed(group, 300)
  await openClearing(page, group.people.controller)
  await choose(page, bankFile('empty.csv'))
  await expect(part(page, 'In empty.csv')).toContainText('This file is empty. Get it from the bank again.')
  await expect(part(page, 'In empty.csv').getByRole('button', { name: 'Confirm File' })).toHaveCount(0)
  await choose(page, bankFile('cut.bai', '01,BANK,ME,261120,0800,1,,,2/', '02,ME,BANK,1,261120,,USD,2/'))
  await expect(part(page, 'In cut.bai')).toContainText('The file ends before its last record (99).')
  await choose(page, { ...bankFile('picture.csv'), buffer: Buffer.from([0x89, 0x50, 0, 0, 1, 2]) })
  await expect(part(page, 'In picture.csv')).toContainText('This file is not a text.')

  const names = 'Check;Amount;Date'
  await choose(page, bankFile('wrong.csv', names, `${check?.number};three hundred;2026-11-20`))
  const columns = dialogOf(page, 'Columns of the Bank’s File: Operating')
  await expect(columns.getByLabel('Between columns is a')).toHaveValue(';')
  await expect(columns.getByLabel('Days are written as')).toHaveValue('YYYY-MM-DD')
  await expect(columns.getByRole('region', { name: 'How they are read' })).toContainText('is not an amount in dollars')
  await columns.getByRole('button', { name: 'Save and Read the File' }).click()
  const wrong = part(page, 'In wrong.csv')
  await expect(wrong).toContainText('This file has 1 problem. Nothing of it can be confirmed until it is mended.')
  await expect(wrong).toContainText('Line 2')
  await expect(wrong).toContainText('“three hundred” is not an amount in dollars.')
  await checkLooks(page, 'clearing-problems')
  await choose(page, bankFile('other.csv', 'No;Sum;Paid', `${check?.number};300.00;2026-11-20`))
  const other = part(page, 'In other.csv')
  await expect(other).toContainText('There is no column “Check”.')
  await other.getByRole('button', { name: 'Change Columns' }).press('Enter')
  await expect(columns.getByLabel('Check number')).toHaveValue('0')
  await columns.getByRole('button', { name: 'Cancel' }).press('Enter')
  await other.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(other).toHaveCount(0)
})

test('tells a user involved with a check in the file why another person has to confirm it', async ({
  page,
  request,
}) => {
  const group = await addCheckGroup(request)
  const [check] = await mailed(group, 300)
  await keepColumns(group)
  await openClearing(page, group.people.clerk)
  await choose(page, bankFile('november.csv', 'Check,Amount,Date', `${check?.number},300.00,${dayOf(check)}`))
  const preview = part(page, 'In november.csv')
  await expect(preview).toContainText(`You had a hand in check ${check?.number}`)
  await expect(preview).toContainText('Nobody confirms what the bank did with a check that they printed, signed')
  await expect(preview).toContainText('so someone else has to confirm it. Cora Controls can do it.')
  await expect(preview.getByRole('button', { name: 'Confirm File' })).toHaveCount(0)
})

test('offers the screen to the account’s users, read-only without the right to reconcile', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request)
  await signIn(page.context(), group.people.approver)
  await page.goto('/dashboard')
  await menu(page).getByRole('link', { name: 'Clearing' }).press('Enter')
  await expect(page).toHaveURL('/clearing')
  await expect(state(page)).toContainText('No check was taken from this account yet')
  await expect(state(page)).toContainText('Your role cannot reconcile the account Operating.')
  await expect(page.getByRole('button', { name: 'Choose a File' })).toHaveCount(0)
  const other = await openAs('everyone@summit.example')
  await expect(menu(other).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(menu(other).getByRole('link', { name: 'Clearing' })).toHaveCount(0)
})

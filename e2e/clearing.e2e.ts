import { expect, type Locator, type Page } from '@playwright/test'
import type { CheckReply } from '../domain/src/checks/replies.ts'
import { dialogOf } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { addCheckGroup, type CheckGroup } from './support/drawn-checks.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { menu, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

async function openScreen(page: Page, email: string): Promise<void> {
  await signIn(page.context(), email)
  await page.goto('/clearing')
  await expect(page.getByRole('heading', { name: 'Clearing', level: 1 })).toBeVisible()
}

/** Checks over these amounts, mailed. */
async function mailed(group: CheckGroup, ...amounts: number[]): Promise<CheckReply[]> {
  const requests = amounts.map((amount, index) => ({ amount, po_purchase_no: `PO-${amount}-${index}` }))
  const checks = await group.printed(...requests)
  await group.sign(...checks)
  await group.ready(...checks)
  await group.mail(...checks)
  const clerk = await group.as('clerk')
  return Promise.all(checks.map(({ id }) => clerk.call<CheckReply>('GET', `/checks/${id}`)))
}

/** The day on which a check left, as `11/20/2026`. */
function dayOf(check: CheckReply | undefined): string {
  const [year, month, day] = check?.issued_on?.split('-') ?? []
  return `${month}/${day}/${year}`
}

function bankFile(name: string, ...lines: string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) }
}

const state = (page: Page): Locator => part(page, 'Compared With the Bank')

async function choose(page: Page, file: ReturnType<typeof bankFile>): Promise<void> {
  await page.getByLabel('File of the bank', { exact: true }).setInputFiles(file)
}

/** Drops a file on the page, as from a folder beside the browser. */
async function drop(page: Page, { name, mimeType, buffer }: ReturnType<typeof bankFile>): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, type, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name, { type }))
      return transfer
    },
    [name, mimeType, buffer.toString()] as const,
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data })
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
}

const figure = (preview: Locator, label: RegExp): Locator =>
  preview.locator('dl > div').filter({ hasText: label }).locator('dd')

test('a file is dropped, its columns are chosen once, and it clears what the bank paid after a look', async ({
  page,
  request,
}) => {
  const group = await addCheckGroup(request)
  const checks = await mailed(group, 1234.5, 480, 77.25)
  const [right, altered, late] = checks
  const day = dayOf(right)
  await openScreen(page, group.people.controller)
  await expect(state(page)).toContainText('No file of the bank was confirmed yet.')
  await expect(state(page)).toContainText('No exception is open.')
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
  await expect(columns.getByLabel('Number of the check')).toHaveValue('2')
  await expect(columns.getByText(`In the file: ${right?.number} · ${altered?.number} · 9001`)).toBeVisible()
  await expect(columns.getByLabel(/^Amount\*/)).toHaveValue('4')
  await columns.getByLabel('Day on which the bank paid').selectOption({ label: 'Choose a column' })
  await columns.getByRole('button', { name: 'Save and Read the File' }).press('Enter')
  await expect(columns.getByText('Choose the column', { exact: true })).toBeVisible()
  await expect(columns.getByLabel('Day on which the bank paid')).toBeFocused()
  await columns.getByLabel('Day on which the bank paid').selectOption({ label: '1: Posted Date' })
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
  // Nothing is written before it is confirmed.
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

  // The same file again with a line more: what was read before is known, and the columns are kept.
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

test('a file that cannot be read says which line and what to do, and nothing of it is kept', async ({
  page,
  request,
}) => {
  const group = await addCheckGroup(request)
  const [check] = await mailed(group, 300)
  await openScreen(page, group.people.controller)
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
  await expect(columns.getByLabel('Number of the check')).toHaveValue('0')
  await columns.getByRole('button', { name: 'Cancel' }).press('Enter')
  await other.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(other).toHaveCount(0)
})

/** Says what the columns of the files are in these tests. */
async function keepColumns(group: CheckGroup): Promise<void> {
  const columns = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'MM/DD/YYYY' }
  const path = `/bank-accounts/${group.account.id}/clearing/columns`
  await (await group.as('controller')).call('PUT', path, { columns })
}

/** Confirms a file with these lines on the screen. */
async function confirm(page: Page, ...lines: string[]): Promise<void> {
  await choose(page, bankFile('bank.csv', 'Check,Amount,Date', ...lines))
  await part(page, 'In bank.csv').getByRole('button', { name: 'Confirm File' }).press('Enter')
  await expect(noticeOf(page, 'File confirmed')).toBeVisible()
}

test('exceptions are taken over and resolved by others than those with a hand in the check', async ({
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
  const stop = { reason: 'Lost', request_status: 'rejected', confirmation_number: 'SP-9', fee: null }
  await clerk.call('POST', `/checks/${stopped?.id}/stop`, stop)
  await openScreen(page, group.people.controller)
  const card = part(page, 'Exceptions')
  await expect(card).toContainText('Nothing has to be looked into')
  await confirm(page, `${altered?.number},2134.50,${day}`, `${stopped?.number},480.00,${day}`, `990,50.00,${day}`)
  const rows = card.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  const row = (text: RegExp) => rows.filter({ hasText: text })
  const differs = row(/Amount differs/)
  await expect(differs).toHaveText(/1001Amount differs\$2,134\.50\$1,234\.50.*Nobody looks into it yet\./)
  const paidAgain = row(/Void but paid/)
  await expect(paidAgain).toHaveText(/1002.*\$480\.00.*stopped, and the bank has paid it all the same\./)
  const red = await paidAgain.getByText(/stopped, and the bank/).evaluate((text) => getComputedStyle(text).color)
  const plain = await differs.getByText(/Ask it for a picture/).evaluate((text) => getComputedStyle(text).color)
  expect(red).not.toBe(plain)
  await expect(row(/Unknown number/)).toHaveText(/990.*–/)

  const hand = await openAs(group.people.clerk, '/clearing')
  const seen = part(hand, 'Exceptions').locator('tbody').getByRole('row')
  await expect(seen.filter({ hasText: 'Amount differs' })).toContainText(
    'You had a hand in check 1001, so somebody else has to resolve this.',
  )
  await expect(seen.filter({ hasText: 'Amount differs' }).getByRole('button')).toHaveCount(0)
  await expect(seen.filter({ hasText: 'Unknown number' }).getByRole('button')).toHaveText(['Resolve', 'Take Over'])

  await differs.getByRole('button', { name: 'Take Over: check 1001' }).press('Enter')
  await expect(differs).toContainText('Cora Controls looks into it.')
  await expect(differs.getByRole('button')).toHaveText(['Resolve'])
  await differs.getByRole('button', { name: 'Resolve: check 1001' }).press('Enter')
  const dialog = dialogOf(page, 'Resolve the Exception of Check 1001')
  await expect(dialog).toContainText('The bank paid $2,134.50 for check 1001, which is over $1,234.50.')
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
  await expect(dialog.getByText('Say whether the payment stands')).toBeVisible()
  await expect(dialog.getByText('Say what came out of it', { exact: true })).toBeVisible()
  await dialog.getByLabel('The bank’s amount of $2,134.50 stands: it clears the check').check()
  await dialog.getByLabel(/^What came out of it/).fill('The invoice was over $2,134.50; ours was typed wrong')
  await checkLooks(page, 'clearing-resolve')
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
  await expect(noticeOf(page, 'Exception resolved')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(state(page)).toContainText('2 exceptions are open')
  expect(await clerk.call<CheckReply>('GET', `/checks/${altered?.id}`)).toMatchObject({ state: 'cleared' })

  // Of a stopped check nothing can stand: its money is to be got back.
  await paidAgain.getByRole('button', { name: 'Resolve: check 1002' }).click()
  const other = dialogOf(page, 'Resolve the Exception of Check 1002')
  await expect(other.getByRole('radio')).toHaveCount(0)
  await other.getByLabel(/^What came out of it/).fill('The bank has paid it back')
  await other.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await page.goto(`/clearing?account=${group.account.id}`)
  await expect(rows).toHaveCount(1)
  await checkLooks(page, 'clearing')
  await card.getByLabel('Exceptions that are shown').selectOption('Resolved')
  await expect(page).toHaveURL(/exceptions=resolved/)
  await expect(rows).toHaveText([
    /1002.*The bank has paid it back.*Resolved .* by Cora Controls/,
    /1001.*The bank’s amount of \$2,134\.50 stands: the check is cleared\..*ours was typed wrong.*by Cora Controls/,
  ])
})

test('book and bank are compared as of a day, and the report is saved', async ({ page, request, openAs }) => {
  const group = await addCheckGroup(request)
  await keepColumns(group)
  const [cleared, altered, out] = await mailed(group, 1234.5, 480, 77.25)
  const day = dayOf(cleared)
  await openScreen(page, group.people.controller)
  await confirm(page, `${cleared?.number},1234.50,${day}`, `${altered?.number},500.00,${day}`, `990,50.00,${day}`)
  const card = part(page, 'Reconciliation')
  await expect(card.getByRole('status')).toHaveText(
    /^Operating at the end of .*: the cleared checks agree with the bank to the cent\. 2 exceptions of \$550\.00 up to that day are open\.$/,
  )
  await expect(card).toContainText('A check counts as cleared from the day on which the bank paid it')
  const balance = card.getByRole('table', { name: 'Balance' }).locator('tbody').getByRole('row')
  const figures = [/^Issued3\$1,791\.75/, /^Less voided0\$0\.00/, /^Less stopped0\$0\.00/, /^Book3\$1,791\.75/]
  await expect(balance).toHaveText([
    ...[...figures, /^Less cleared1\$1,234\.50/, /^Outstanding2\$557\.25/, /^Of these older than 180 days0/],
    ...[/^Paid by the bank for the cleared checks1\$1,234\.50/, /^Other payments of the bank: exceptions2\$550\.00/],
    /^Of these open2\$550\.00/,
  ])
  const outstanding = card.getByRole('table', { name: 'Outstanding checks' }).locator('tbody').getByRole('row')
  await expect(outstanding).toHaveText([/1002.*\$480\.00/, /1003.*\$77\.25/])
  await expect(card.getByRole('region', { name: /another amount/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Resolve: check 1002' }).press('Enter')
  const dialog = dialogOf(page, 'Resolve the Exception of Check 1002')
  await dialog.getByLabel('The bank’s amount of $500.00 stands: it clears the check').check()
  await dialog.getByLabel(/^What came out of it/).fill('Agreed with the payee')
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
  await expect(card.getByRole('status')).toContainText(
    'the bank has paid $20.00 more than the register has, for the 1 payment below that stands with another amount.',
  )
  const stands = card.getByRole('region', { name: 'Payments that stand with another amount' })
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
  await expect(card).toContainText('No check was outstanding at the end of Jan 31, 2020.')
  await expect(balance.first()).toHaveText(/^Issued0\$0\.00/)

  // Whoever reads the register sees the balance as well, and is told why they change nothing.
  const approver = await openAs(group.people.approver, '/clearing')
  await expect(part(approver, 'Reconciliation').getByRole('status')).toContainText('$20.00 more')
  expect(out?.number).toBe(1003)
})

test('whoever had a hand in a check of the file is told why somebody else confirms it', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  const [check] = await mailed(group, 300)
  await keepColumns(group)
  await openScreen(page, group.people.clerk)
  await choose(page, bankFile('november.csv', 'Check,Amount,Date', `${check?.number},300.00,${dayOf(check)}`))
  const preview = part(page, 'In november.csv')
  await expect(preview).toContainText(`You had a hand in check ${check?.number}`)
  await expect(preview).toContainText('Nobody confirms what the bank did with a check that they printed, signed')
  await expect(preview).toContainText('Cora Controls or Paula Prints')
  await expect(preview.getByRole('button', { name: 'Confirm File' })).toHaveCount(0)
})

test('people of the account are offered the screen, and those who do not reconcile only look', async ({
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

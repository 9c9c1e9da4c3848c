import { expect, type Locator, type Page } from '@playwright/test'
import { chooseSeveral, dialogOf, openAdministration, questionOf, superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import {
  accountNumber,
  addAccountGroup,
  fillInAccount,
  goTo,
  goToPeople,
  openAccount,
  openProposal,
  proposeAccount,
  stepOf,
} from './support/bank-accounts.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { menu } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const start = (page: Page, email: string, query = '') =>
  openAdministration(page, email, `/admin-bank-accounts${query}`, 'Bank Accounts')

const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('region').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`), level: 2 }) })

test('requires another admin to confirm a proposed account', async ({ page, request, openAs }) => {
  const place = await addAccountGroup(request)
  await start(page, place.proposes)
  await expect(page.getByText('No bank accounts have been set up yet.')).toBeVisible()
  await checkLooks(page, 'admin-bank-accounts-none')
  const dialog = await openProposal(page)
  await expect(stepOf(page)).toHaveText('Account')
  await fillInAccount(dialog)
  await checkLooks(page, 'admin-bank-accounts-propose-account')
  await goToPeople(page)
  await dialog.getByRole('button', { name: 'Add Person' }).click()
  const person = dialog.getByRole('group', { name: 'Person 1' })
  await person.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option', { name: /^Sam Signs/ }).click()
  await person.getByLabel('Signs Up To').fill('5000')
  await dialog.getByLabel('Two Signers Above').fill('2500')
  await checkLooks(page, 'admin-bank-accounts-propose')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('img', { name: /^Check: / })).toContainText('First Harbor Bank')
  await checkLooks(page, 'admin-bank-accounts-propose-paper')
  await goTo(page, 'People')
  await expect(dialog.getByLabel('Two Signers Above')).toHaveValue('$2,500.00')
  await goTo(page, 'MICR Line')
  await dialog.getByRole('button', { name: 'Propose Account' }).click()
  await expect(noticeOf(page, 'Bank account proposed')).toBeVisible()

  const card = cardOf(page, 'Operating')
  await expect(card).toContainText('Proposed')
  await expect(card).toContainText('Ada Proposes proposed this account.')
  await expect(card).toContainText('Sam Signs: sign up to $5,000.00')
  await card.getByRole('button', { name: 'Confirm Operating' }).press('Enter')
  await expect(
    card.getByText('Ada Proposes proposed these changes, so another admin has to confirm them.'),
  ).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await checkLooks(page, 'admin-bank-accounts-proposed')

  const second = await openAs(place.confirms, '/admin-bank-accounts')
  await cardOf(second, 'Operating').getByRole('button', { name: 'Confirm Operating' }).press('Enter')
  const question = questionOf(second, 'Confirm Operating?')
  await expect(question).toContainText('ends in 4655')
  await checkLooks(second, 'admin-bank-accounts-confirm')
  await question.getByRole('button', { name: 'Confirm', exact: true }).press('Enter')
  await expect(noticeOf(second, 'Bank account confirmed')).toBeVisible()
  await expect(cardOf(page, 'Operating')).toContainText('Active')
  await expect(cardOf(page, 'Operating')).toContainText('Cora Confirms')
  await page.reload()
  await expect(menu(page).getByRole('link', { name: 'Accounts' })).toBeVisible()
})

test('shows an error message at each invalid field', async ({ page, request }) => {
  const place = await addAccountGroup(request)
  await start(page, place.proposes)
  const dialog = await openProposal(page)
  await dialog.getByRole('button', { name: 'Next' }).press('Enter')
  for (const text of [
    'Account name is required',
    'Bank name is required',
    'Routing number is required',
    'Account number is required',
    'Next check number is required',
  ])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await expect(dialog.getByLabel(/^Account Name/)).toBeFocused()
  const routing = dialog.getByLabel(/^Routing Number/)
  await routing.fill('021200026')
  await expect(dialog.getByText(/^The check digit of this routing number is wrong/)).toBeVisible()
  await routing.fill('021200025')
  await dialog.getByLabel('Fractional Routing Number').fill('55-2/213')
  await dialog.getByLabel('Fractional Routing Number').press('Tab')
  await expect(dialog.getByText(/^The fraction 55-2\/213 is for the routing number 0213\d+, not/)).toBeVisible()
  await dialog.getByLabel('Fractional Routing Number').fill('55-2/212')
  await expect(dialog.getByText(/^The fraction 55/)).toHaveCount(0)
  await fillInAccount(dialog)
  await goTo(page, 'Dealerships')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(dialog.getByText('Choose the dealerships that draw on this account.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).press('Enter')
  await goToPeople(page)
  await dialog.getByRole('button', { name: 'Add Person' }).press('Enter')
  await dialog.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(dialog.getByText('Choose a user.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Remove/ }).press('Enter')
  await goTo(page, 'MICR Line')
  await dialog.getByLabel(/^Right of the Routing Number/).fill('PAS')
  await dialog.getByLabel('Position of the On-Us Symbol').fill('40')
  await dialog.getByLabel('Position of the On-Us Symbol').press('Tab')
  await dialog.getByRole('button', { name: 'Propose Account' }).press('Enter')
  await expect(dialog.getByText(/needs A for the account number, followed directly by P/)).toBeVisible()
  await expect(dialog.getByText('Enter an on-us symbol position from 14 to 31.')).toBeVisible()
})

test('keeps a submitted account number out of responses, storage, and the page', async ({ page, request, context }) => {
  const place = await addAccountGroup(request)
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/') && !response.url().endsWith('/live'))
      bodies.push(response.text().catch(() => ''))
  })
  await start(page, place.proposes)
  const dialog = await openProposal(page)
  await fillInAccount(dialog)
  await goToPeople(page)
  await goTo(page, 'MICR Line')
  await dialog.getByRole('button', { name: 'Propose Account' }).click()
  await expect(noticeOf(page, 'Bank account proposed')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Operating' }).click()
  const edit = dialogOf(page, 'Update Bank Account')
  await expect(edit.getByLabel(/^Account Number/)).toHaveValue('')
  await expect(edit).toContainText('The current number ends in 4655.')
  const kept = await page.evaluate(() => ({
    page: document.documentElement.outerHTML,
    fields: [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
    local: JSON.stringify({ ...localStorage }),
    session: JSON.stringify({ ...sessionStorage }),
    history: JSON.stringify(history.state),
  }))
  expect(JSON.stringify(kept)).not.toContain(accountNumber)
  expect(JSON.stringify(await context.storageState({ indexedDB: true }))).not.toContain(accountNumber)
  const answers = await Promise.all(bodies)
  expect(answers.filter((body) => body.includes('4655')).length).toBeGreaterThan(0)
  expect(answers.filter((body) => body.includes(accountNumber))).toEqual([])
})

test('applies a changed limit only after confirmation, but a changed layout immediately', async ({
  page,
  request,
  openAs,
}) => {
  const place = await addAccountGroup(request)
  await openAccount(request, place)
  await start(page, place.proposes)
  const card = cardOf(page, 'Operating')
  await card.getByRole('button', { name: 'Edit Operating' }).click()
  const dialog = dialogOf(page, 'Update Bank Account')
  await expect(dialog).toContainText('Another admin has to confirm changes to numbers')
  await dialog.getByLabel('Limit per Check').fill('7500')
  await dialog.getByLabel('Layout').selectOption('Check in the middle, two stubs')
  await dialog.getByRole('button', { name: 'Update Account' }).click()
  await expect(noticeOf(page, 'Bank account updated')).toBeVisible()
  const waiting = page.getByRole('region', { name: 'Pending changes to Operating' })
  await expect(waiting).toContainText('Ada Proposes proposed a change.')
  await expect(waiting).toContainText('Limit per Check')
  await expect(waiting).toContainText('Now: No limit')
  await expect(waiting).toContainText('Then: $7,500.00')
  await expect(waiting).not.toContainText('Layout')
  await expect(card).toContainText('Check in the middle, two stubs')
  await checkLooks(page, 'admin-bank-accounts-waiting')

  await card.getByRole('button', { name: 'Discard the pending changes to Operating' }).click()
  await questionOf(page, 'Discard the pending changes to Operating?').getByRole('button', { name: 'Discard' }).click()
  await expect(waiting).toHaveCount(0)
  await card.getByRole('button', { name: 'Propose to close Operating' }).click()
  await questionOf(page, 'Propose to close Operating?').getByRole('button', { name: 'Propose to Close' }).click()
  await expect(waiting).toContainText('Then: Closed')
  const second = await openAs(place.confirms, '/admin-bank-accounts')
  await cardOf(second, 'Operating').getByRole('button', { name: 'Confirm Operating' }).click()
  await questionOf(second, 'Confirm Operating?').getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(cardOf(second, 'Closed Accounts')).toContainText('Operating: First Harbor Bank, account ending in 4655')
})

test('updates the sheet preview when an admin changes layout and offsets by keyboard on a phone', async ({
  page,
  request,
}) => {
  const place = await addAccountGroup(request)
  await openAccount(request, place)
  await page.setViewportSize({ width: 360, height: 740 })
  await start(page, place.proposes)
  await page.getByRole('button', { name: 'Edit Operating' }).press('Enter')
  const dialog = dialogOf(page, 'Update Bank Account')
  const sheet = dialog.getByRole('img', { name: /^Sheet/ })
  const moved = sheet.locator('[data-moved]')
  await expect(moved).toHaveAttribute('data-moved', '0 0')
  await dialog.getByLabel('Offset to the Right').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('25')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('-10')
  await expect(dialog.getByRole('status')).toHaveText('Everything is printed 0.25 inch to the right and 0.10 inch up.')
  await expect(moved).toHaveAttribute('data-moved', '25 -10')
  await expect(moved).toHaveAttribute('transform', /^translate\(18 -7\.(2|19\d+)\)$/)
  await expect(sheet).toHaveAccessibleName(/Check on top, two stubs/)
  await dialog.getByLabel('Layout').selectOption('Three checks to a page, no stubs')
  await expect(sheet).toHaveAccessibleName(/Three checks to a page/)
  await checkLooks(page, 'admin-bank-accounts-edit')
  await page.setViewportSize({ width: 360, height: 740 })
  await dialog.getByRole('button', { name: 'Update Account' }).press('Enter')
  await expect(noticeOf(page, 'Bank account updated')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Test page for Operating' }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^test-page-\d+\.pdf$/)
})

test('loads another admin’s change to the same account, and keeps typed values', async ({ page, request }) => {
  const place = await addAccountGroup(request)
  const account = await openAccount(request, place)
  await start(page, place.proposes)
  await page.getByRole('button', { name: 'Edit Operating' }).click()
  const dialog = dialogOf(page, 'Update Bank Account')
  await dialog.getByLabel('Bank City and State').fill('Seaside, OR')
  const other = await apiAs(request, place.confirms)
  await other.call('PUT', `/bank-accounts/${account.id}`, { name: 'Main', version: account.version })
  await dialog.getByRole('button', { name: 'Update Account' }).click()
  await expect(noticeOf(page, 'Couldn’t update this bank account')).toBeVisible()
  await expect(dialog.getByLabel(/^Account Name/)).toHaveValue('Main')
  await expect(dialog.getByLabel('Bank City and State')).toHaveValue('Seaside, OR')
  await dialog.getByRole('button', { name: 'Update Account' }).click()
  await expect(noticeOf(page, 'Bank account updated')).toBeVisible()
})

test('links a super admin from the settings to a group’s accounts, and shows them read-only to processors', async ({
  page,
  request,
  openAs,
}) => {
  const place = await addAccountGroup(request)
  await proposeAccount(await apiAs(request, place.proposes), place)
  await signIn(page.context(), superAdmin)
  await page.goto('/settings')
  await page.getByRole('link', { name: `Bank accounts for ${place.group.name}` }).press('Enter')
  await expect(page).toHaveURL(`/admin-bank-accounts?group=${place.group.id}`)
  await expect(cardOf(page, 'Operating')).toBeVisible()
  const dialog = await openProposal(page)
  await expect(dialog.getByRole('combobox', { name: /^Dealer Group/ })).toContainText(place.group.name)
  await fillInAccount(dialog)
  await goTo(page, 'Dealerships')
  await chooseSeveral(page, 'Dealerships That Use This Account', [
    `${place.dealership.name} (${place.dealership.code})`,
  ])
  await expect(dialog.getByRole('button', { name: /^Remove Harbor Ford/ })).toBeVisible()

  const reader = await openAs(place.processor, '/dashboard')
  await menu(reader).getByRole('link', { name: 'Accounts' }).press('Enter')
  await expect(cardOf(reader, 'Operating')).toContainText('account ending in 4655')
  await expect(reader.getByRole('button', { name: /^(Confirm|Discard|Edit|Propose)/ })).toHaveCount(0)
  await expect(reader.getByRole('link', { name: 'Propose Account' })).toHaveCount(0)
})

test('removes a submitted account number from the browser’s memory', async ({ page, request }) => {
  const place = await addAccountGroup(request)
  await start(page, place.proposes)
  const dialog = await openProposal(page)
  await fillInAccount(dialog, '')
  await dialog.getByLabel(/^Account Number/).focus()
  await page.keyboard.type(accountNumber)
  await expect(dialog.getByLabel(/^Account Number/)).toHaveValue(accountNumber)
  expect(await memoryOf(page)).toContain(accountNumber)
  await goToPeople(page)
  await goTo(page, 'MICR Line')
  await dialog.getByRole('button', { name: 'Propose Account' }).click()
  await expect(noticeOf(page, 'Bank account proposed')).toBeVisible()
  await expect(cardOf(page, 'Operating')).toBeVisible()
  expect((await memoryOf(page)).includes(accountNumber)).toBe(false)
})

/** The contents of the page's JavaScript memory as text. */
async function memoryOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

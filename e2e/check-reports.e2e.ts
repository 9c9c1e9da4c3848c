import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { part } from './support/requests.ts'
import { TestServer } from './support/server.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

// A separate server with checks that nobody has cashed for most of a year.
const old = new TestServer()
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  baseURL: async ({}, use) => {
    await use(old.url)
  },
})
test.beforeAll(() => old.start())
test.afterAll(() => old.stop())

/** Backdates all outstanding checks by most of a year, and gives the first one an address. */
function ageChecks(): void {
  const db = new DatabaseSync(join(old.dataDir, 'check-requests.db'), { timeout: 5000 })
  db.exec(`update checks set check_date = date(check_date, '-200 days'), issued_on = date(issued_on, '-200 days')
    where state = 'issued'`)
  db.exec(`update checks set face = json_set(face, '$.addressLines', json('["12 Dock Street","Austin, TX 78701"]'))
    where id = (select min(id) from checks where state = 'issued')`)
  db.close()
}

test('describes the red flags in a period in sentences with links', async ({ page, request, openAs }) => {
  const group = await addCheckGroup(request)
  const [check] = await group.printed({ amount: 12_000 })
  if (!check) throw new Error('A check is printed')
  const printer = await group.as('printer')
  await printer.call('POST', `/checks/${check.id}/void`, { reason: 'Wrong stock', request_status: 'approved' })
  const run = await printer.call<{ id: number }>('POST', `/checks/${check.id}/reissue`, {})
  await printer.call('POST', `/print-runs/${run.id}/confirm`, {})

  await signIn(page.context(), group.people.admin)
  await page.goto('/checks')
  await page.getByRole('main').getByRole('link', { name: 'Reports' }).click()
  await expect(page).toHaveURL('/check-reports')
  const flags = part(page, 'Red Flags')
  await expect(flags).toContainText('A flag doesn’t prove a problem')
  await expect(flags).toContainText('2 of 2 checks in this period have a flag.')
  const again = flags.getByRole('row').filter({ hasText: 'The check replaces check 1001' })
  await expect(again).toContainText('$12,000.00 is a round amount.')
  await checkLooks(page, 'check-reports-flags')
  await again.getByRole('link', { name: 'Check 1001' }).click()
  await expect(page).toHaveURL(`/checks/${check.id}`)
  await page.goto('/check-reports')
  await flags.getByLabel('To', { exact: true }).fill('1/1/2020')
  await page.keyboard.press('Tab')
  await expect(flags.getByText('The end date must be on or after the start date.')).toBeVisible()
  await flags.getByLabel('From', { exact: true }).fill('1/1/2020')
  await page.keyboard.press('Tab')
  await expect(flags).toContainText('0 of 0 checks')
  const processor = await openAs(group.people.clerk, '/check-reports')
  await expect(part(processor, 'Stale Checks')).toBeVisible()
  await expect(part(processor, 'Red Flags')).toHaveCount(0)
  await expect(processor.getByRole('button', { name: 'Edit Table' })).toHaveCount(0)
})

test('lists stale checks with letters to payees, and with due dates from the group’s own rules', async ({
  page,
  request,
}) => {
  const group = await addCheckGroup(request)
  const checks = await group.printed(
    { amount: 1234.5, po_purchase_no: 'PO-1' },
    { amount: 480, po_purchase_no: 'PO-2' },
  )
  await group.sign(...checks)
  await group.ready(...checks)
  await group.mail(...checks)
  ageChecks()

  await signIn(page.context(), group.people.admin)
  await page.goto('/check-reports')
  const stale = part(page, 'Stale Checks')
  await expect(stale).toContainText('Voiding a check doesn’t cancel the debt')
  await expect(stale).toContainText('2 checks are outstanding for longer than the account allows, $1,714.50 in total.')
  await expect(stale.getByRole('link', { name: '1001' })).toBeVisible()
  await expect(stale).toContainText('There is no rule for TX and')
  await expect(stale).toContainText('the holder’s state isn’t set')
  await expect(stale).toContainText('No letter can be written because no address is known.')

  const table = part(page, 'Unclaimed Property')
  await expect(table).toContainText('No rules have been added yet')
  await table.getByRole('button', { name: 'Edit Table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unclaimed Property' })
  await dialog.getByLabel('Holder’s State').fill('delaware')
  await dialog.getByRole('button', { name: 'Add Rule' }).click()
  await dialog.getByLabel('State', { exact: true }).fill('TX')
  await dialog.getByLabel('Abandoned After (Months)').fill('36')
  await dialog.getByLabel('Cutoff Day').fill('March 1')
  await dialog.getByLabel('Due On').fill('07-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a day as MM-DD, such as 06-30.')).toBeVisible()
  await dialog.getByLabel('Cutoff Day').fill('03-01')
  await checkLooks(page, 'check-reports-table')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(table).toContainText('the money goes to DE')
  await expect(table.locator('tbody').getByRole('row')).toHaveText([
    /TX.*All others.*36 months.*03-01.*07-01.*60 days before/,
  ])
  await expect(stale).toContainText(/Report to TX by Jul 1, 20\d\d/)
  await expect(stale).toContainText('There is no rule for DE and')
  // Reloads the page without the notice, which covers content for a while.
  await page.goto('/check-reports')
  await expect(stale.getByRole('link', { name: '1001' })).toBeVisible()
  await checkLooks(page, 'check-reports')

  const answered = page.context().waitForEvent('response', (reply) => reply.url().includes('/stale/letters'))
  await Promise.all([page.waitForEvent('popup'), stale.getByRole('button', { name: 'Letters to Payees' }).click()])
  expect((await answered).status()).toBe(200)
})

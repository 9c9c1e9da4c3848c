import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { addDays, todayIn } from '../domain/src/values/calendar-date.ts'
import { defaultTimeZone } from '../domain/src/values/time-zones.ts'
import { addUser, dialogOf, superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup, type PolicyGroup } from './support/policies.ts'
import { move, nextCheckNumber, part, raise } from './support/requests.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

async function saved(page: Page, button: Locator): Promise<string> {
  const saving = page.waitForEvent('download')
  await button.click()
  return readFileSync(await (await saving).path(), 'utf8')
}

/** Creates a request whose check is printed and signed. */
async function issueCheck(request: APIRequestContext, { group, emails }: PolicyGroup, amount: number) {
  const raised = await raise(await apiAs(request, emails.requester), { amount })
  await move(await apiAs(request, emails.approver), raised, 3)
  const user = { role_ids: [4], primary_role: 4, dealer_group_id: group.id }
  const processor = await apiAs(request, (await addUser(await apiAs(request, superAdmin), user)).email)
  const check_number = nextCheckNumber()
  await move(processor, raised, 4)
  await move(processor, raised, 5, { check_number })
  return { check_number, request_number: raised.request_number }
}

test('sets up a journal, and creates an export that can be downloaded again unchanged', async ({ request, openAs }) => {
  const place = await addPolicyGroup(request)
  const admin = await openAs(place.emails.editor)
  await admin.getByRole('link', { name: 'Journal' }).click()
  await expect(admin).toHaveURL('/admin-journal')
  await expect(admin.getByText('The journal isn’t set up yet.')).toBeVisible()
  await checkLooks(admin, 'admin-journal-empty')
  await admin.getByRole('button', { name: 'Set Up Journal' }).click()
  const dialog = dialogOf(admin, 'Set Up Journal')
  const sample = dialog.locator('pre')
  await expect(sample).toContainText('2026-12-02,Void,104211,-1250.50,Harbor Paint Supply')
  await dialog.getByRole('button', { name: 'Add Column' }).click()
  await dialog.getByLabel('Content of column 8').selectOption('Text')
  await dialog.getByLabel('Header of column 8').fill('Account')
  await dialog.getByLabel('Text in each line of column 8').fill('2300')
  await dialog.getByLabel('Account for Checks').fill('1010')
  await expect(sample).toContainText('2026-11-18,Issue,104211,1200.00,Harbor Paint Supply')
  await expect(sample).toContainText('2026-12-02,Void,104211,1250.50,Harbor Paint Supply')
  await dialog.getByLabel('Account for Checks').fill('')
  await dialog.getByLabel('Date Format').selectOption('11/23/2026')
  await dialog.getByRole('button', { name: 'Remove column 7' }).click()
  await dialog.getByRole('button', { name: 'Move column 7 forward' }).click()
  await expect(sample).toHaveText(/^Date,Type,Check number,Amount,Payee,Account,Request number\s+11\/18\/2026,Issue,/)
  await checkLooks(admin, 'admin-journal-template')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(noticeOf(admin, 'Journal updated')).toBeVisible()
  await expect(admin.getByText('All checks have been exported.')).toBeVisible()
  await expect(part(admin, 'Files')).toContainText(
    'Columns: Date, Type, Check number, Amount, Payee, Account, and Request number.',
  )

  const { check_number, request_number } = await issueCheck(request, place, 1250.5)
  await admin.reload()
  await expect(admin.getByText('Not exported yet: 1 issued check totaling $1,250.50.')).toBeVisible()
  await admin.getByRole('button', { name: 'Create Export' }).click()
  await expect(noticeOf(admin, 'Export created')).toBeVisible()
  await expect(admin.getByText('All checks have been exported.')).toBeVisible()
  const row = admin.getByRole('row').filter({ hasText: 'Export 1' })
  await expect(row).toContainText(/1 line.*\$1,250\.50.*\$0\.00.*by Ada Ember/)
  await checkLooks(admin, 'admin-journal')
  const button = admin.getByRole('button', { name: 'Download export 1' })
  const file = await saved(admin, button)
  expect(file).toMatch(
    new RegExp(`\\r\\n\\d\\d/\\d\\d/\\d{4},Issue,${check_number},1250\\.50,.*,2300,${request_number}\\r\\n$`),
  )
  expect(await saved(admin, button)).toBe(file)
})

test('closes the previous month, but refuses to close the current month before it ends', async ({
  request,
  openAs,
}) => {
  const { emails } = await addPolicyGroup(request)
  const admin = await openAs(emails.editor, '/admin-journal')
  await admin.getByRole('button', { name: 'Set Up Journal' }).click()
  const dialog = dialogOf(admin, 'Set Up Journal')
  // New dealerships are in this time zone, where the current month hasn't ended.
  const before = addDays(`${todayIn(defaultTimeZone).slice(0, 7)}-01`, -1)
  await dialog.getByLabel('First Day').fill(`${before.slice(0, 7)}-01`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const months = part(admin, 'Months')
  await expect(months).toContainText('No months are closed.')
  await months.getByRole('button', { name: /^Close Month Through/ }).click()
  const asked = admin.getByRole('alertdialog')
  await expect(asked).toContainText('A closed month can’t be reopened.')
  await checkLooks(admin, 'admin-journal-close')
  await asked.getByRole('button', { name: 'Close Month' }).click()
  await expect(noticeOf(admin, 'Month closed')).toBeVisible()
  await expect(months).toContainText(/Closed through \w+ \d+, \d{4}\./)
  const next = months.getByRole('button', { name: /^Close Month Through/ })
  await expect(next).toBeDisabled()
  await expect(next).toHaveAccessibleDescription(/Close it after it has ended at all dealerships\.$/)

  await admin.goto('/admin-audit')
  const trail = admin.getByRole('main')
  await expect(trail).toContainText('Closed a journal month')
  await expect(trail).toContainText('Closed Through')
  await expect(trail).toContainText('Journal Begins')
})

test('lets a super admin choose a dealer group’s journal, and hides journals from dealership admins', async ({
  page,
  request,
}) => {
  const { group, emails } = await addPolicyGroup(request)
  await logIn(page, superAdmin)
  await page.goto('/admin-journal')
  await page.getByLabel('Dealer Group').selectOption(group.name)
  await expect(page).toHaveURL(`/admin-journal?group=${group.id}`)
  await expect(page.getByText('The journal isn’t set up yet.')).toBeVisible()
  await signIn(page.context(), emails.approver)
  await page.goto('/admin-journal')
  await expect(page).toHaveURL('/unauthorized')
})

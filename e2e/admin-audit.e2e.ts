import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Locator, type Page } from '@playwright/test'
import { formatDate } from '../domain/src/values/calendar-date.ts'
import {
  addDealership,
  addUser,
  findDealership,
  findGroup,
  groupAdmin,
  openAdministration,
  ownWord,
  superAdmin,
} from './support/administration.ts'
import { type ApiUser, apiAs } from './support/api.ts'
import { lostConnection } from './support/browser-errors.ts'
import { checkLooks } from './support/checks.ts'
import { choose, move, part, raise } from './support/requests.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'

const start = (page: Page, email = superAdmin, query = '') =>
  openAdministration(page, email, `/admin-audit${query}`, 'Audit Trail')

const entries = (page: Page) => page.getByRole('table', { name: 'Audit trail' }).locator('tbody').getByRole('row')

/** The cells of the newest entry for this record. */
function newest(page: Page, record: string): Record<'who' | 'action' | 'record' | 'changes', Locator> {
  const cells = entries(page).filter({ hasText: record }).first().getByRole('cell')
  return { who: cells.nth(1), action: cells.nth(2), record: cells.nth(3), changes: cells.nth(4) }
}

async function addLakeside(api: ApiUser) {
  const group = await findGroup(api, 'LAG')
  return addDealership(api, group.id, `Lakeside ${ownWord()}`)
}

test('shows an entry’s user, action, record, old values, and new values in words', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const dealership = await addLakeside(api)
  await api.call('PUT', `/dealerships/${dealership.id}`, { is_active: false, city: 'Waunakee' })
  await start(page)
  const { who, action, record, changes } = newest(page, dealership.name)
  expect(await who.innerText()).toBe('Sam Okafor Admin')
  await expect(action).toHaveText('Changed')
  await expect(record).toContainText('Dealership')
  await expect(changes.getByRole('listitem')).toHaveText(['Status: Active changed to Inactive'])
  await changes.getByRole('button', { name: 'Show all 2 fields' }).click()
  await expect(changes.getByRole('listitem')).toHaveText([
    'Status: Active changed to Inactive',
    'City: Verona changed to Waunakee',
  ])
  const created = entries(page).filter({ hasText: dealership.name }).nth(1).getByRole('cell')
  await expect(created.nth(2)).toHaveText('Created')
  await expect(created.nth(4).getByRole('listitem')).toHaveCount(1)
  await created.nth(4).getByRole('button', { name: 'Show all 8 fields' }).click()
  await expect(created.nth(4).getByRole('listitem')).toHaveCount(8)
  await expect(created.nth(4)).toContainText('Dealer Group: Lakeside Auto Group')
  await checkLooks(page, 'admin-audit')
})

test('shows amounts in dollars, and names instead of IDs for statuses and users', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, requester), { amount: 1234.5, priority_level: 'critical' })
  await move(await apiAs(request, approver), raised, 3)
  await start(page, groupAdmin)
  const { who, action, changes } = newest(page, raised.request_number)
  await expect(who).toContainText('Denise Carver')
  await expect(action).toHaveText('Changed the status')
  await expect(changes).toContainText('Status: Request changed to Approved')
  const first = entries(page).filter({ hasText: raised.request_number }).nth(1)
  await first.getByRole('button', { name: /Show all/ }).click()
  for (const text of ['Amount: $1,234.50', 'Status: Request', 'Priority: Critical', 'Requester: Maria Delgado'])
    await expect(first).toContainText(text)
  await expect(first).toContainText('Department: Service')
})

test('shows all values of documents, comments, and other entries as words, without stored names or JSON', async ({
  page,
}) => {
  for (const query of ['', '?entity=check-request']) {
    await start(page, groupAdmin, query)
    await expect(entries(page).first()).toBeVisible()
    const more = page.getByRole('button', { name: /^Show all / })
    // Longer entries move others out of view, and more are loaded.
    const showAll = () =>
      more.evaluateAll((buttons) => {
        for (const button of buttons as HTMLButtonElement[]) button.click()
        return buttons.length
      })
    await expect.poll(showAll).toBe(0)
    const text = await page.getByRole('table', { name: 'Audit trail' }).locator('tbody').innerText()
    expect(text.split('\n').filter((line) => /[{}]|":|[a-z]_[a-z]/.test(line))).toEqual([])
  }
})

test('shows a changed user’s roles, access level, and locations by name, but no password', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, superAdmin)
  const user = await addUser(api)
  const { id } = await findDealership(api, 'HON')
  const change = { access_level: 2, dealership_ids: [id], role_ids: [3, 4], primary_role: 4, active: false }
  await api.call('PATCH', '/users', { id: user.id, ...change })
  await api.call('PATCH', '/users', { id: user.id, password: 'another good one' })
  await start(page)
  await expect(newest(page, user.email).action).toHaveText('Set a password')
  await expect(newest(page, user.email).changes).toHaveText('–')
  const changes = entries(page).filter({ hasText: user.email }).nth(1).getByRole('cell').nth(4)
  await changes.getByRole('button', { name: /Show all/ }).click()
  for (const text of [
    'Role: Requester changed to Approver, Processor',
    'Primary Role: Requester changed to Processor',
    'Access Level: Dealer Group changed to Dealership',
    'Dealerships: – changed to Lakeside Honda',
    'Status: Active changed to Inactive',
  ])
    await expect(changes).toContainText(text)
  await expect(page.getByText('another good one')).toHaveCount(0)
})

test('filters the audit trail by user, record, action, and day, and keeps the filter in the URL', async ({
  page,
  request,
}) => {
  const raised = await raise(await apiAs(request, requester))
  await start(page)
  await choose(page, 'Person', 'Maria Delgado')
  await expect(page).toHaveURL(/person=\d+/)
  await expect(entries(page).filter({ hasNotText: 'Maria Delgado' })).toHaveCount(0)
  await page.getByLabel('Record', { exact: true }).selectOption('Check request')
  await choose(page, 'Action', 'Raised')
  await expect(page).toHaveURL(/action=check-request\.create/)
  await expect(entries(page).first()).toContainText(raised.request_number)
  await expect(entries(page).filter({ hasNotText: 'Raised' })).toHaveCount(0)
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  await page.getByLabel('From', { exact: true }).fill(today)
  await expect(entries(page).first()).toContainText(raised.request_number)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveText('Maria Delgado')
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(formatDate(today))
  await expect(entries(page).first()).toContainText(raised.request_number)
  await page.getByLabel('From', { exact: true }).fill('')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No entries found matching your criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL('/admin-audit')
  await expect(entries(page).first()).toBeVisible()
})

test('uses the admin’s time zone, not the server’s, for day boundaries', async ({ page, request }) => {
  await raise(await apiAs(request, requester))
  await start(page, superAdmin, '?from=2026-11-02&to=2026-11-02')
  const asked = page.waitForRequest('**/api/v1/audit?**')
  await page.reload()
  const { searchParams } = new URL((await asked).url())
  expect(searchParams.get('from')).toBe('2026-11-02T06:00:00.000Z')
  expect(searchParams.get('to')).toBe('2026-11-03T06:00:00.000Z')
})

test('loads older entries when Load More is clicked', async ({ page }) => {
  await start(page)
  await expect(entries(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(async () => expect(await entries(page).count()).toBeGreaterThan(50)).toPass()
})

test('links an entry to its record while the record exists', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const dealership = await addLakeside(api)
  const { id: dealership_id, dealer_group_id } = dealership
  const place = { dealership_id, dealer_group_id, name: 'Detailing', code: ownWord() }
  await api.call('POST', '/departments', place)
  const user = await addUser(api)
  const raised = await raise(await apiAs(request, requester))
  await start(page)
  await newest(page, raised.request_number).record.getByRole('link').click()
  await expect(page).toHaveURL(`/check-requests/${raised.id}`)
  await page.goBack()
  await newest(page, user.email).record.getByRole('link').click()
  await expect(page.getByText('1 user found')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: user.username })).toBeVisible()
  await page.goBack()
  await newest(page, 'Detailing').record.getByRole('link').click()
  await expect(page.getByRole('row').filter({ hasText: 'Detailing' })).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await newest(page, dealership.name).record.getByRole('link').click()
  const row = page.getByRole('row').filter({ hasText: dealership.name })
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect(row).toBeInViewport()
  await api.call('DELETE', `/dealerships/${dealership.id}`)
  await page.goto('/admin-audit')
  await expect(newest(page, dealership.name).action).toHaveText('Deleted')
  await expect(newest(page, dealership.name).record.getByRole('link')).toHaveCount(0)
})

test('shows only one record’s entries until the filter is removed', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const dealership = await addLakeside(api)
  await api.call('PUT', `/dealerships/${dealership.id}`, { city: 'Waunakee' })
  await start(page)
  await newest(page, dealership.name).record.getByRole('button').click()
  await expect(page).toHaveURL(`/admin-audit?entity=dealership&id=${dealership.id}`)
  await expect(entries(page)).toHaveCount(2)
  await page.getByRole('button', { name: `Only ${dealership.name}: show all records` }).click()
  await expect(page).toHaveURL('/admin-audit?entity=dealership')
})

test('shows all audit chains to a super admin, and only the group’s own chain to a group admin', async ({
  page,
  openAs,
}) => {
  await start(page)
  await page.getByRole('button', { name: 'Verify' }).click()
  const verdict = part(page, 'The audit trail is intact.')
  await expect(verdict.getByRole('row').filter({ hasText: 'Intact' })).toHaveCount(3)
  for (const chain of ['System', 'Lakeside Auto Group', 'Summit Motors'])
    await expect(verdict.getByRole('row').filter({ hasText: chain })).toContainText(/[0-9a-f]{64}/)
  await checkLooks(page, 'admin-audit-intact')
  const theirs = await openAs(groupAdmin, '/admin-audit')
  await theirs.getByRole('button', { name: 'Verify' }).click()
  const rows = part(theirs, 'The audit trail is intact.').locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Lakeside Auto Group')
  await expect(entries(theirs).filter({ hasText: 'Sam Okafor' }).filter({ hasText: 'Logged in' })).toHaveCount(0)
})

test('exports the listed entries as a CSV file', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const { name } = await addLakeside(api)
  await start(page, superAdmin, '?entity=dealership&action=dealership.create')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('audit-trail.csv')
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe('\uFEFFTime,User,Role,Action,Record,Record ID,Name,Before,After')
  expect(lines[1]).toContain(`,Sam Okafor,Admin,dealership.create,dealership,`)
  expect(lines[1]).toContain(name)
  const data = lines.slice(1).filter(Boolean)
  expect(data.filter((line) => !line.includes('dealership.create'))).toEqual([])
  expect(data).toHaveLength(await entries(page).count())
})

test('shows new entries without a reload', async ({ page, request }) => {
  await start(page)
  await expect(entries(page).first()).toBeVisible()
  const dealership = await addLakeside(await apiAs(request, superAdmin))
  await expect(entries(page).first()).toContainText(dealership.name, { timeout: 15_000 })
})

// Must stay last, because this server's audit trail remains broken.
test('reports changes that were made directly in the database', async ({ page, request, server, errors }) => {
  errors.allow(lostConnection)
  const raised = await raise(await apiAs(request, requester))
  await server.kill()
  tamper(server.dataDir, raised.id)
  await server.start()
  await start(page)
  await page.getByRole('button', { name: 'Verify' }).click()
  const verdict = part(page, 'The audit trail is broken.')
  await expect(verdict.getByRole('listitem')).toHaveText([
    'In the database, trigger audit_no_update was deleted without an entry in the trail.',
    `Check request ${raised.request_number} was changed without an entry in the trail.`,
    /^Check request SUM-.* was changed without an entry in the trail before entry 4\.$/,
  ])
  await expect(verdict.getByRole('row').filter({ hasText: 'Summit Motors' })).toContainText('Broken at entry 3')
  await expect(verdict.getByRole('row').filter({ hasText: 'Lakeside' })).toContainText('Intact')
  await checkLooks(page, 'admin-audit-broken')
})

/** Changes a request's amount and rewrites an audit entry, both directly in the database file. */
function tamper(dataDir: string, requestId: number): void {
  const database = new DatabaseSync(join(dataDir, 'check-requests.db'))
  database.prepare('update check_requests set amount_cents = 9999900 where id = ?').run(requestId)
  database.exec('drop trigger audit_no_update')
  database.exec("update audit_entries set actor_name = 'Nobody' where chain = 2 and seq = 3")
  database.close()
}

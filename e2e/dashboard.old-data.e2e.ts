import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { part } from './support/requests.ts'
import { TestServer } from './support/server.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

// A separate server with data older than rules that refuse such data today.
const old = new TestServer()
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  baseURL: async ({}, use) => {
    await use(old.url)
  },
})
test.beforeAll(async () => {
  ageData()
  await old.start()
})
test.afterAll(() => old.stop())

const zeroWidth = '\u200b'
let clashing: { id: number; request_number: string }[] = []

/** Puts hidden characters into names and histories, and one check number on two requests, as older versions allowed. */
function ageData(): void {
  const db = new DatabaseSync(join(old.dataDir, 'check-requests.db'))
  for (const table of ['dealer_groups', 'dealerships', 'departments', 'purposes', 'delivery_methods'])
    db.exec(`update ${table} set name = substr(name, 1, 4) || '${zeroWidth}' || substr(name, 5)`)
  db.exec(`update status_history set note = 'See${zeroWidth} the invoice', user_name = 'Al${zeroWidth}ma',
    changes = '[{"field":"payee_name_1","from":"A${zeroWidth}cme","to":"Acme"}]'`)
  const query = `select id, request_number from check_requests where check_number is not null
    and dealership_id = (select id from dealerships where code = 'TOY') order by id limit 2`
  clashing = db.prepare(query).all() as typeof clashing
  const [first, second] = clashing.map(({ id }) => id)
  db.exec(`update check_requests set check_number = '7104' where id = ${first}`)
  db.exec(`update check_requests set check_number = '07104', check_number_exempt = 1 where id = ${second}`)
  db.close()
}

test('shows admins the check numbers used twice, with links to their requests', async ({ page }) => {
  await signIn(page.context(), 'admin@lakeside.example')
  await page.goto('/dashboard')
  const card = part(page, 'Duplicate Check Numbers')
  await expect(card.getByRole('listitem')).toHaveText(
    clashing.map(({ request_number }, index) => `#${['7104', '07104'][index]} ${request_number}`),
  )
  await checkLooks(page, 'dashboard-number-clashes')
  await card.getByRole('link', { name: clashing[1]?.request_number ?? '' }).click()
  await expect(page).toHaveURL(`/check-requests/${clashing[1]?.id}`)
})

test('marks invisible characters in names of locations and purposes, and in the history', async ({ page }) => {
  await signIn(page.context(), 'superadmin@example.com')
  await page.goto('/admin-dealerships')
  for (const name of ['Lake⟦U+200B⟧side Toyota', 'Cust⟦U+200B⟧omer refund'])
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
  await page.goto('/admin-departments')
  await expect(page.getByText('Lake⟦U+200B⟧side Auto Group').first()).toBeVisible()
  await page.goto('/admin-users')
  await expect(page.getByText('Lake⟦U+200B⟧side Toyota').first()).toBeVisible()
  await page.goto(`/check-requests/${clashing[0]?.id}`)
  const log = part(page, 'Activity Log')
  for (const text of ['Al⟦U+200B⟧ma', 'A⟦U+200B⟧cme', 'See⟦U+200B⟧ the invoice'])
    await expect(log.getByText(text).first()).toBeVisible()
  await checkLooks(page, 'check-request-hidden-characters')
})

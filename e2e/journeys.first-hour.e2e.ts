import { expect, type Page } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { addEffort, type Effort, secondsOf } from './support/keys.ts'
import { choose, part } from './support/requests.ts'
import { TestServer } from './support/server.ts'
import { test } from './support/test.ts'

const ownersPassword = 'the very first one'
const password = 'nine brown envelopes'

// An empty folder, as after the installation: the journey knows only what its screens say and the server's log.
const empty = new TestServer({ DEMO: 'off' })
test.use({
  actionTimeout: 20_000,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  baseURL: async ({}, use) => {
    await empty.start()
    await use(empty.url)
    await empty.stop()
  },
})

/** Types into a field as a user does, key by key. */
async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await page.getByLabel(label).click()
  await page.keyboard.type(text)
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Sets up the group, its first store, and its people. Returns their links. */
async function setUp(page: Page): Promise<Map<string, string>> {
  await page.goto('/')
  await expect(page).toHaveURL('/set-up')
  await expect(page.getByText('When the server started, it wrote a code to its log')).toBeVisible()
  await checkLooks(page, 'set-up-code')
  await type(page, /^Set-Up Code/, 'AAAAA-AAAAA')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong. Copy it from the server’s log.')).toBeVisible()
  await page.getByLabel(/^Set-Up Code/).clear()
  await type(page, /^Set-Up Code/, empty.setUpCode)
  await page.keyboard.press('Enter')
  await type(page, /^First Name/, 'Olga')
  await type(page, /^Last Name/, 'Owner')
  await type(page, /^Email/, 'olga@harbor.example')
  await type(page, /^Password/, ownersPassword)
  await type(page, /^Confirm Password/, ownersPassword)
  await checkLooks(page, 'set-up-account')
  await page.keyboard.press('Enter')

  const group = page.getByRole('dialog', { name: 'Add Dealer Group' })
  await type(page, /^Name/, 'Harbor Auto Group')
  await type(page, /^Code/, 'hag')
  await page.keyboard.press('Enter')
  await expect(group).toBeHidden()

  const store = page.getByRole('dialog', { name: 'Add Dealership' })
  await expect(store.getByRole('combobox', { name: /^Dealer Group/ })).toContainText('Harbor Auto Group (HAG)')
  const fields = { Name: 'Harbor Mazda', Code: 'maz', Address: '1 Quay Street', City: 'Salem', State: 'OR' }
  for (const [label, text] of Object.entries({ ...fields, 'ZIP Code': '97301', Phone: '5035550100' })) {
    await store.getByRole('textbox', { name: label, exact: true }).click()
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await expect(store).toBeHidden()

  await expect(page.getByText('Which departments does Harbor Mazda have?')).toBeVisible()
  await press(page, 'Body Shop')
  await checkLooks(page, 'set-up-departments')
  await press(page, 'Create 5 Departments')

  const people = ['rita.harbor', 'abel.harbor', 'petra.harbor', 'ada.harbor']
  const rows = page.getByRole('region', { name: 'People' }).getByRole('listitem')
  await expect(rows).toHaveCount(people.length)
  for (const [index, name] of people.entries()) {
    await rows.nth(index).getByLabel('Email').click()
    await page.keyboard.type(`${name}@harbor.example`)
    await page.keyboard.press('Tab')
  }
  await expect(rows.first().getByLabel('First Name')).toHaveValue('Rita')
  await press(page, 'Invite 4 People')
  const links = new Map<string, string>()
  for (const first of ['Rita', 'Abel', 'Petra', 'Ada'])
    links.set(first, await page.getByLabel(`Link for ${first} Harbor`, { exact: true }).inputValue())
  await checkLooks(page, 'set-up-people')
  await press(page, 'Continue')
  return links
}

/** Opens an invitation in a browser of its own, chooses a password, and logs in. */
async function accept(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link)
  await type(page, /^New Password/, password)
  await type(page, /^Confirm Password/, password)
  await page.keyboard.press('Enter')
  await type(page, /^Email/, email)
  await type(page, /^Password/, password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
}

// U4, decision 175: without a shell, within five minutes.
test('takes an empty installation to its first approved request within five minutes', async ({ page, openNew }) => {
  test.setTimeout(180_000)
  const effort: Effort = { keys: 0, clicks: 0 }
  await addEffort(page, effort)
  const links = await setUp(page)

  const rita = await openNew()
  await addEffort(rita, effort)
  await accept(rita, links.get('Rita') ?? '', 'rita.harbor@harbor.example')
  await rita.getByRole('link', { name: 'New Request' }).first().click()
  await type(rita, /^Payee Name/, 'First Supplier')
  await rita.getByRole('radio', { name: 'Business' }).click()
  await rita.getByRole('radio', { name: 'Vendor' }).click()
  await rita.getByRole('combobox', { name: 'Amount', exact: true }).click()
  await rita.keyboard.type('99.95')
  await choose(rita, 'Department', 'Service (SVC)')
  await choose(rita, 'Purpose', 'Parts')
  await type(rita, 'PO Number', 'PO-1')
  await choose(rita, 'Delivery Method', 'In-Person Pickup')
  await press(rita, 'Submit Request')
  await expect(part(rita, 'Activity Log')).toContainText('Rita Harbor (Requester) raised this request')

  const abel = await openNew()
  await addEffort(abel, effort)
  await accept(abel, links.get('Abel') ?? '', 'abel.harbor@harbor.example')
  await abel.getByRole('link', { name: 'Pending Approvals' }).first().click()
  await abel.getByRole('link', { name: 'HAG-MAZ-SVC-000001' }).first().click()
  await part(abel, 'Update Status').getByRole('radio', { name: 'Approve' }).click()
  await press(abel, 'Approve $99.95')
  await expect(abel.getByText('1 approved, $99.95. Nothing left to decide.')).toBeVisible()
  expect(secondsOf(effort)).toBeLessThanOrEqual(300)
})

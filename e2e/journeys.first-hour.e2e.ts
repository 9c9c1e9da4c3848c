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
  await expect(page.getByLabel(/^Email/)).toHaveValue(email)
  await type(page, /^Password/, password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
}

/** Proposes a bank account that one person prints on and another signs. */
async function proposeAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Bank accounts for Harbor Auto Group' }).click()
  await page.getByRole('link', { name: 'Propose Account' }).click()
  const dialog = page.getByRole('main')
  const fields = { 'Account Name': 'Operating', 'Routing Number': '021200025', 'Account Number': '83920174655' }
  await dialog.getByLabel(/^Bank\*?$/).click()
  await page.keyboard.type('First Harbor Bank')
  for (const [label, text] of Object.entries({ ...fields, 'Next Check Number': '1001' })) {
    await dialog.getByLabel(new RegExp(`^${label}`)).click()
    await page.keyboard.type(text)
  }
  await press(page, 'Next')
  await dialog.getByRole('combobox', { name: /^Dealerships That Use This Account/ }).click()
  await page.getByRole('option', { name: /^Harbor Mazda/ }).click()
  await page.keyboard.press('Escape')
  await press(page, 'Next')
  await press(page, 'Next')
  for (const [index, [name, right]] of (
    [
      ['Petra Harbor', 'Print'],
      ['Abel Harbor', 'Sign'],
    ] as const
  ).entries()) {
    await dialog.getByRole('button', { name: 'Add Person' }).click()
    const person = dialog.getByRole('group', { name: `Person ${index + 1}` })
    await person.getByRole('combobox', { name: 'Person' }).click()
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    const box = person.getByRole('checkbox', { name: new RegExp(`^${right}`) })
    if (!(await box.isChecked())) await box.click()
  }
  await checkLooks(page, 'first-hour-account')
  await press(page, 'Next')
  await press(page, 'Propose Account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank Accounts')
}

/** Prints the account's test page, and then the first check. */
async function printFirstCheck(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Accounts', exact: true }).click()
  const [testPage] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Test page for Operating' }).click(),
  ])
  expect(testPage.suggestedFilename()).toMatch(/\.pdf$/)
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await part(page, 'Approved Requests').getByRole('checkbox', { name: 'Select all shown' }).click()
  await press(page, 'Reserve Numbers and Print')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Print Run, number 1001')
  const [checks] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open the Checks' }).click(),
  ])
  await checks.close()
  await press(page, 'All Correct')
  await page.getByRole('alertdialog').getByRole('button', { name: 'All Correct' }).click()
  await expect(part(page, 'Print Result')).toContainText('The check printed correctly.')
}

// U4, decisions 175 and 185: without a shell, within five and within fifteen minutes.
test('takes an empty installation to its first approved request in five minutes, and to its first printed check in fifteen', async ({
  page,
  openNew,
}) => {
  test.setTimeout(300_000)
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

  const ada = await openNew()
  await addEffort(ada, effort)
  await accept(ada, links.get('Ada') ?? '', 'ada.harbor@harbor.example')
  await proposeAccount(ada)
  await page.getByRole('link', { name: 'Open the Dashboard', exact: true }).last().click()
  await page.getByRole('link', { name: 'Accounts', exact: true }).click()
  await press(page, 'Confirm Operating')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  const petra = await openNew()
  await addEffort(petra, effort)
  await accept(petra, links.get('Petra') ?? '', 'petra.harbor@harbor.example')
  await printFirstCheck(petra)
  expect(secondsOf(effort)).toBeLessThanOrEqual(900)
})

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { ownPassword, replacePassword } from './support/api.ts'
import { noticeOf } from './support/notices.ts'
import { fillIn } from './support/request-form.ts'
import { choose, menu, part } from './support/requests.ts'
import { TestServer } from './support/server.ts'
import { chosenPassword, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const commandLine = fileURLToPath(new URL('../server/src/cli.ts', import.meta.url))
const owner = 'owner@harbor.example'
const ownersPassword = 'the very first one'
const firstNumber = 'HAG-MAZ-SVC-000001'

// A separate server that starts with an empty database.
const empty = new TestServer({ DEMO: 'off' })
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  baseURL: async ({}, use) => {
    await empty.start()
    await use(empty.url)
    await empty.stop()
  },
})

async function addUser(page: Page, firstName: string, role: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@harbor.example`
  await page.getByRole('button', { name: 'Add User', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New User' })
  await dialog.getByLabel('Email').fill(email)
  await expect(dialog.getByLabel('Username')).toHaveValue(email)
  await dialog.getByLabel('First Name').fill(firstName)
  await dialog.getByLabel('Last Name').fill('Harbor')
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(chosenPassword)
  await choose(page, 'Role', role)
  await page.keyboard.press('Escape')
  // While the list is open, a click elsewhere only closes it.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Dealer Group' }).check()
  await choose(page, 'Dealer Group', 'Harbor Auto Group (HAG)')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(noticeOf(page, 'User created')).toBeVisible()
  await expect(dialog).toBeHidden()
  return email
}

async function addPlaces(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dealerships', exact: true }).click()
  await page.getByRole('button', { name: 'Add Dealer Group' }).click()
  const group = page.getByRole('dialog', { name: 'Add Dealer Group' })
  await group.getByLabel('Name').fill('Harbor Auto Group')
  await group.getByLabel('Code').fill('hag')
  await group.getByRole('button', { name: 'Create Dealer Group' }).click()
  await expect(noticeOf(page, 'Dealer Group created')).toBeVisible()

  await page.getByRole('button', { name: 'Add Dealership' }).click()
  const dealership = page.getByRole('dialog', { name: 'Add Dealership' })
  const fields = {
    Name: 'Harbor Mazda',
    Code: 'MAZ',
    Address: '1 Quay Street',
    City: 'Salem',
    State: 'OR',
    'ZIP Code': '97301',
    Phone: '5035550100',
  }
  for (const [label, text] of Object.entries(fields))
    await dealership.getByRole('textbox', { name: label, exact: true }).fill(text)
  await choose(page, 'Dealer Group', 'Harbor Auto Group (HAG)')
  await dealership.getByRole('button', { name: 'Create Dealership' }).click()
  await expect(noticeOf(page, 'Dealership created')).toBeVisible()

  await page.getByRole('link', { name: 'Departments', exact: true }).click()
  await page.getByRole('button', { name: 'Add Department', exact: true }).click()
  const department = page.getByRole('dialog', { name: 'Add Department' })
  await department.getByLabel('Name').fill('Service')
  await department.getByLabel('Code').fill('SVC')
  await choose(page, 'Dealer Group', 'Harbor Auto Group (HAG)')
  await choose(page, 'Dealership', 'Harbor Mazda (MAZ)')
  await department.getByRole('button', { name: 'Create Department' }).click()
  await expect(noticeOf(page, 'Department created')).toBeVisible()
}

/** Creates a request. The only dealership and the only department are preselected. */
async function raiseFirst(page: Page): Promise<void> {
  await menu(page).getByRole('link', { name: 'New Request' }).click()
  await fillIn(page, { payee: 'First Customer', amount: '99.95' })
  await page.getByRole('button', { name: 'Submit Request' }).click()
  const log = part(page, 'Activity Log')
  await expect(log.getByText('Rita Harbor (Requester) raised this request')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(firstNumber)
}

function chooseStatus(page: Page, name: string): Promise<void> {
  return part(page, 'Update Status').getByRole('radio', { name }).check()
}

test('sets up an empty installation from the command line through to its first check', async ({
  page,
  request,
  openAs,
}) => {
  test.setTimeout(180_000)
  const args = [
    'admin',
    'create',
    '--email',
    owner,
    '--first-name',
    'Olga',
    '--last-name',
    'Owner',
    '--password',
    ownersPassword,
  ]
  execFileSync(process.execPath, [commandLine, ...args], {
    env: { ...process.env, DATA_DIR: empty.dataDir, DATABASE_URL: '' },
  })

  await page.goto('/login')
  await expect(page.getByText('This is demo data.')).toHaveCount(0)
  await submitLogin(page, owner, ownersPassword)
  await expect(page).toHaveURL('/dashboard')
  await addPlaces(page)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const roles = { Ada: 'Admin', Rita: 'Requester', Abel: 'Approver', Petra: 'Processor' }
  for (const [name, role] of Object.entries(roles)) await addUser(page, name, role)
  await expect(page.getByText('5 users found')).toBeVisible()

  // The super admin is still setting up the group, so the accounts took effect immediately (F10). Ada confirms them
  // afterward.
  const waiting = page.getByRole('region', { name: 'Accounts Pending Confirmation' })
  await expect(waiting).toContainText('In effect without a second person, requested by Olga Owner')
  const ada = await openAs('ada@harbor.example')
  for (const name of ['Abel', 'Petra']) {
    await replacePassword(request, `${name.toLowerCase()}@harbor.example`)
    await ada.reload()
    await ada.getByRole('button', { name: `Confirm ${name} Harbor` }).click()
    await ada.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(ada.getByRole('button', { name: `Confirm ${name} Harbor` })).toHaveCount(0)
  }

  const rita = await openAs('rita@harbor.example')
  await raiseFirst(rita)
  const { pathname } = new URL(rita.url())
  const abel = await openAs('abel@harbor.example', pathname, ownPassword)
  await chooseStatus(abel, 'Approve')
  await abel.getByRole('button', { name: 'Approve $99.95' }).click()
  await expect(abel.getByText('Abel Harbor (Approver) approved it')).toBeVisible()
  const petra = await openAs('petra@harbor.example', pathname, ownPassword)
  await petra.getByRole('button', { name: 'Mark as Printed $99.95' }).click()
  await chooseStatus(petra, 'Signed')
  await petra.getByLabel('Check Number').fill('1001')
  await petra.getByRole('button', { name: 'Mark as Signed $99.95' }).click()
  await chooseStatus(petra, 'Ready')
  await petra.getByRole('button', { name: 'Mark as Ready $99.95' }).click()
  await chooseStatus(petra, 'Closed')
  await petra.getByRole('button', { name: 'Complete Check Request', exact: true }).click()
  await expect(petra.getByText('Petra Harbor (Processor) completed it')).toBeVisible()

  await page.getByRole('link', { name: 'All Check Requests' }).click()
  const row = page.getByRole('row').filter({ hasText: firstNumber })
  await expect(row).toContainText('$99.95')
  await expect(row).toContainText('Closed')
  await expect(row).toContainText('#1001')
})

import { expect, type Page, type Route } from '@playwright/test'
import { superAdmin } from './support/administration.ts'
import { expectNotice } from './support/notices.ts'
import { demoPassword, signIn, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'

interface Failure {
  email?: string
  path: string
  /** The only call of the screen that fails. */
  method: string
  call: string
  act(page: Page): Promise<unknown>
  title: string
  says: string
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

async function remove(page: Page, name: string | RegExp) {
  await press(page, name)
  await press(page, 'Continue')
}

// Writes with their default messages (R229). A notice about the attempted action shows the message as its description
// (F6).
const writes: Failure[] = [
  {
    path: '/login',
    method: 'POST',
    call: '**/auth/login',
    act: (page) => submitLogin(page, requester),
    title: 'Login failed',
    says: 'Failed to login...',
  },
  {
    email: requester,
    path: '/dashboard',
    method: 'PATCH',
    call: '**/users/change-password',
    act: async (page) => {
      await press(page, 'My Account')
      await page.getByRole('menuitem', { name: 'Change Password' }).click()
      await page.getByLabel('Old Password').fill(demoPassword)
      for (const label of ['New Password', 'Confirm Password']) await page.getByLabel(label).fill('eleven tin whistles')
      await press(page, 'Save changes')
    },
    title: 'Password not changed',
    says: 'Failed to change password...',
  },
  {
    email: requester,
    path: '/check-requests?status=1',
    method: 'DELETE',
    call: '**/check-requests/*',
    act: (page) => remove(page, /^Delete LAG-/),
    title: 'Check Req not removed',
    says: 'Failed to delete check...',
  },
  {
    email: 'processor@lakeside.example',
    path: '/check-requests-processing',
    method: 'POST',
    call: '**/status/check-request-history/*',
    act: async (page) => {
      await press(page, /^Update LAG-/)
      await press(page, 'Update Status')
    },
    title: 'Check update error',
    says: 'Failed to update check status...',
  },
  {
    email: superAdmin,
    path: '/admin-users',
    method: 'DELETE',
    call: '**/users',
    act: (page) => remove(page, 'Delete inactive@lakeside.example'),
    title: 'User not removed',
    says: 'Failed to delete user...',
  },
  {
    email: superAdmin,
    path: '/admin-dealerships',
    method: 'DELETE',
    call: '**/dealerships/*',
    act: (page) => remove(page, 'Delete Lakeside Ford'),
    title: 'Dealership not removed',
    says: 'Failed to delete dealership...',
  },
  {
    email: superAdmin,
    path: '/admin-dealerships',
    method: 'POST',
    call: '**/dealer-groups',
    act: async (page) => {
      await press(page, 'Add Dealer Group')
      await page.getByRole('dialog').getByLabel('Name').fill('Harbor Group')
      await page.getByRole('dialog').getByLabel('Code').fill('HARBOR')
      await press(page, 'Create Dealer Group')
    },
    title: 'Dealer Group not created',
    says: 'Failed to create dealer group...',
  },
]

const reads = [
  { email: requester, path: '/check-requests', call: /\/api\/v1\/check-requests\?/, says: 'Failed to get checks...' },
  {
    email: requester,
    path: '/check-requests/1',
    call: '**/api/v1/check-requests/1',
    says: 'Failed to get check data...',
  },
  { email: superAdmin, path: '/admin-users', call: '**/users', says: 'Failed to get users...' },
]

/** Responds to calls of this method with only a status. */
function answering(status: number, method: string) {
  return (route: Route) =>
    route.request().method() === method ? route.fulfill({ status, body: '' }) : route.fallback()
}

const openNotices = (page: Page) => page.locator('li[data-state=open]')

async function open(page: Page, { email, path }: Pick<Failure, 'email' | 'path'>): Promise<void> {
  if (email) await signIn(page.context(), email)
  await page.goto(path)
}

test.beforeEach(({ errors }) => errors.allow(/\b50\d\b/))

for (const failure of writes)
  test(`shows "${failure.says}" in one notice when a write fails without a message`, async ({ page }) => {
    await open(page, failure)
    await page.route(failure.call, answering(500, failure.method))
    await failure.act(page)
    await expectNotice(page, failure.title, failure.says)
    await expect(openNotices(page)).toHaveCount(1)
    await expect(openNotices(page)).toHaveText(`${failure.title}${failure.says}`)
  })

for (const { email, path, call, says } of reads)
  test(`shows "${says}" on a screen when its call fails without a message`, async ({ page }) => {
    await page.route(call, answering(500, 'GET'))
    await open(page, { email, path })
    await expect(page.getByRole('main').getByRole('alert')).toContainText(says, { timeout: 30_000 })
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
    await expect(openNotices(page)).toHaveCount(0)
    await page.unroute(call)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(says)).toHaveCount(0)
  })

test('shows "Unauthorized access..." and the login screen after a response with status 401', async ({ page }) => {
  for (const { email, path, call } of reads) {
    await open(page, { email, path: '/dashboard' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.route(call, answering(401, 'GET'))
    await page.goto(path)
    await expect(openNotices(page)).toHaveText('Unauthorized access...')
    await expect(page).toHaveURL('/login')
    await page.unroute(call)
  }
})

import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { openRequest } from './support/request-detail.ts'
import { openForm } from './support/request-form.ts'
import { menu, raise } from './support/requests.ts'
import { logIn, signIn, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const everyone = 'everyone@summit.example'
const accounts = {
  admin: 'admin@lakeside.example',
  requester,
  approver: 'approver@lakeside.example',
  processor: 'processor@lakeside.example',
}

// The route table of the specification, written by hand.
const allRoles = ['admin', 'requester', 'approver', 'processor']
const screens: Record<string, string[]> = {
  '/dashboard': allRoles,
  '/check-requests': allRoles,
  '/check-requests/1': allRoles,
  '/check-request-new': ['admin', 'requester'],
  '/check-request-update': ['admin', 'requester'],
  '/check-requests-sendback': ['requester'],
  '/check-requests-reject': ['requester'],
  '/check-requests-pending': ['admin', 'approver'],
  '/check-requests-processing': ['admin', 'processor'],
  '/check-requests-completed': ['admin', 'processor'],
  '/print-checks': ['admin', 'approver', 'processor'],
  '/print-runs/1': ['admin', 'approver', 'processor'],
  '/sign-checks': ['admin', 'approver', 'processor'],
  '/mail-checks': ['processor'],
  '/checks': ['admin', 'approver', 'processor'],
  '/check-reports': ['admin', 'approver', 'processor'],
  '/checks/1': ['admin', 'approver', 'processor'],
  '/positive-pay': ['admin', 'approver', 'processor'],
  '/clearing': ['admin', 'approver', 'processor'],
  '/admin-users': ['admin'],
  '/admin-dealerships': ['admin'],
  '/admin-departments': ['admin'],
  '/admin-approvals': ['admin'],
  '/admin-journal': ['admin'],
  '/admin-payees': ['admin', 'approver', 'processor'],
  '/admin-payees/1': ['admin', 'approver', 'processor'],
  '/admin-bank-accounts': ['admin', 'approver', 'processor'],
  '/settings': ['admin'],
  '/my-settings': allRoles,
}

async function switchTo(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitemradio', { name: role }).click()
  await expectNotice(page, 'User role change successful', `Welcome ${role}!`)
}

for (const [role, email] of Object.entries(accounts))
  test(`shows the ${role} role its own screens and the unauthorized page for all other screens`, async ({ page }) => {
    await logIn(page, email)
    for (const [path, allowed] of Object.entries(screens)) {
      for (const address of ['/nowhere', path]) {
        await moveTo(page, address)
        await expect(page.locator('h1:not([data-left])')).toBeVisible()
      }
      await expect(page).toHaveURL(allowed.includes(role) ? path : '/unauthorized')
    }
  })

/** Opens a screen like a link in the product, much faster than by its URL; the previous heading is marked. */
function moveTo(page: Page, path: string): Promise<void> {
  return page.evaluate((address) => {
    document.querySelector('h1')?.setAttribute('data-left', '')
    history.pushState({}, '', address)
  }, path)
}

test('asks for a login before showing any screen, and then opens that screen', async ({ page }) => {
  await page.goto('/dashboard')
  for (const path of Object.keys(screens)) {
    await moveTo(page, `${path}?status=1`)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  }
  await page.goto('/check-requests?status=1&sort=amount-high')
  await submitLogin(page, requester)
  await expect(page).toHaveURL('/check-requests?status=1&sort=amount-high')
})

test('opens the dashboard as the start page', async ({ page }) => {
  await signIn(page.context(), requester)
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
})

test('shows another user’s request as missing', async ({ page, request }) => {
  const others = await raise(await apiAs(request, 'requester2@lakeside.example'))
  await signIn(page.context(), requester)
  await page.goto(`/check-requests/${others.id}`)
  const message = 'This check request doesn’t exist, or you have no access to it.'
  await expect(page.getByText(message)).toBeVisible()
  await page.goto('/check-requests/999999')
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByText(others.request_number)).toHaveCount(0)
})

test('applies a role switch to other tabs, and shows a draft only to the role that typed it', async ({
  page,
  context,
}) => {
  await logIn(page, everyone)
  const other = await context.newPage()
  await openForm(other)
  await other.getByLabel(/^Payee Name/).fill('Typed as requester')
  await expect(other.getByText('Draft saved', { exact: true })).toBeVisible()
  await switchTo(page, 'Approver')
  await expect(other).toHaveURL('/dashboard')
  await expect(menu(other).getByRole('link')).toHaveText(['Dashboard', 'Pending Approvals', 'All Requests', 'Reports'])
  await other.goto('/check-request-new')
  await expect(other).toHaveURL('/unauthorized')
  await switchTo(page, 'Admin')
  await openForm(other)
  await expect(other.getByText('Typed as requester')).toHaveCount(0)
  await switchTo(page, 'Requester')
  await openForm(other)
  await expect(other.getByText('Typed as requester')).toBeVisible()
})

test('offers the new role’s actions on a request in every open tab after a role switch', async ({
  page,
  context,
  request,
}) => {
  const raised = await raise(await apiAs(request, everyone, 2))
  await logIn(page, everyone)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await openRequest(tab, raised)
    await expect(tab.getByRole('button', { name: 'Delete' })).toBeVisible()
  }
  await switchTo(page, 'Approver')
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(`/check-requests/${raised.id}`)
    await expect(tab.getByRole('radio', { name: 'Approve', exact: true })).toBeEnabled()
    await expect(tab.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  }
})

test('reopens the same request when a user logs in again after the session has ended', async ({
  page,
  context,
  request,
}) => {
  const raised = await raise(await apiAs(request, requester))
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Change Priority' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Urgent' }).check()
  await context.clearCookies()
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL('/login')
  await expect(noticeOf(page, 'Unauthorized access...')).toBeVisible()
  await submitLogin(page, requester)
  await expect(page).toHaveURL(`/check-requests/${raised.id}`)
  await expect(page.getByText(raised.request_number, { exact: true }).first()).toBeVisible()
})

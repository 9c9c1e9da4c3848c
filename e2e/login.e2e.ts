import { expect } from '@playwright/test'
import { lostConnection } from './support/browser-errors.ts'
import { checkLooks } from './support/checks.ts'
import { expectNotice } from './support/notices.ts'
import { logIn, logOut, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'

test('explains the product on the login screen', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Check Request App' })).toBeVisible()
  await expect(page.getByText('Log in to manage check requests', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('required')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('required')
  await expect(page.getByText('Forgot')).toHaveCount(0)
  await checkLooks(page, 'login')
})

test('lets the browser refuse a login without an email address and a password', async ({ page }) => {
  const posted: string[] = []
  page.on('request', (call) => call.method() === 'POST' && posted.push(new URL(call.url()).pathname))
  await page.goto('/login')
  for (const [email, password, wrong] of [
    ['', 'anything', 'Email'],
    ['not an address', 'anything', 'Email'],
    [requester, '', 'Password'],
  ] as const) {
    await submitLogin(page, email, password)
    await expect(page.getByLabel(wrong, { exact: true })).toBeFocused()
    expect(await page.locator('input:invalid').getAttribute('name')).toBe(wrong.toLowerCase())
  }
  // The passkey request fetches only a challenge and reveals nothing about users.
  expect(posted.filter((path) => path !== '/api/v1/auth/passkey/options')).toEqual([])
})

test('refuses a wrong password with a notice, and keeps the typed email address', async ({ page }) => {
  await page.goto('/login')
  await submitLogin(page, requester, 'not the password')
  await expectNotice(page, 'Login failed', 'Wrong email or password.')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(requester)
  await checkLooks(page, 'login-refused')
})

test('tells a user that their account is inactive', async ({ page }) => {
  await page.goto('/login')
  await submitLogin(page, 'inactive@lakeside.example')
  await expectNotice(page, 'Login failed', 'This account is inactive. Ask your admin to activate it.')
})

test('shows on the button that the login is in progress', async ({ page }) => {
  const seen = Promise.withResolvers<void>()
  await page.route('**/auth/login', async (route) => {
    await seen.promise
    await route.continue()
  })
  await page.goto('/login')
  await submitLogin(page, requester)
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  seen.resolve()
  await expect(page).toHaveURL('/dashboard')
})

test('opens the dashboard after login, and replaces the login screen in the history', async ({ page }) => {
  await page.goto('/unauthorized')
  await page.goto('/login')
  await submitLogin(page, requester)
  await expectNotice(page, 'Login successful', 'Welcome back!')
  await expect(page).toHaveURL('/dashboard')
  await page.goBack()
  await expect(page).toHaveURL('/unauthorized')
})

test('opens the requested page after login', async ({ page }) => {
  await page.goto('/check-requests?q=parts')
  await expect(page).toHaveURL('/login')
  await submitLogin(page, requester)
  await expect(page).toHaveURL('/check-requests?q=parts')
})

test('logs in with a demo account on one click, and suggests a walk in five steps', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByText('This is demo data.')).toBeVisible()
  const walk = page.getByRole('region', { name: 'This is demo data.' }).getByRole('listitem')
  await expect(walk.filter({ hasText: 'As admin@lakeside.example, open Clearing' })).toBeVisible()
  await page.getByRole('button', { name: requester }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('keeps a session through a reload and a server crash', async ({ page, server, errors }) => {
  errors.allow(lostConnection)
  await logIn(page, requester)
  await server.kill()
  await server.start()
  await page.reload()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: 'My Account' })).toBeVisible()
})

test('requires a password again after logout', async ({ page }) => {
  await logIn(page, requester)
  await logOut(page)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  // The device cookie grants no access.
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['__Host-crd'])
})

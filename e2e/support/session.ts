import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'

/** Password of all demo accounts. */
export const demoPassword = 'check-request-demo'

/** The password of accounts added by tests; the demo's password is refused because it is well known. */
export const chosenPassword = 'nine brown envelopes'

const demoAccount =
  /^(superadmin@example\.com|(admin|requester2?|approver2?|processor|manager|inactive|everyone)@(lakeside|summit)\.example)$/

/** The password of an account until it is changed. */
export function passwordFor(email: string): string {
  return demoAccount.test(email) ? demoPassword : chosenPassword
}

/** Fills in and submits the login form. */
export async function submitLogin(page: Page, email: string, password = passwordFor(email)): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Gives this browser a session like the login screen, without waiting for a screen. */
export async function signIn(context: BrowserContext, email: string, password = passwordFor(email)): Promise<void> {
  const data = { email, password }
  const response = await context.request.post('/api/v1/auth/login', { data, headers: fromOwnPage })
  expect(response.status(), `login of ${email}`).toBe(200)
}

// The headers of a same-origin call from a page.
const fromOwnPage = { 'sec-fetch-site': 'same-origin' }

/** Signs in and opens the dashboard. */
export async function logIn(page: Page, email: string): Promise<void> {
  await signIn(page.context(), email)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Logs out through the user menu and waits for the login screen. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/login')
}

/** Ends this browser's session on the server without the browser's knowledge, as a logout elsewhere does. */
export async function endSession(context: BrowserContext, request: APIRequestContext): Promise<void> {
  const cookies = await context.cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const ended = await request.post('/api/v1/auth/logout', { headers: { 'x-auth-token': 'any', cookie } })
  expect(ended.ok()).toBe(true)
}

import { expect, type Page } from '@playwright/test'

/** Password of every account of the demo. */
export const demoPassword = 'check-request-demo'

/** Fills in the login form and sends it. */
export async function submitLogin(page: Page, email: string, password: string = demoPassword): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Logs in on the login screen and waits for the dashboard. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await submitLogin(page, email)
  await expect(page).toHaveURL('/dashboard')
}

/** Logs out by the person's menu and waits for the login screen. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/login')
}

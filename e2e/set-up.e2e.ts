import { expect } from '@playwright/test'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

// Decision 175; `journeys.first-hour.e2e.ts` sets up an empty installation.
test('offers no set-up once there is a user', async ({ page, request }) => {
  await page.goto('/set-up')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  const reply = await request.post('/api/v1/auth/set-up/code', { data: { code: 'AAAAA-AAAAA' } })
  expect([reply.status(), (await reply.json()).message]).toEqual([
    404,
    'This installation is set up already. Log in, or ask an admin for an account.',
  ])
})

test('leads everyone but super admins to the dashboard', async ({ page }) => {
  await logIn(page, 'admin@lakeside.example')
  await page.goto('/set-up')
  await expect(page).toHaveURL('/dashboard')
})

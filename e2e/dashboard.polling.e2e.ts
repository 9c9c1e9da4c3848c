import { expect, type Page } from '@playwright/test'
import { openForm } from './support/request-form.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

/** Paths that the page fetches, by method, without their queries. */
function listen(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (call) => {
    const { pathname } = new URL(call.url())
    if (pathname.startsWith('/api/v1')) asked.push(`${call.method()} ${pathname.slice('/api/v1'.length)}`)
  })
  return asked
}

/** Advances the clock by this many seconds, and returns which of these paths were fetched in that time. */
async function askedWithin(page: Page, asked: string[], seconds: number, paths: string[]): Promise<string[]> {
  asked.length = 0
  for (let passed = 0; passed < seconds; passed += 5) {
    await page.clock.fastForward(5000)
    await page.waitForTimeout(300)
  }
  return paths.filter((path) => asked.includes(`GET ${path}`))
}

const places = ['/dealer-groups', '/dealerships', '/departments', '/purposes']

test('refetches a form’s choices every 10 seconds, and delivery methods every 60 seconds', async ({ page }) => {
  await page.clock.install()
  await logIn(page, 'admin@lakeside.example')
  await openForm(page)
  const asked = listen(page)
  const choices = [...places, '/delivery-methods']
  expect(await askedWithin(page, asked, 10, choices)).toEqual(places)
  expect(await askedWithin(page, asked, 10, choices)).toEqual(places)
  expect(await askedWithin(page, asked, 45, choices)).toEqual(choices)
})

test('refetches the approvers shown to a requester every 10 seconds', async ({ page }) => {
  await page.clock.install()
  await logIn(page, 'requester@lakeside.example')
  await openForm(page)
  expect(await askedWithin(page, listen(page), 10, ['/users/approvers'])).toEqual(['/users/approvers'])
})

test('refetches users every 10 seconds', async ({ page }) => {
  await page.clock.install()
  await signIn(page.context(), 'admin@lakeside.example')
  await page.goto('/admin-users')
  await expect(page.getByText(/users found/)).toBeVisible()
  expect(await askedWithin(page, listen(page), 10, ['/users'])).toEqual(['/users'])
})

test('refetches an open request every 10 seconds and whenever it is opened', async ({ page }) => {
  await page.clock.install()
  await signIn(page.context(), 'approver@lakeside.example')
  await page.goto('/check-requests')
  const link = page.locator('tbody').getByRole('link').first()
  const path = String(await link.getAttribute('href'))
  await link.click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('region', { name: 'Request Information' })).toBeVisible()
  const asked = listen(page)
  expect(await askedWithin(page, asked, 10, [path])).toEqual([path])
  await page.goBack()
  await expect(link).toBeVisible()
  asked.length = 0
  await link.click()
  await expect.poll(() => asked).toContain(`GET ${path}`)
})

test('fetches users only for admins', async ({ page }) => {
  const asked = listen(page)
  const isAboutUsers = (call: string) => call.includes('/users')
  for (const email of ['requester', 'approver', 'processor'].map((role) => `${role}@summit.example`)) {
    await page.context().clearCookies()
    await logIn(page, email)
    for (const path of ['/dashboard', '/check-requests']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('load')
    }
  }
  expect(asked.filter(isAboutUsers)).toEqual([])
  await page.context().clearCookies()
  await logIn(page, 'admin@lakeside.example')
  await expect.poll(() => asked.filter(isAboutUsers)).toContain('GET /users')
})

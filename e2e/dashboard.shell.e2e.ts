import { expect, type Page } from '@playwright/test'
import { lostConnection } from './support/browser-errors.ts'
import { checkLooks } from './support/checks.ts'
import { Deployment } from './support/deployment.ts'
import { logIn, logOut, signIn } from './support/session.ts'
import { test as base } from './support/test.ts'

const test = base.extend<{ deployment: Deployment }>({
  deployment: async ({ server }, use) => {
    const deployment = new Deployment(server.url)
    await deployment.start()
    await use(deployment)
    deployment.stop()
  },
})

test.use({ serviceWorkers: 'allow' })

declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: object): unknown }
  }
}

const approver = 'approver@lakeside.example'

/** Waits until this build's service worker caches the shell and controls this page. */
async function expectKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe('activated')
}

/** The paths of all files in the service worker's cache. */
async function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const shells = await Promise.all(names.map((name) => caches.open(name)))
    const requests = await Promise.all(shells.map((shell) => shell.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

test('shows the shell on a reload without a server, and continues when the server is back', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(lostConnection)
  await logIn(page, approver)
  await expectKept(page)
  await server.kill()
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Can’t reach the server. Retrying…' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByRole('banner')).toHaveText('Check Request App')
  await checkLooks(page, 'shell-without-server')
  await server.start()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('table').first()).toBeVisible()
})

test('keeps the page when a proxy responds with its own error', async ({ page, context, deployment, errors }) => {
  errors.allow(/502/)
  await signIn(context, approver)
  await page.goto(`${deployment.url}/dashboard`)
  await expectKept(page)
  deployment.setGone(true)
  await page.goto(`${deployment.url}/check-requests`)
  await expect(page.getByRole('banner')).toHaveText('Check Request App')
  deployment.setGone(false)
  await expect(page.getByRole('heading', { name: 'Check Requests', exact: true })).toBeVisible({ timeout: 30_000 })
})

test('loads and caches the new build after a deployment, and removes the old build', async ({
  page,
  context,
  deployment,
  errors,
}) => {
  errors.allow(/502/)
  const { first, next } = deployment.styles
  await signIn(context, approver)
  await page.goto(`${deployment.url}/dashboard`)
  await expectKept(page)
  expect(await keptFiles(page)).toContain(first)
  const shells = () => page.evaluate(() => caches.keys())
  const [old] = await shells()
  await expect(page.locator(`link[href="${first}"]`)).toBeAttached()
  deployment.deployNext()
  await page.reload()
  await expect(page.locator(`link[href="${next}"]`)).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  // Scripts of this test's next build still name the old style sheet, which the browser has in its own cache.
  await expect.poll(shells, { timeout: 30_000 }).not.toContain(old)
  expect(await shells()).toHaveLength(1)
  expect(await keptFiles(page)).toContain(next)
  deployment.setGone(true)
  await page.reload()
  await expect(page.locator(`link[href="${next}"]`)).toBeAttached()
  await expect(page.getByRole('banner')).toHaveText('Check Request App')
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('header') as Element).display)).toBe('flex')
})

test('caches only the page and the build’s files, even after a logout', async ({ page }) => {
  await logIn(page, approver)
  await expectKept(page)
  await page.goto('/check-requests')
  await expect(page.locator('tbody').getByRole('row').first()).toBeVisible()
  const ofTheBuild = /^\/(index\.html|early\.js|assets\/[\w-]+\.(js|css))$/
  const before = await keptFiles(page)
  expect(before).toContain('/index.html')
  expect(before.filter((path) => !ofTheBuild.test(path))).toEqual([])
  await logOut(page)
  expect((await keptFiles(page)).filter((path) => !ofTheBuild.test(path))).toEqual([])
})

test('serves an uncached service worker for the whole site, and lets pages create no trusted types policies', async ({
  page,
  errors,
}) => {
  errors.allow(/trusted-types|TrustedTypePolicy/)
  const worker = await page.request.get('/sw.js')
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringMatching(/javascript/),
  })
  expect(worker.headers()).not.toHaveProperty('service-worker-allowed')
  await logIn(page, approver)
  await expectKept(page)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(
    new URL('/', page.url()).href,
  )
  for (const name of ['workers', 'another'])
    expect(await page.evaluate(canMakePolicy, name), `a policy named ${name}`).toBe(false)
})

function canMakePolicy(name: string): boolean {
  try {
    window.trustedTypes?.createPolicy(name, { createScriptURL: () => '/' })
    return true
  } catch {
    return false
  }
}

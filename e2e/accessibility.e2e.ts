import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type RoleName, roles } from '../domain/src/access/roles.ts'
import { routes } from '../web/src/routes.tsx'
import { superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { expectAccessible, expectAccessibleToo } from './support/checks.ts'
import { openRequest } from './support/request-detail.ts'
import { move, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const accounts: Record<RoleName, string> = {
  admin: superAdmin,
  requester: 'requester@lakeside.example',
  approver: 'approver@lakeside.example',
  processor: 'processor@lakeside.example',
}

const everybody = roles.map(({ name }) => name)

/** Screens that are not opened by their path alone. */
const waysTo: Record<string, (page: Page, request: APIRequestContext) => Promise<unknown>> = {
  '/check-requests/$id': (page) => page.goto('/check-requests/1'),
  '/admin-payees/$id': (page) => page.goto('/admin-payees/1'),
  '/print-runs/$id': (page) => page.goto('/print-runs/1'),
  '/check-request-update': openForUpdate,
  '/admin-departments': (page) => page.goto('/admin-departments?open=1'),
}

async function openForUpdate(page: Page, request: APIRequestContext): Promise<void> {
  const raised = await raise(await apiAs(request, accounts.requester))
  await move(await apiAs(request, accounts.approver), raised, 9, { note: 'Please add the invoice number' })
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL('/check-request-update')
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

// Many loads of a page, each independent of the others.
test.describe.configure({ mode: 'parallel' })

for (const { path, roles = everybody } of routes)
  for (const [index, role] of roles.entries())
    test(`${path} of the ${role} is accessible at every width in ${index ? 'one theme' : 'both themes'}`, async ({
      page,
      request,
    }) => {
      await signIn(page.context(), accounts[role])
      await (waysTo[path]?.(page, request) ?? page.goto(path))
      await expectLoaded(page)
      await (index ? expectAccessibleToo(page) : expectAccessible(page))
    })

for (const path of ['/login', '/unauthorized', '/nowhere'])
  test(`${path} of a visitor is accessible at every width in both themes`, async ({ page }) => {
    await page.goto(path)
    await expectLoaded(page)
    await expectAccessible(page)
  })

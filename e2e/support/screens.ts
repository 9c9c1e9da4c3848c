import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { RoleName } from '../../domain/src/access/roles.ts'
import { superAdmin } from './administration.ts'
import { apiAs } from './api.ts'
import { openRequest } from './request-detail.ts'
import { move, raise } from './requests.ts'
import { signIn } from './session.ts'

const accounts: Record<RoleName, string> = {
  admin: superAdmin,
  requester: 'requester@lakeside.example',
  approver: 'approver@lakeside.example',
  processor: 'processor@lakeside.example',
}

/** Screens that need more than their path to open. */
const waysTo: Record<string, (page: Page, request: APIRequestContext) => Promise<unknown>> = {
  '/check-requests/$id': (page) => page.goto('/check-requests/1'),
  '/checks/$id': (page) => page.goto('/checks/1'),
  '/admin-payees/$id': (page) => page.goto('/admin-payees/1'),
  '/print-runs/$id': (page) => page.goto('/print-runs/1'),
  '/check-request-update': openForUpdate,
  '/admin-departments': (page) => page.goto('/admin-departments?open=1'),
}

/** Opens the screen at this path as a user with this role, and waits until it has loaded. */
export async function openScreen(page: Page, request: APIRequestContext, path: string, role: RoleName): Promise<void> {
  await signIn(page.context(), accounts[role])
  await (waysTo[path]?.(page, request) ?? page.goto(path))
  await expectLoaded(page)
}

async function openForUpdate(page: Page, request: APIRequestContext): Promise<void> {
  const raised = await raise(await apiAs(request, accounts.requester))
  await move(await apiAs(request, accounts.approver), raised, 9, { note: 'Please add the invoice number' })
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL('/check-request-update')
}

export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

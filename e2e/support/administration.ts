import { expect, type Locator, type Page } from '@playwright/test'
import type { DealerGroup, Dealership, Department } from '../../domain/src/organization/fields.ts'
import type { User } from '../../domain/src/people/users/fields.ts'
import type { ApiUser } from './api.ts'
import { noticeOf } from './notices.ts'
import { chosenPassword, signIn } from './session.ts'

export const superAdmin = 'superadmin@example.com'
export const groupAdmin = 'admin@lakeside.example'

/** Logs in and opens an administration screen that receives live updates. */
export async function openAdministration(page: Page, email: string, path: string, heading: string): Promise<void> {
  await signIn(page.context(), email)
  const listening = page.waitForResponse('**/api/v1/live')
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await listening
}

/** A word that no other test uses, because names and codes must be unique. */
export function ownWord(): string {
  return `N${process.hrtime.bigint().toString(36).slice(-7)}`.toUpperCase()
}

export async function findGroup(user: ApiUser, code: string): Promise<DealerGroup> {
  return found(await user.call<DealerGroup[]>('GET', '/dealer-groups'), code)
}

export async function findDealership(user: ApiUser, code: string): Promise<Dealership> {
  return found(await user.call<Dealership[]>('GET', '/dealerships'), code)
}

function found<Row extends { code: string }>(rows: readonly Row[], code: string): Row {
  const row = rows.find((one) => one.code === code)
  if (!row) throw new Error(`No dealer group or dealership has the code ${code}`)
  return row
}

/** Fields of a user as sent to the API. */
type NewUser = Partial<Omit<User, 'access_level'>> & { access_level?: number }

/** Adds a user of the group `LAG` through the API; by default a requester for the whole group. */
export async function addUser(admin: ApiUser, fields: NewUser = {}): Promise<User> {
  const email = fields.email ?? `${ownWord()}@lakeside.example`.toLowerCase()
  const { id: dealer_group_id } = await findGroup(admin, 'LAG')
  const names = { first_name: 'Nina', last_name: 'Newman', title: 'Cashier' }
  const access = { role_ids: [2], primary_role: 2, access_level: 1, dealer_group_id }
  return admin.call('POST', '/users', {
    email,
    username: email,
    password: chosenPassword,
    ...names,
    ...access,
    ...fields,
  })
}

/** Adds a dealer group through the API. */
export function addGroup(admin: ApiUser, name: string): Promise<DealerGroup> {
  return admin.call('POST', '/dealer-groups', { name, code: ownWord(), settings: null })
}

/** Adds a dealership through the API. */
export function addDealership(admin: ApiUser, dealer_group_id: number, name: string): Promise<Dealership> {
  const address = { address: '1 Main Street', city: 'Verona', state: 'WI', zip: '53593', phone: '(608) 555-0100' }
  return admin.call('POST', '/dealerships', { dealer_group_id, name, code: ownWord(), ...address, settings: null })
}

/** Adds a department through the API. */
export function addDepartment(admin: ApiUser, dealership: Dealership, name: string): Promise<Department> {
  const { id: dealership_id, dealer_group_id } = dealership
  return admin.call('POST', '/departments', { dealership_id, dealer_group_id, name, code: ownWord() })
}

/** The table row that has this button or this text. */
export function rowWith(page: Page, text: string | RegExp): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

export function dialogOf(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title, exact: true })
}

/** The confirmation dialog of a deletion. */
export function questionOf(page: Page, title: string): Locator {
  return page.getByRole('alertdialog', { name: title, exact: true })
}

/** Chooses several options of a multi-select, and closes it. */
export async function chooseSeveral(page: Page, label: string, options: readonly string[]): Promise<void> {
  const trigger = page.getByRole('combobox', { name: label, exact: true })
  await trigger.click()
  for (const option of options)
    await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
}

/** The options of a select, from top to bottom. */
export async function optionsOf(page: Page, label: string): Promise<string[]> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  const texts = await page.getByRole('listbox').getByRole('option').allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
  return texts
}

/** The chips of a multi-select. */
export function chipsOf(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^Remove / })
}

/** Opens the dialog for a new user. */
export async function openAddUser(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = dialogOf(page, 'Add New User')
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens the dialog that changes a user. */
export async function openUpdateUser(page: Page, username: string): Promise<Locator> {
  await page.getByRole('button', { name: `Edit ${username}` }).click()
  const dialog = dialogOf(page, 'Update User')
  await expect(dialog).toBeVisible()
  return dialog
}

/** The password field: its label has a star while required, and 'Keep current password' is next to it. */
export function passwordOf(dialog: Locator): Locator {
  return dialog.getByLabel(/^Password/)
}

/** The lists that the page refetches during `action` and shortly afterward. */
export async function readAgain(page: Page, action: () => Promise<void>): Promise<string[]> {
  const paths: string[] = []
  const listen = (request: { method(): string; url(): string }) => {
    if (request.method() === 'GET') paths.push(new URL(request.url()).pathname.replace('/api/v1', ''))
  }
  page.on('request', listen)
  await action()
  await page.waitForTimeout(300)
  page.off('request', listen)
  return paths
}

/** Confirms another admin's pending change, found by its text. */
export async function confirmChange(page: Page, says: string): Promise<void> {
  const change = page.getByRole('listitem').filter({ hasText: says })
  await change.getByRole('button', { name: /Confirm/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: /Confirm/ }).click()
  await expect(noticeOf(page, 'Change confirmed')).toBeVisible()
}

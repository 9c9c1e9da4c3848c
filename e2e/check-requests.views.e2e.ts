import { expect, type Locator, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { openList, rowsOf } from './support/lists.ts'
import { expectNotice } from './support/notices.ts'
import { menu } from './support/requests.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const processor = 'processor@lakeside.example'
const admin = 'admin@lakeside.example'
const wide = { width: 1920, height: 900 }

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save View', exact: true })
const viewButton = (page: Page, name: string) => page.getByRole('button', { name: `Saved view ${name}`, exact: true })
const sort = (page: Page) => page.getByLabel('Sort by')

/** A view's entry in the sidebar, whose accessible name begins with the view's name. */
function entry(page: Page, name: string): Locator {
  return menu(page)
    .getByRole('list', { name: /^Saved Views for / })
    .getByRole('link', { name })
}

/** Saves the current list under a name. */
async function saveView(page: Page, name: string, { share = false } = {}): Promise<void> {
  await saveButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Save View' })
  await dialog.getByLabel('Name').fill(name)
  if (share) await dialog.getByLabel('Share with the group').check()
  await dialog.getByRole('button', { name: 'Save View' }).click()
  await expect(dialog).toBeHidden()
  await expect(entry(page, name)).toHaveAttribute('aria-current', 'page')
}

function backgroundOf(link: Locator): Promise<string> {
  return link.evaluate((element) => getComputedStyle(element).backgroundColor)
}

async function choose(page: Page, name: string, act: string): Promise<void> {
  await viewButton(page, name).click()
  await page.getByRole('menuitem', { name: act }).click()
}

async function hideColumn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeHidden()
}

async function expectSortedByAmount(page: Page): Promise<void> {
  await expect(sort(page)).toHaveValue('amount-high')
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending')
}

test('opens a saved view with filter, order, and columns after a reload and on another computer', async ({
  page,
  openAs,
}) => {
  await page.setViewportSize(wide)
  await openList(page, requester, '?search=glass')
  await hideColumn(page, 'Department')
  await sort(page).selectOption('amount-high')
  await saveView(page, 'Big glass')
  await expectNotice(page, 'View saved', 'Big glass')
  await expect(viewButton(page, 'Big glass')).toBeFocused()
  await expect(saveButton(page)).toHaveCount(0)
  const elsewhere = await openAs(requester, '/dashboard')
  await elsewhere.setViewportSize(wide)
  await entry(elsewhere, 'Big glass').click()
  for (const screen of [page, elsewhere]) {
    if (screen === page) await page.reload()
    await expect(screen).toHaveURL(/search=glass/)
    await expect(screen.getByRole('searchbox')).toHaveValue('glass')
    await expectSortedByAmount(screen)
    await expect(screen.getByRole('columnheader', { name: 'Department' })).toHaveCount(0)
    await expect(entry(screen, 'Big glass')).toHaveAttribute('aria-current', 'page')
    const list = menu(screen).getByRole('link', { name: 'My Requests' })
    await expect(list).not.toHaveAttribute('aria-current', 'page')
    expect(await backgroundOf(entry(screen, 'Big glass'))).not.toBe(await backgroundOf(list))
  }
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await expect(page).toHaveURL('/check-requests')
  await expect(viewButton(page, 'Big glass')).toHaveCount(0)
  await page.goBack()
  await expectSortedByAmount(page)
})

test('offers to save a view only if filter, order, or columns differ from the defaults', async ({ page }) => {
  await openList(page, 'requester2@lakeside.example')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeEnabled()
  await expect(saveButton(page)).toHaveCount(0)
  await sort(page).selectOption('due')
  await expect(saveButton(page)).toBeVisible()
  await sort(page).selectOption('newest')
  await expect(saveButton(page)).toHaveCount(0)
})

test('updates a changed view and undoes the update', async ({ page }) => {
  await page.setViewportSize(wide)
  await openList(page, approver, '?sort=amount-high')
  await saveView(page, 'Largest')
  const update = page.getByRole('button', { name: 'Update View' })
  await expect(update).toHaveCount(0)
  await hideColumn(page, 'Department')
  await sort(page).selectOption('due')
  await expect(entry(page, 'Largest')).toHaveAttribute('aria-current', 'page')
  await update.click()
  await expectNotice(page, 'View updated', 'Largest')
  await expect(update).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Department' })).toHaveCount(0)
  await entry(page, 'Largest').click()
  await expect(sort(page)).toHaveValue('due')
  // Changes made with a view open belong to the view; the list keeps its columns.
  await menu(page).getByRole('link', { name: 'All Requests' }).click()
  await expect(page.getByRole('columnheader', { name: 'Department' })).toBeVisible()

  await entry(page, 'Largest').click()
  await sort(page).selectOption('oldest')
  await update.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(update).toBeVisible()
  await entry(page, 'Largest').click()
  await expect(sort(page)).toHaveValue('due')
})

test('shows a shared view with its owner’s name to everyone in the group, and to no one else', async ({
  page,
  openAs,
}) => {
  await openList(page, processor, '?search=glass')
  await saveView(page, 'Glass of all stores', { share: true })
  const colleague = await openAs(requester, '/check-requests')
  await expect(entry(colleague, 'Glass of all stores')).toHaveText(/^Glass of all stores.*shared by /)
  await entry(colleague, 'Glass of all stores').click()
  await expect(colleague.getByRole('searchbox')).toHaveValue('glass')
  await viewButton(colleague, 'Glass of all stores').click()
  await expect(colleague.getByRole('menuitem')).toHaveText(['Save as Another View…'])
  await colleague.getByRole('menuitem', { name: 'Save as Another View…' }).click()
  const dialog = colleague.getByRole('dialog', { name: 'Save View' })
  await expect(dialog.getByLabel('Share with the group')).toHaveCount(0)
  await dialog.getByLabel('Name').fill('My glass')
  await dialog.getByRole('button', { name: 'Save View' }).click()
  await expect(entry(colleague, 'My glass')).toHaveAttribute('aria-current', 'page')

  const stranger = await openAs('everyone@summit.example', new URL(page.url()).pathname + new URL(page.url()).search)
  await expect(stranger.getByRole('searchbox')).toHaveValue('glass')
  await expect(entry(stranger, 'Glass of all stores')).toHaveCount(0)
  await expect(viewButton(stranger, 'Glass of all stores')).toHaveCount(0)
  await expect(saveButton(stranger)).toBeVisible()
})

test('lets a user rename and share a saved view, with errors shown on the form', async ({ page, openAs }) => {
  await openList(page, 'approver2@lakeside.example', '?sort=oldest')
  await saveView(page, 'Old ones')
  await choose(page, 'Old ones', 'Rename or Share…')
  const dialog = page.getByRole('dialog', { name: 'Edit View' })
  await dialog.getByLabel('Name').fill(' ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Oldest first')
  await dialog.getByLabel('Share with the group').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(entry(page, 'Oldest first')).toHaveAttribute('aria-current', 'page')
  await expect(entry(page, 'Old ones')).toHaveCount(0)
  await expect(viewButton(page, 'Oldest first')).toBeFocused()
  const colleague = await openAs(processor, '/check-requests')
  await expect(entry(colleague, 'Oldest first')).toBeVisible()
})

test('lets owners delete their views, and group admins delete shared views', async ({ page, openAs }) => {
  await openList(page, 'manager@lakeside.example', '?sort=due')
  await saveView(page, 'Due soon', { share: true })
  const boss = await openAs(admin, '/check-requests')
  await entry(boss, 'Due soon').click()
  await choose(boss, 'Due soon', 'Delete')
  await boss.getByRole('alertdialog').getByRole('button', { name: 'Delete View' }).click()
  await expectNotice(boss, 'View deleted', 'Due soon')
  await expect(entry(boss, 'Due soon')).toHaveCount(0)
  await expect(sort(boss)).toHaveValue('due')
  await expect(boss).not.toHaveURL(/saved/)
  await expect(boss.locator('#main')).toBeFocused()

  // The owner's list still shows the deleted view, because the deletion doesn't notify the owner.
  await choose(page, 'Due soon', 'Rename or Share…')
  const dialog = page.getByRole('dialog', { name: 'Edit View' })
  await dialog.getByLabel('Name').fill('Due later')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This view doesn’t exist, or you have no access to it.')
  await expect(entry(page, 'Due soon')).toHaveCount(0)
})

test('refuses a view above the limit, with the reason', async ({ page, request }) => {
  const owner = await apiAs(request, 'processor@summit.example')
  const body = { list: 'all', query: 'sort=oldest', layout: null, shared: false }
  for (let number = 1; number <= 20; number++) await owner.call('POST', '/views', { ...body, name: `View ${number}` })
  await openList(page, 'processor@summit.example', '?sort=due')
  await expect(entry(page, 'View').first()).toBeVisible()
  await saveButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Save View' })
  await dialog.getByLabel('Name').fill('One more')
  await dialog.getByRole('button', { name: 'Save View' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/You already have 20 saved views/)
  await expect(dialog.getByLabel('Name')).toHaveValue('One more')
})

test('saves, changes, updates, and deletes a view by keyboard', async ({ page }) => {
  await openList(page, 'approver@summit.example', '?sort=oldest')
  await saveButton(page).press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Oldest')
  await page.keyboard.press('Enter')
  await expect(viewButton(page, 'Oldest')).toBeFocused()
  await sort(page).selectOption('due')
  await page.getByRole('button', { name: 'Update View' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Update View' })).toHaveCount(0)
  await expect(viewButton(page, 'Oldest')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Rename or Share…' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(entry(page, 'Oldest')).toHaveCount(0)
})

test('shows views in the menu on a phone, and closes the menu when a view is opened', async ({ page, request }) => {
  const owner = await apiAs(request, 'requester@summit.example')
  const body = { list: 'all', name: 'Oldest first', query: 'sort=oldest', layout: null, shared: false }
  await owner.call('POST', '/views', body)
  await page.setViewportSize({ width: 360, height: 740 })
  await openList(page, 'requester@summit.example')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await entry(page, 'Oldest first').click()
  await expect(sort(page)).toHaveValue('oldest')
  await expect(menu(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  await expect(viewButton(page, 'Oldest first')).toBeVisible()
})

/** Opens a colleague's shared view with a change. */
async function openSharedView(page: Page, request: Parameters<typeof apiAs>[0], name: string): Promise<void> {
  const colleague = await apiAs(request, 'everyone@summit.example', 3)
  await colleague.call('POST', '/views', { list: 'all', name, query: 'sort=oldest', layout: null, shared: true })
  await openList(page, 'approver@summit.example')
  await entry(page, name).click()
  await sort(page).selectOption('due')
  await expect(viewButton(page, name)).toBeVisible()
  await expect(rowsOf(page).first()).toBeVisible()
}

test('renders saved views in the menu accessibly in every theme and window size', async ({ page, request }) => {
  await openSharedView(page, request, 'Everything that Summit is late with')
  await checkLooks(page, 'check-requests-views')
})

test('renders a view’s actions accessibly in every theme and window size', async ({ page, request }) => {
  await openSharedView(page, request, 'Overdue at Summit')
  await viewButton(page, 'Overdue at Summit').click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await checkLooks(page, 'check-requests-views-menu')
})

test('renders the view form accessibly in every theme and window size', async ({ page, request }) => {
  await openSharedView(page, request, 'Late at Summit')
  await saveButton(page).click()
  await expect(page.getByRole('dialog', { name: 'Save View' })).toBeVisible()
  await checkLooks(page, 'check-requests-views-dialog')
})

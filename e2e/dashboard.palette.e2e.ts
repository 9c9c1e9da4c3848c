import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { openPalette, palette, paletteButton, paletteField, paletteOptions } from './support/palette.ts'
import { openForm } from './support/request-form.ts'
import { menu, raise } from './support/requests.ts'
import { scriptOf } from './support/scripts.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const manager = 'manager@lakeside.example'
const admin = 'admin@lakeside.example'

/** Opens the palette, types, and runs the first match. */
async function perform(page: Page, words: string, option: string): Promise<void> {
  await openPalette(page)
  await page.keyboard.type(words)
  await expect(paletteOptions(page).first()).toHaveText(option)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
}

test('opens the palette by Ctrl+K, closes it by Escape, and restores the focus', async ({ page }) => {
  await logIn(page, requester)
  const link = menu(page).getByRole('link', { name: 'My Requests' })
  await link.focus()
  await openPalette(page)
  await expect(page.getByRole('main')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(link).toBeFocused()
  await openPalette(page)
  await page.keyboard.type('zzz')
  await expect(palette(page).getByText('No result found.')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('keeps the focus in the palette while content loads behind it', async ({ page }) => {
  await logIn(page, requester)
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/api/v1/purposes', async (route) => {
    await held
    await route.continue()
  })
  await menu(page).getByRole('link', { name: 'New Request' }).click()
  await openPalette(page)
  arrive()
  await expect(page.getByLabel(/^Payee Name/)).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(paletteField(page)).toBeFocused()
})

test('finds a screen by part of its name', async ({ page }) => {
  await logIn(page, approver)
  await perform(page, 'pend', 'Pending Approvals')
  await expect(page).toHaveURL('/check-requests-pending')
  await expect(page.getByRole('main')).toBeFocused()
})

test('moves through matches by arrow keys, wrapping around', async ({ page }) => {
  await logIn(page, approver)
  await openPalette(page)
  const highlighted = () => paletteField(page).getAttribute('aria-activedescendant')
  const idOf = (name: string) => palette(page).getByRole('option', { name, exact: true }).getAttribute('id')
  await expect.poll(highlighted).toBe(await idOf('Dashboard'))
  await page.keyboard.press('ArrowDown')
  await expect.poll(highlighted).toBe(await idOf('Pending Approvals'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/check-requests')
})

test('offers only the screens and actions of the current role', async ({ page, request, openAs }) => {
  const hidden = await raise(await apiAs(request, manager, 2), { payee_name_1: 'Veiled Works' })
  await logIn(page, requester)
  await openPalette(page)
  await expect(paletteOptions(page)).toHaveText([
    'Dashboard',
    'SendBacked Checks',
    'Rejected Checks',
    'My Requests',
    'Reports',
    'Recurring Requests',
    'New Request',
    'Use Light Theme',
    'Use Dark Theme',
    'Change Password',
    'Keyboard Shortcuts',
    'Log Out',
  ])
  for (const words of ['users', 'switch role', 'veiled', hidden.request_number]) {
    await paletteField(page).fill(words)
    await expect(palette(page).getByText('No result found.')).toBeVisible()
  }
  const office = await openAs(admin)
  await openPalette(office)
  await paletteField(office).fill('users')
  await expect(paletteOptions(office)).toHaveText(['Users'])
})

test('opens the palette while text is being typed, without losing the text', async ({ page }) => {
  await logIn(page, requester)
  await openForm(page)
  await page.getByLabel('Memo Line').fill('Half a thought')
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Memo Line')).toBeFocused()
  await openPalette(page)
  await page.keyboard.type('dashboard')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toHaveCount(0)
  await question.getByRole('button').first().click()
  await expect(page.getByLabel('Memo Line')).toHaveValue('Half a thought')
})

test('reopens the palette by Ctrl+K while it is closing, and keeps the focus in the palette’s field', async ({
  page,
}) => {
  await logIn(page, requester)
  await openForm(page)
  await page.getByLabel('Memo Line').fill('Half a thought')
  for (const frames of [1, 2, 3, 5, 8]) {
    await openPalette(page)
    await page.keyboard.type('dash')
    await pressInTurn(page, frames)
    await expect(paletteField(page)).toBeFocused()
    await pass(page, 20)
    await expect(palette(page)).toHaveCount(1)
    await expect(paletteField(page)).toBeFocused()
    await expect(paletteField(page)).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(page.getByLabel('Memo Line')).toBeFocused()
  }
})

test('focuses the palette by Ctrl+K while another dialog closes', async ({ page }) => {
  await logIn(page, requester)
  await page.goto('/check-requests?search=glass')
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  // This dialog sets the focus itself after closing.
  for (const frames of [1, 2, 3, 5, 8]) {
    await page.getByRole('button', { name: 'Save View', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Save View' }).getByLabel('Name')).toBeFocused()
    await pressInTurn(page, frames)
    await expect(paletteField(page)).toBeFocused()
    await pass(page, 30)
    await expect(page.getByRole('dialog', { name: 'Save View' })).toHaveCount(0)
    await expect(paletteField(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
  }
})

/** Presses Escape and, this many frames later, Ctrl+K, faster than separate key presses could follow. */
async function pressInTurn(page: Page, frames: number): Promise<void> {
  await page.evaluate(async (count) => {
    const press = (init: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
    press({ key: 'Escape' })
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame)
    press({ key: 'k', ctrlKey: true })
  }, frames)
}

test('returns the focus to the palette whenever the screen behind it takes the focus', async ({ page }) => {
  await logIn(page, approver)
  await menu(page).getByRole('link', { name: 'All Requests' }).click()
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
  await openPalette(page)
  const before = await page.evaluate(() => {
    const below = document.querySelector<HTMLElement>('main input')
    below?.focus()
    return below !== null
  })
  expect(before).toBe(true)
  await expect(paletteField(page)).toBeFocused()
  await page.keyboard.type('dash')
  await expect(paletteField(page)).toHaveValue('dash')
})

/** Waits for this many frames of the page. */
async function pass(page: Page, frames: number): Promise<void> {
  await page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame)
  }, frames)
}

test('offers actions for role, theme, password, shortcuts, and logout', async ({ page }) => {
  await logIn(page, manager)
  await perform(page, 'requester', 'Switch Role to Requester')
  await expect(noticeOf(page, 'User role change successful')).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'New Request' })).toBeVisible()
  await perform(page, 'new', 'New Request')
  await expect(page).toHaveURL('/check-request-new')
  await perform(page, 'dark', 'Use Dark Theme')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: /^Theme: Dark/ })).toBeVisible()
  await perform(page, 'password', 'Change Password')
  const password = page.getByRole('dialog', { name: 'Change Password' })
  await expect(password.getByLabel('Old Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(password).toHaveCount(0)
  await perform(page, 'short', 'Keyboard Shortcuts')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect(shortcuts.getByRole('row').first()).toHaveText('Ctrl KGo to a request, page, or action')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await perform(page, 'log o', 'Log Out')
  await expect(page).toHaveURL('/login')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toHaveCount(0)
})

test('leaves Ctrl+K to the browser when shortcuts are off, and keeps the palette’s button', async ({ page }) => {
  await logIn(page, approver)
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.evaluate(() =>
    addEventListener('keydown', (event) => {
      if (event.key === 'k') document.title = event.defaultPrevented ? 'taken' : 'left alone'
    }),
  )
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page).toHaveTitle('left alone')
  await expect(palette(page)).toHaveCount(0)
  await paletteButton(page).click()
  await expect(paletteField(page)).toBeFocused()
})

test('loads the palette only when needed, and renders it accessibly', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (call) => scripts.push(call.url()))
  await logIn(page, approver)
  const file = scriptOf('layout/palette.tsx')
  const isPalette = (url: string) => url.endsWith(file)
  expect(scripts.filter(isPalette)).toEqual([])
  await expect.poll(() => scripts.filter(isPalette)).toHaveLength(1)
  await openPalette(page)
  await expect(paletteOptions(page).first()).toBeVisible()
  await checkLooks(page, 'palette')
})

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

test('Ctrl+K opens the palette, Escape closes it, and the focus goes back where it was', async ({ page }) => {
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

test('what arrives late on the screen below does not take the focus out of the palette', async ({ page }) => {
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

test('a page is reached by typing a part of its name', async ({ page }) => {
  await logIn(page, approver)
  await perform(page, 'pend', 'Pending Approvals')
  await expect(page).toHaveURL('/check-requests-pending')
  await expect(page.getByRole('main')).toBeFocused()
})

test('arrows go through what fits, and around its ends', async ({ page }) => {
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

test('only what the role may see and do is offered', async ({ page, request, openAs }) => {
  const hidden = await raise(await apiAs(request, manager, 2), { payee_name_1: 'Veiled Works' })
  await logIn(page, requester)
  await openPalette(page)
  await expect(paletteOptions(page)).toHaveText([
    'Dashboard',
    'SendBacked Checks',
    'Rejected Checks',
    'My Requests',
    'New Request',
    'Use the light theme',
    'Use the dark theme',
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

test('it opens while something is being typed, and nothing typed is lost', async ({ page }) => {
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

test('Ctrl+K while it closes opens it again, and the focus stays in its field', async ({ page }) => {
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

test('Ctrl+K while another dialog closes gives the focus to its field, and it stays there', async ({ page }) => {
  await logIn(page, requester)
  await page.goto('/check-requests?search=glass')
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  // This dialog says itself where the focus goes afterwards.
  for (const frames of [1, 2, 3, 5, 8]) {
    await page.getByRole('button', { name: 'Save view', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name')).toBeFocused()
    await pressInTurn(page, frames)
    await expect(paletteField(page)).toBeFocused()
    await pass(page, 30)
    await expect(page.getByRole('dialog', { name: 'Save view' })).toHaveCount(0)
    await expect(paletteField(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
  }
})

/** Presses Escape and, this many frames later, Ctrl+K: closer together than the test could press them. */
async function pressInTurn(page: Page, frames: number): Promise<void> {
  await page.evaluate(async (count) => {
    const press = (init: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
    press({ key: 'Escape' })
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame)
    press({ key: 'k', ctrlKey: true })
  }, frames)
}

test('what takes the focus on the screen below, in whatever moment, gives it back', async ({ page }) => {
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

/** Lets this many frames of the page pass. */
async function pass(page: Page, frames: number): Promise<void> {
  await page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame)
  }, frames)
}

test('role, theme, password, shortcuts and logout are at hand', async ({ page }) => {
  await logIn(page, manager)
  await perform(page, 'requester', 'Switch role to Requester')
  await expect(noticeOf(page, 'User role change successful')).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'New Request' })).toBeVisible()
  await perform(page, 'new', 'New Request')
  await expect(page).toHaveURL('/check-request-new')
  await perform(page, 'dark', 'Use the dark theme')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: /^Theme: Dark/ })).toBeVisible()
  await perform(page, 'password', 'Change Password')
  const password = page.getByRole('dialog', { name: 'Change Password' })
  await expect(password.getByLabel('Old Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(password).toHaveCount(0)
  await perform(page, 'short', 'Keyboard Shortcuts')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect(shortcuts.getByRole('row').first()).toHaveText('Ctrl KGo to a request, a page or an action')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await perform(page, 'log o', 'Log Out')
  await expect(page).toHaveURL('/login')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toHaveCount(0)
})

test('with the shortcuts switched off, the keys are the browser’s again and the button remains', async ({ page }) => {
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

test('it is not loaded before somebody could want it, and looks right', async ({ page }) => {
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

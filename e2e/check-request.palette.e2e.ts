import { expect, type Locator, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { openPalette, palette, paletteOptions } from './support/palette.ts'
import { openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { menu, raise, raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const processor = 'processor@lakeside.example'
const manager = 'manager@lakeside.example'

/** The palette's actions for the open request. */
function acts(page: Page): Locator {
  return palette(page).getByRole('group', { name: 'This Request' }).getByRole('option')
}

async function chooseAct(page: Page, words: string, name: string): Promise<void> {
  await openPalette(page)
  await page.keyboard.type(words)
  await expect(paletteOptions(page).first()).toHaveText(name)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
}

test('selects an approver’s decision from the palette and focuses the next field', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  await openPalette(page)
  await expect(acts(page)).toHaveText(['Approve', 'Reject', 'Send Back', 'Start Processing', 'Print', 'Case File'])
  await checkLooks(page, 'palette-acts')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await chooseAct(page, 'reje', 'Reject')
  await expect(statusChoice(page, 'Rejected')).toBeChecked()
  await expect(updateForm(page).getByLabel('Comment')).toBeFocused()
  await chooseAct(page, 'appr', 'Approve')
  const approve = updateForm(page).getByRole('button', { name: 'Approve $1,234.50' })
  await expect(approve).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(updateForm(page)).toHaveCount(0)
  await openPalette(page)
  await expect(acts(page).filter({ hasText: /^Approve$/ })).toHaveCount(0)
})

test('offers a processor’s actions on a request in the palette only on the request’s page', async ({
  page,
  request,
}) => {
  const raised = await raiseAt(request, 4)
  await signIn(page.context(), processor)
  await openRequest(page, raised)
  await chooseAct(page, 'signed', 'Mark as Signed')
  await expect(updateForm(page).getByLabel('Check Number')).toBeFocused()
  await menu(page).getByRole('link', { name: 'Completed' }).click()
  await expect(page).toHaveURL('/check-requests-completed')
  await openPalette(page)
  await expect(paletteOptions(page).first()).toHaveText('Dashboard')
  await expect(acts(page)).toHaveCount(0)
})

test('opens a requester’s dialogs from the palette, which offers only available actions', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await openPalette(page)
  await expect(acts(page)).toHaveText([
    ...['Change Priority', 'Duplicate', 'Delete', 'Repeat', 'Withdraw', 'Print', 'Case File'],
  ])
  await page.keyboard.press('Escape')
  await chooseAct(page, 'prior', 'Change Priority')
  await expect(page.getByRole('dialog', { name: 'Change Priority' })).toBeVisible()
  await page.keyboard.press('Escape')
  const approved = await raiseAt(request, 3)
  await openRequest(page, approved)
  await openPalette(page)
  await expect(acts(page)).toHaveText(['Change Priority', 'Duplicate', 'Repeat', 'Print', 'Case File'])
})

test('offers the requester no decision on their own request in the palette', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, manager, 2))
  await signIn(page.context(), manager)
  await openRequest(page, raised)
  await expect(statusChoice(page, 'Approved')).toBeDisabled()
  await openPalette(page)
  await expect(acts(page)).toHaveText(['Start Processing', 'Print', 'Case File'])
})

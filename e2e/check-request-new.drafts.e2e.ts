import { expect, type Locator, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { lostConnection } from './support/browser-errors.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { fillIn, numberField, openForm, startForm, submitForm } from './support/request-form.ts'
import { menu, raise } from './support/requests.ts'
import { logIn, logOut, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'

test('asks for confirmation before a link, the back button, or closing the tab discards typed text', async ({
  page,
}) => {
  await logIn(page, requester)
  await menu(page).getByRole('link', { name: 'New Request' }).click()
  await page.getByLabel(/^Payee Name/).fill('Half done')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(page).toHaveURL('/check-request-new')
  await page.goBack()
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(page.getByLabel(/^Payee Name/)).toHaveValue('Half done')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await expect(question).toContainText('You can continue with its draft later.')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/check-requests')
  await openForm(page)
  await expect(offers(page)).toContainText('Half done')
  await discardAll(page)
})

test('offers an unfinished request on return, and deletes its draft on submit', async ({ page }) => {
  await startForm(page, requester)
  await fillIn(page, { payee: 'Later Supplies', amount: '99.95' })
  await expectSaved(page)
  await checkLooks(page, 'check-request-new-draft-saved')
  await page.goto('about:blank')
  await openForm(page)
  await expect(offers(page)).toContainText('$99.95 to Later Supplies')
  await checkLooks(page, 'check-request-new-draft')
  await goOn(page)
  await expect(payee(page)).toHaveValue('Later Supplies')
  await expect(page.getByRole('combobox', { name: 'Amount', exact: true })).toHaveValue('$99.95')
  await expect(numberField(page)).toHaveValue(/^LAG-TOY-SVC-\d{6}$/)
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await openForm(page)
  await expect(offers(page)).toHaveCount(0)
})

test('saves text typed just before the user leaves, and keeps several drafts separate', async ({ page }) => {
  await startForm(page, requester)
  await payee(page).fill('Typed in Haste')
  await page.goto('about:blank')
  await openForm(page)
  await expect(offers(page)).toContainText('Typed in Haste')
  await payee(page).fill('Another One')
  await expectSaved(page)
  await expect(offers(page).getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(offers(page).getByRole('listitem')).toHaveCount(2)
  for (const name of ['Typed in Haste', 'Another One']) {
    const offer = offers(page).getByRole('listitem').filter({ hasText: name })
    await offer.getByRole('button', { name: 'Discard' }).click()
    await expect(offer).toHaveCount(0)
  }
  await page.reload()
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeVisible()
  await expect(offers(page)).toHaveCount(0)
})

test('keeps the latest typing in a draft after the session ends and after a logout', async ({ page, context }) => {
  await startForm(page, requester)
  await payee(page).fill('Survivor Inc')
  await expectSaved(page)
  await context.clearCookies()
  await payee(page).fill('Survivor Incorporated')
  await expect(page).toHaveURL('/login', { timeout: 15_000 })
  await submitLogin(page, requester)
  await expect(page).toHaveURL('/check-request-new')
  await expect(offers(page).getByRole('listitem')).toHaveCount(1)
  await expect(offers(page)).toContainText('Survivor Incorporated')
  await logOut(page)
  await startForm(page, requester)
  await expect(offers(page)).toContainText('Survivor Incorporated')
  await discardAll(page)
})

test('continues a draft on another computer', async ({ page, openAs, request }) => {
  // A new request starts with the last location, so restoring the draft doesn't change the location.
  await raise(await apiAs(request, requester))
  await startForm(page, requester)
  await fillIn(page, { payee: 'Two Desks', amount: '12' })
  await expectSaved(page)
  const other = await openAs(requester)
  await openForm(other)
  await expect(numberField(other)).toHaveValue(/^LAG-TOY-SVC-\d{6}$/)
  await goOn(other)
  await expect(payee(other)).toHaveValue('Two Desks')
  await expect(numberField(other)).not.toHaveValue('')
  await submitForm(other)
  await expect(other).toHaveURL(/\/check-requests\/\d+$/)
  await payee(page).fill('Two Desks again')
  await expect(noticeOf(page, 'This draft was submitted or discarded elsewhere')).toBeVisible()
  await expectSaved(page)
  await page.reload()
  await expect(offers(page)).toContainText('Two Desks again')
  await discardAll(page)
})

test('asks which version to keep when two computers change one draft', async ({ page, openAs }) => {
  await startForm(page, requester)
  await payee(page).fill('Begun Here')
  await expectSaved(page)
  const other = await openAs(requester)
  await openForm(other)
  await goOn(other)
  await saving(other, () => payee(other).fill('Changed There'))
  await payee(page).fill('Changed Here')
  const question = page.getByRole('region', { name: 'Draft changed on another device' })
  await expect(question).toContainText('Changed There')
  await expect(noticeOf(page, 'This draft was changed on another device')).toBeVisible()
  await checkLooks(page, 'check-request-new-draft-conflict')
  await saving(page, () => question.getByRole('button', { name: 'Keep Mine' }).click())
  await expect(question).toHaveCount(0)
  await payee(other).fill('Changed There Again')
  const answer = other.getByRole('region', { name: 'Draft changed on another device' })
  await expect(answer).toContainText('Changed Here')
  await answer.getByRole('button', { name: 'Use the Other Draft' }).click()
  await expect(payee(other)).toHaveValue('Changed Here')
  await other.reload()
  await expect(offers(other).getByRole('listitem')).toHaveCount(1)
  await expect(offers(other)).toContainText('Changed Here')
  await discardAll(other)
})

test('retries saving a draft without blocking the user until the server is back', async ({ page, server, errors }) => {
  errors.allow(lostConnection)
  await startForm(page, requester)
  await payee(page).fill('Before the Crash')
  await expectSaved(page)
  await server.kill()
  await payee(page).fill('During the Crash')
  await expect(page.getByText('Draft not saved. The server can’t be reached.')).toBeVisible()
  await page.getByLabel('PO Number').fill('PO-1')
  await server.start()
  await expectSaved(page)
  await page.reload()
  await expect(offers(page)).toContainText('During the Crash')
  await discardAll(page)
})

test('submits a request even though its draft can’t be saved', async ({ page, errors }) => {
  errors.allow(/net::ERR_FAILED/)
  await page.route('**/api/v1/drafts**', (route) => route.abort())
  await startForm(page, requester)
  await fillIn(page, { payee: 'No Draft at All', amount: '31' })
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
})

test('creates a similar second request by keyboard within 30 seconds', async ({ page }) => {
  await startForm(page, requester)
  await fillIn(page, { payee: 'Monthly Window Care', amount: '150' })
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  const first = page.url()
  const started = Date.now()
  await page.getByRole('button', { name: 'Duplicate' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Amount', exact: true })).toBeFocused()
  await page.keyboard.type('175.25', { delay: 100 })
  await page.getByLabel('PO Number').press('P')
  await page.keyboard.type('O-5200', { delay: 100 })
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL('/check-request-new')
  await expect(page.getByRole('main').getByText('$175.25').first()).toBeVisible()
  expect(page.url()).not.toBe(first)
  expect(Date.now() - started).toBeLessThan(30_000)
})

function offers(page: Page): Locator {
  return page.getByRole('region', { name: 'Unfinished requests' })
}

function payee(page: Page): Locator {
  return page.getByLabel(/^Payee Name/)
}

async function goOn(page: Page): Promise<void> {
  await offers(page).getByRole('button', { name: 'Continue Request' }).click()
}

async function discardAll(page: Page): Promise<void> {
  const buttons = offers(page).getByRole('button', { name: 'Discard' })
  await expect(buttons.first()).toBeVisible()
  for (let left = await buttons.count(); left > 0; left -= 1) {
    await buttons.first().click()
    await expect(buttons).toHaveCount(left - 1)
  }
}

async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
}

/** Performs an action that saves the draft, and waits until the server has saved it. */
async function saving(page: Page, action: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse(
    (answer) => answer.url().includes('/drafts/') && answer.request().method() === 'PUT',
  )
  await action()
  expect((await saved).ok()).toBe(true)
}

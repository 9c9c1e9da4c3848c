import { expect, type Page } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { expectNotice } from './support/notices.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'

const sessions = (page: Page) => page.getByRole('region', { name: 'Active Sessions' }).getByRole('listitem')

test('opens a user’s account, theme, shortcuts, and password settings from the user menu', async ({ openAs }) => {
  const page = await openAs('requester@lakeside.example')
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitem', { name: 'My Settings' }).click()
  await expect(page).toHaveURL('/my-settings')
  await expect(page).toHaveTitle(/^My Settings/)
  const account = page.getByRole('region', { name: 'Account' })
  await expect(account).toContainText('Maria Delgado')
  await expect(account).toContainText('requester@lakeside.example')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Use keyboard shortcuts' })).not.toBeChecked()
  await page.keyboard.press('c')
  await expect(page).toHaveURL('/my-settings')
  await page.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).check()
  await page.getByRole('radio', { name: 'Same as device' }).check()
  await account.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('dialog', { name: 'Change Password' })).toBeVisible()
})

test('lists a user’s sessions, and ends one or all other sessions on request', async ({ openAs }) => {
  const lost = await openAs(approver)
  await openAs(approver)
  const page = await openAs(approver, '/my-settings')
  await expect(sessions(page)).toHaveCount(3)
  await expect(sessions(page).first()).toContainText('Chrome on Linux · this session')
  await checkLooks(page, 'my-settings')
  await page
    .getByRole('button', { name: /^End session: / })
    .last()
    .click()
  await expectNotice(page, 'Session ended', 'Chrome on Linux')
  await expect(sessions(page)).toHaveCount(2)
  await expect(lost).toHaveURL('/login')
  await expect(lost.getByText('You were signed out')).toBeVisible()
  await openAs(approver)
  await page.reload()
  await page.getByRole('button', { name: 'Log Out Everywhere Else' }).click()
  await expectNotice(page, 'Logged out everywhere else', '2 sessions ended')
  await expect(sessions(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Log Out Everywhere Else' })).toHaveCount(0)
})

test('lets users choose inbox topics, except for pending requests', async ({ openAs }) => {
  const page = await openAs(approver, '/my-settings')
  const notices = page.getByRole('region', { name: 'Notices' })
  const comments = notices.getByRole('checkbox', { name: 'A comment on my request' })
  await expect(comments).toBeChecked()
  await comments.uncheck()
  await expectNotice(page, 'Notices updated', 'A comment on my request')
  await page.reload()
  await expect(comments).not.toBeChecked()
  await comments.check()
  await expectNotice(page, 'Notices updated', 'A comment on my request')
  await page.reload()
  await expect(comments).toBeChecked()
  await expect(notices.getByRole('checkbox', { name: 'A check request needs my action' })).toBeDisabled()
})

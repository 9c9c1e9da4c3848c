import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { beforeNextPoll } from './support/live.ts'
import { statusChoice, updateForm } from './support/request-detail.ts'
import { move, raise, raiseAt } from './support/requests.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
const card = (page: Page, title: 'Unread' | 'Read') => page.getByRole('region', { name: title, exact: true })
const entryOf = (page: Page, title: 'Unread' | 'Read', number: string) =>
  card(page, title).getByRole('listitem').filter({ hasText: number })

async function unreadOf(page: Page): Promise<number> {
  await expect(bell(page)).toBeVisible()
  const [, count = '0'] = /, (\d+)/.exec(String(await bell(page).getAttribute('aria-label'))) ?? []
  return Number(count)
}

test('raises the requester’s unread count in another browser immediately after an approval', async ({
  page,
  request,
  openAs,
}) => {
  const raised = await raise(await apiAs(request, requester), { payee_name_1: 'Bellweather Glass' })
  await (await apiAs(request, requester)).call('POST', '/inbox/read', { all: true })
  await logIn(page, requester)
  await expect(bell(page)).toHaveAccessibleName('Inbox')
  const other = await openAs(approver, `/check-requests/${raised.id}`)
  await statusChoice(other, 'Approved').check()
  const answered = other.waitForResponse('**/status/check-request-history/**')
  await updateForm(other).getByRole('button', { name: 'Approve $1,234.50' }).click()
  await answered
  await expect(bell(page)).toHaveAccessibleName('Inbox, 1 unread', beforeNextPoll)
})

test('groups notices by request, and marks them as read one by one or all at once', async ({ page, request }) => {
  const sentBack = await raiseAt(request, 9, { payee_name_1: 'Marston Paint' })
  const ready = await raiseAt(request, 6, { payee_name_1: 'Fairview Freight' })
  await logIn(page, requester)
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL('/inbox')
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  const first = entryOf(page, 'Unread', sentBack.request_number)
  await expect(first).toContainText('sent the request back')
  await expect(first).toContainText('Marston Paint')
  await expect(entryOf(page, 'Unread', ready.request_number)).toContainText(
    'marked the check as ready for delivery or pickup',
  )
  await checkLooks(page, 'inbox')

  const before = await unreadOf(page)
  await page.getByRole('button', { name: `Mark as Read: ${sentBack.request_number}` }).click()
  await expect(entryOf(page, 'Read', sentBack.request_number)).toBeVisible()
  await expect.poll(() => unreadOf(page)).toBeLessThan(before)
  await page.getByRole('button', { name: 'Mark All as Read' }).click()
  await expect(card(page, 'Unread')).toContainText('No unread notices.')
  await expect(bell(page)).toHaveAccessibleName('Inbox')
  await expect(entryOf(page, 'Read', ready.request_number)).toBeVisible()
})

test('marks a request’s notices as read when the request is open, including later notices', async ({
  page,
  request,
}) => {
  const raised = await raiseAt(request, 9, { payee_name_1: 'Harlan Hoists' })
  await signIn(page.context(), requester)
  await page.goto('/inbox')
  await expect(bell(page)).toHaveAccessibleName(/unread/)
  const before = await unreadOf(page)
  expect(before).toBeLessThan(99)
  await entryOf(page, 'Unread', raised.request_number).getByRole('link').click()
  await expect(page).toHaveURL(`/check-requests/${raised.id}`)
  await expect.poll(() => unreadOf(page)).toBe(before - 1)
})

test('removes a pending request from an approver’s inbox when another approver takes it up', async ({
  page,
  request,
}) => {
  const raised = await raise(await apiAs(request, requester), { payee_name_1: 'Quill and Sons' })
  await signIn(page.context(), approver)
  await page.goto('/inbox')
  const entry = entryOf(page, 'Unread', raised.request_number)
  await expect(entry).toContainText('This request needs your approval (raised by ')
  await move(await apiAs(request, approver), raised, 2)
  await expect(entry).toBeHidden()
})

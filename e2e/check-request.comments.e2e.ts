import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { beforeNextPoll } from './support/live.ts'
import { openRequest } from './support/request-detail.ts'
import { part, raise } from './support/requests.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'

const comments = (page: Page) => part(page, 'Comments')
interface Inbox {
  items: { event: string; request: { id: number } | null }[]
}

const field = (page: Page) => comments(page).getByLabel('Write a Comment')
const commentWith = (page: Page, text: string) => comments(page).getByRole('listitem').filter({ hasText: text })
const offered = (page: Page) => comments(page).getByRole('option')

test('shows a new comment with a mention and a link in another user’s open browser', async ({
  page,
  browser,
  request,
}) => {
  const raised = await raise(await apiAs(request, requester))
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  const other = await browser.newPage()
  await signIn(other.context(), approver)
  await openRequest(other, raised)
  await expect(comments(other)).toContainText('No comments yet.')

  await field(page).pressSequentially('Is this right, @den')
  await expect(offered(page)).toHaveText([/^Denise Carver/])
  await checkLooks(page, 'check-request-mention')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue(/^Is this right, @Denise Carver $/)
  await page.keyboard.type('? See https://shop.example/orders/4711.')
  await page.keyboard.press('Control+Enter')
  await expect(field(page)).toHaveValue('')

  const comment = commentWith(other, 'Is this right')
  await expect(comment).toContainText('Maria Delgado')
  await expect(comment.getByText('@Denise Carver')).toBeVisible()
  const link = comment.getByRole('link', { name: 'https://shop.example/orders/4711', exact: true })
  await expect(link).toHaveAttribute('href', 'https://shop.example/orders/4711')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(comment.getByRole('button')).toHaveCount(0)
  await field(other).fill('Yes, I called them.')
  await comments(other).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(commentWith(page, 'Yes, I called them.')).toBeVisible()
  await other.close()
})

test('lets a user edit and delete their own comment, and marks it as edited or deleted', async ({ page, request }) => {
  const client = await apiAs(request, requester)
  const raised = await raise(client)
  for (const text of ['Frist words', 'Said by mistake', '<b>bold</b> javascript:alert(1)'])
    await client.call('POST', `/check-requests/${raised.id}/comments`, { text })
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await commentWith(page, 'Frist words').getByRole('button', { name: 'Edit comment' }).click()
  const edited = comments(page).getByLabel('Edit Your Comment')
  await expect(edited).toBeFocused()
  await edited.fill('First words')
  await comments(page).getByRole('button', { name: 'Save' }).click()
  await expect(commentWith(page, 'First words')).toContainText('edited')
  await commentWith(page, 'Said by mistake').getByRole('button', { name: 'Delete comment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(commentWith(page, 'Deleted, ')).toHaveCount(1)
  await expect(commentWith(page, 'Said by mistake')).toHaveCount(0)
  await expect(commentWith(page, '<b>bold</b> javascript:alert(1)').getByRole('link')).toHaveCount(0)
  await checkLooks(page, 'check-request-comments')
})

test('keeps a comment that couldn’t be sent, and sends it only once on retry', async ({ page, request, errors }) => {
  errors.allow(/net::ERR_FAILED/)
  const raised = await raise(await apiAs(request, requester))
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await field(page).fill('Please answer today')
  await page.route('**/comments', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await page.keyboard.press('Control+Enter')
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page)).toHaveValue('Please answer today')
  await page.unroute('**/comments')
  await page.keyboard.press('Control+Enter')
  await expect(commentWith(page, 'Please answer today')).toHaveCount(1)
  await expect(field(page)).toHaveValue('')

  await field(page).fill('x'.repeat(2001))
  await expect(comments(page)).toContainText('Enter at most 2000 characters; this comment has 2001')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('alertdialog')).toContainText('Your comment hasn’t been sent.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/dashboard/)
})

test('raises the mentioned user’s unread count immediately and shows the notice in their inbox', async ({
  page,
  request,
  openAs,
}) => {
  const raised = await raise(await apiAs(request, requester))
  await (await apiAs(request, approver)).call('POST', '/inbox/read', { all: true })
  await logIn(page, approver)
  const bell = page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
  await expect(bell).toHaveAccessibleName('Inbox')
  const other = await openAs(requester, `/check-requests/${raised.id}`)
  await field(other).pressSequentially('Please look, @denise')
  await expect(offered(other)).toHaveText([/^Denise Carver/])
  await other.keyboard.press('Enter')
  const answered = other.waitForResponse((response) => response.request().method() === 'POST')
  await other.keyboard.press('Control+Enter')
  await answered
  await expect(bell).toHaveAccessibleName('Inbox, 1 unread', beforeNextPoll)
  await bell.click()
  const entry = page.getByRole('region', { name: 'Unread', exact: true }).getByRole('listitem')
  await expect(entry.filter({ hasText: raised.request_number })).toContainText(/mentioned you in a comment/)
})

test('mentions a user when their full name is typed after @', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, requester))
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await field(page).fill('@denise carver: please look.')
  await page.keyboard.press('Control+Enter')
  const comment = commentWith(page, 'please look.')
  await expect(comment.getByText('@Denise Carver', { exact: true })).toBeVisible()
  const inbox = await (await apiAs(request, approver)).call<Inbox>('GET', '/inbox')
  expect(inbox.items.find((item) => item.request?.id === raised.id)?.event).toBe('mentioned')
})

import { expect, type Page } from '@playwright/test'
import { superAdmin } from './support/administration.ts'
import { type ApiUser, apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { freePort, MailServer } from './support/mail-server.ts'
import { TestServer } from './support/server.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'

// A server separate from that of the other specs: this one has a mail server.
const mail = new MailServer()
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  baseURL: async ({}, use) => {
    await mail.start()
    const port = String(await freePort())
    const address = `http://localhost:${port}`
    const from = 'Check Requests <checks@lakeside.example>'
    const server = new TestServer({ PORT: port, PUBLIC_URL: address, SMTP_URL: mail.url, MAIL_FROM: from })
    await server.start()
    await use(server.url)
    await server.stop()
    await mail.stop()
  },
})

const body = {
  amount: 1250.5,
  payee_type: 'business',
  payee_sub_type: 'vendor',
  payee_name_1: 'Harbor Paint & Body Supply “Café Müller”',
  purpose_id: 10,
  priority_level: 'normal',
  delivery_method_id: 1,
  mailing_method: 'USPS',
}

async function raise(as: ApiUser): Promise<{ id: number; request_number: string }> {
  const places = await as.call<{ id: number; dealer_group_id: number; dealership_id: number }[]>('GET', '/departments')
  const [place] = places
  return as.call('POST', '/check-requests', {
    ...body,
    dealer_group_id: place?.dealer_group_id,
    dealership_id: place?.dealership_id,
    department_id: place?.id,
  })
}

function decide(as: ApiUser, id: number, status_id: number, note: string) {
  return as.call('POST', `/status/check-request-history/${id}`, { status_id, note, version: 1 })
}

/** The newest mail to somebody whose subject has these words. */
async function mailTo(address: string, words: string) {
  const found = () => mail.to(address).findLast(({ subject }) => subject.includes(words))
  await expect.poll(() => found()?.subject ?? '', { timeout: 30_000 }).toContain(words)
  return found() as NonNullable<ReturnType<typeof found>>
}

/** Shows a mail as a mail program does: without scripts, and without anything from elsewhere. */
async function show(page: Page, html: string): Promise<void> {
  await page.setContent(html)
  expect(await page.locator('script, img, link, iframe, form').count()).toBe(0)
}

test('mails say what happened, read well without pictures and scripts, and lead to the request', async ({
  browser,
  openAs,
  request,
}) => {
  test.setTimeout(180_000)
  const [own, other] = [await apiAs(request, requester), await apiAs(request, approver)]
  const raised = await raise(own)
  const sentBack = await raise(own)
  const note = 'Please attach the invoice.\nThe amount differs from the <quote> by $12.40.'
  await decide(other, sentBack.id, 9, note)
  const approved = await raise(own)
  await decide(other, approved.id, 3, '')

  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [address, words, name] of [
    [approver, `${raised.request_number} waits for approval`, 'waiting'],
    [requester, `${sentBack.request_number} was sent back`, 'sent-back'],
    [requester, `${approved.request_number} was approved`, 'approved'],
  ] as const) {
    const { html } = await mailTo(address, words)
    await show(page, html)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
    await expect(page.getByRole('cell', { name: body.payee_name_1 })).toBeVisible()
    await expect(page.getByRole('cell', { name: '$1,250.50' })).toBeVisible()
    await checkLooks(page, `mail-${name}`)
  }
  await show(page, (await mailTo(requester, `${sentBack.request_number} was sent back`)).html)
  await expect(page.getByText('differs from the <quote> by')).toBeVisible()
  const button = page.getByRole('link', { name: 'Open the request' })
  const target = new URL((await button.getAttribute('href')) ?? '')
  await context.close()

  const opened = await openAs(requester, target.pathname)
  await expect(opened.getByRole('heading', { name: sentBack.request_number })).toBeVisible()
})

test('a super admin tries the mail server, and sees whose address it refuses', async ({ openAs, request }) => {
  const page = await openAs(superAdmin, '/settings')
  const card = page.getByRole('region', { name: 'Mail' })
  await expect(card).toContainText('127.0.0.1:')
  await card.getByRole('button', { name: 'Send Test Mail' }).click()
  await expect(card.getByRole('status')).toHaveText(
    `The mail server took the test mail to ${superAdmin}. Look for it there.`,
  )
  await mailTo(superAdmin, 'test mail')
  mail.refused.add(superAdmin)
  await card.getByRole('button', { name: 'Send Test Mail' }).click()
  await expect(card.getByRole('status')).toContainText('was not taken. 550 5.1.1 No such user')
  await checkLooks(page, 'settings-mail')

  mail.refused.add(requester)
  const { id } = await raise(await apiAs(request, requester))
  await decide(await apiAs(request, approver), id, 8, 'Not a business expense')
  await page.goto('/admin-users')
  const row = page.getByRole('row').filter({ hasText: requester })
  await expect(async () => {
    await page.reload()
    await expect(row.getByText('No mail')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await checkLooks(page, 'admin-users-refused')
  await row.getByRole('button', { name: /^Edit/ }).click()
  await expect(page.getByRole('dialog')).toContainText('The mail server refused this address: 550 5.1.1 No such user')
  mail.refused.clear()
})

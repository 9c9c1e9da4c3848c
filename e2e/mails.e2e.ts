import { expect, type Page } from '@playwright/test'
import { digestMail } from '../domain/src/notices/inbox/mail.ts'
import { superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { mailTo, test } from './support/mail-test.ts'
import { expectNotice } from './support/notices.ts'
import { choose, move, part, raise } from './support/requests.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'

const payment = { amount: 1250.5, payee_name_1: 'Harbor Paint & Body “Café Müller”' }

/** Shows an email as an email program would: without scripts and external content. */
async function show(page: Page, html: string): Promise<void> {
  await page.setContent(html)
  expect(await page.locator('script, img, link, iframe, form').count()).toBe(0)
}

test('sends emails that link to the request and are readable without images or scripts', async ({
  browser,
  page,
  openAs,
  request,
  mail,
}) => {
  test.setTimeout(180_000)
  const [own, other] = [await apiAs(request, requester), await apiAs(request, approver)]
  const raised = await raise(own, payment)
  const sentBack = await raise(own, payment)
  const note = 'Please attach the invoice.\nThe amount differs from the <quote> by $12.40.'
  await move(other, sentBack, 9, { note })
  const approved = await raise(own, payment)
  await move(other, approved, 3)

  const context = await browser.newContext({ javaScriptEnabled: false })
  const reader = await context.newPage()
  for (const [address, words, name] of [
    [approver, `${raised.request_number} needs your approval`, 'waiting'],
    [requester, `${sentBack.request_number} was sent back`, 'sent-back'],
    [requester, `${approved.request_number} was approved`, 'approved'],
  ] as const) {
    const { html } = await mailTo(mail, address, words)
    await show(reader, html)
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(words)
    await expect(reader.getByRole('cell', { name: payment.payee_name_1 })).toBeVisible()
    await expect(reader.getByRole('cell', { name: '$1,250.50' })).toBeVisible()
    // The accessibility rules run as a script of the test.
    await page.setContent(html)
    await checkLooks(page, `mail-${name}`)
  }
  await show(reader, (await mailTo(mail, requester, `${sentBack.request_number} was sent back`)).html)
  await expect(reader.getByText('differs from the <quote> by')).toBeVisible()
  const button = reader.getByRole('link', { name: 'Open Request' })
  const target = new URL((await button.getAttribute('href')) ?? '')
  await context.close()

  const opened = await openAs(requester, target.pathname)
  await expect(opened.getByRole('main')).toContainText(sentBack.request_number)
})

test('lets a super admin test the mail server and see the addresses that it refuses', async ({
  openAs,
  request,
  mail,
}) => {
  const page = await openAs(superAdmin, '/settings')
  const card = page.getByRole('region', { name: 'Email', exact: true })
  await expect(card).toContainText('127.0.0.1:')
  await card.getByRole('button', { name: 'Send Test Email' }).click()
  await expect(card.getByRole('status')).toHaveText(
    `The mail server accepted the test email to ${superAdmin}. Check that inbox.`,
  )
  await mailTo(mail, superAdmin, 'test email')
  mail.refused.add(superAdmin)
  await card.getByRole('button', { name: 'Send Test Email' }).click()
  await expect(card.getByRole('status')).toContainText(
    `Couldn’t send the test email to ${superAdmin}. 550 5.1.1 No such user`,
  )
  await checkLooks(page, 'settings-mail')

  mail.refused.add(requester)
  const raised = await raise(await apiAs(request, requester))
  await move(await apiAs(request, approver), raised, 8, { note: 'Not a business expense' })
  await page.goto('/admin-users')
  const row = page.getByRole('row').filter({ hasText: requester })
  await expect(async () => {
    await page.reload()
    await expect(row.getByText('No email')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await checkLooks(page, 'admin-users-refused')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(row.getByText('No email')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await row.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The mail server refused this address: 550 5.1.1 No such user')
  const mailed = 'A link to choose a password is emailed to the address above. It works once, within 24 hours.'
  await expect(dialog).not.toContainText(mailed)
  await dialog.getByLabel('Keep current password').uncheck()
  await expect(dialog).toContainText(`At least 8 characters. ${mailed}`)
})

test('sends a daily summary with the content of the individual emails', async ({ page }) => {
  const groupText = 'Questions? Call Ada in the office, (608) 555-0142.'
  const notice = { text: null, account: null, isDiscreet: false, groupText }
  const request = { id: 127, number: 'LAG-TOY-SVC-000127', payee: payment.payee_name_1, amount: 125_050 }
  const rejected = { ...notice, event: 'rejected', by: 'Denise Carver', text: 'Paid in May.', request } as const
  const waiting = { ...notice, event: 'waiting-for-approval', by: 'Maria Delgado', request } as const
  const discreet = { ...waiting, isDiscreet: true, request: { ...request, number: 'SUM-000041' } }
  const { html, text } = digestMail([rejected, waiting, discreet], 'https://checks.example.com')
  await show(page, html)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'LAG-TOY-SVC-000127 was rejected',
    'LAG-TOY-SVC-000127 needs your approval',
    'SUM-000041 needs your approval',
  ])
  expect(text.match(/https:\S+/g)).toEqual([
    ...Array(3).fill('https://checks.example.com/check-requests/127'),
    'https://checks.example.com/inbox',
    'https://checks.example.com/my-settings',
  ])
  await checkLooks(page, 'mail-summary')
})

test('lets users choose immediate email, a daily summary, inbox only, or nothing for each topic', async ({
  openAs,
}) => {
  const page = await openAs(approver, '/my-settings')
  const notices = part(page, 'Notices')
  const waiting = notices.getByRole('combobox', { name: 'A check request needs my action' })
  await expect(waiting).toHaveText('Inbox and immediate email')
  await waiting.click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'Inbox and immediate email',
    'Inbox and daily summary',
    'Inbox only',
  ])
  await page.getByRole('option', { name: 'Inbox and daily summary' }).click()
  await expectNotice(page, 'Notices updated', 'A check request needs my action')
  await choose(page, 'Someone mentions me', 'Off')
  await expectNotice(page, 'Notices updated', 'Someone mentions me')
  await page.reload()
  await expect(notices).toContainText('The daily summary is sent at 8 AM, Central Time (Chicago).')
  await expect(waiting).toHaveText('Inbox and daily summary')
  await expect(notices.getByRole('combobox', { name: 'Someone mentions me' })).toHaveText('Off')
  await checkLooks(page, 'my-settings-mail')
})

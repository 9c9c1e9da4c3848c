import { expect } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { chooseSeveral, groupAdmin } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { paperFile, tireInvoice } from './support/documents.ts'
import { test } from './support/mail-test.ts'
import { noticeOf } from './support/notices.ts'
import { textField } from './support/request-form.ts'
import { choose, part } from './support/requests.ts'

const requester = 'requester@lakeside.example'
const stranger = 'billing@greatbend.example'

interface SentInvoice {
  readonly from: string
  readonly subject: string
  readonly number: string
  readonly total: string
}

/** Sends an invoice to the address of the Toyota dealership, as the receiving mail server passes it on. */
async function sendInvoice(port: number, { from, subject, number, total }: SentInvoice): Promise<void> {
  const { name: filename, buffer: content } = paperFile(`${number}.pdf`, tireInvoice(number, total))
  const domain = from.split('@')[1]
  const headers = { 'Authentication-Results': `mx.lakeside.example; dmarc=pass header.from=${domain}` }
  const to = 'requests+toyota@lakeside.example'
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  await transport.sendMail({ from, to, subject, text: 'Please pay.', headers, attachments: [{ filename, content }] })
  transport.close()
}

test('turns emails with invoices into drafts, and lets an admin do so with a kept email', async ({
  openAs,
  inboxPort,
}) => {
  test.setTimeout(180_000)
  const admin = await openAs(groupAdmin, '/settings')
  const card = part(admin, 'Incoming Email')
  await expect(card).toContainText('No addresses yet.')
  await card.getByRole('button', { name: 'Add Address' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Add Address' })
  await choose(admin, 'Dealership', 'Lakeside Toyota')
  await dialog.getByLabel('Word After the Plus Sign').fill('toyota')
  await chooseSeveral(admin, 'Users for Payees’ Emails', ['Maria Delgado'])
  await checkLooks(admin, 'settings.incoming-mail-address')
  await dialog.getByRole('button', { name: 'Add Address' }).click()
  await expect(noticeOf(admin, 'Address added')).toBeVisible()
  const address = card.getByRole('listitem').filter({ hasText: 'requests+toyota@lakeside.example' })
  await expect(address).toContainText('Lakeside Toyota')
  await expect(address).toContainText('Payees’ emails go to Maria Delgado.')

  await sendInvoice(inboxPort, { from: requester, subject: 'Tires for May', number: 'GB-20884', total: '448.23' })
  const page = await openAs(requester, '/check-request-new')
  const offers = page.getByRole('region', { name: 'Unfinished requests' })
  await expect(offers).toContainText(`It was received in an email from ${requester}.`)
  await checkLooks(page, 'check-request-new-from-email')
  await offers.getByRole('button', { name: 'Continue Request' }).click()
  await expect(textField(page, 'Amount')).toHaveValue('$448.23', { timeout: 90_000 })
  await expect(textField(page, 'Payee Name')).toHaveValue('Great Bend Tire Supply')
  await expect(textField(page, 'Amount')).toHaveAccessibleDescription('From GB-20884.pdf, page 1')
  await expect(textField(page, 'Notes')).toHaveValue(`Received by email from ${requester}: Tires for May`)

  await sendInvoice(inboxPort, { from: stranger, subject: 'Invoice 20885', number: 'GB-20885', total: '112.50' })
  await admin.goto('/inbox')
  await expect(admin.getByRole('main')).toContainText('This email is kept for an admin')
  await checkLooks(admin, 'inbox-kept-email')
  await admin.getByRole('link', { name: 'An email' }).click()
  const kept = card.getByRole('list', { name: 'Kept emails' }).getByRole('listitem')
  await expect(kept).toContainText(`From ${stranger}`)
  await expect(kept).toContainText('The sender isn’t a user of this dealer group or a payee on file.')
  await checkLooks(admin, 'settings.incoming-mail')
  await kept.getByRole('button', { name: 'Make Drafts from Invoice 20885' }).click()
  await choose(admin, 'User', 'Maria Delgado')
  await checkLooks(admin, 'settings.incoming-mail-give')
  await admin.getByRole('dialog').getByRole('button', { name: 'Make Drafts' }).click()
  await expect(noticeOf(admin, 'Drafts made')).toBeVisible()
  await expect(kept).toHaveCount(0)

  await sendInvoice(inboxPort, { from: stranger, subject: 'Invoice 20886', number: 'GB-20886', total: '9.00' })
  await admin.reload()
  await kept.getByRole('button', { name: 'Discard Invoice 20886' }).click()
  await checkLooks(admin, 'settings.incoming-mail-discard')
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Discard Email' }).click()
  await expect(noticeOf(admin, 'Email discarded')).toBeVisible()
  await expect(kept).toHaveCount(0)
  await page.goto('/check-request-new')
  await expect(offers).toContainText('$448.23 to Great Bend Tire Supply')
  await expect(offers.getByRole('button', { name: 'Continue Request' })).toHaveCount(2)
})

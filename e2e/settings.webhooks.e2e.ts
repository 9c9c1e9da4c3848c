import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { confirmChange, groupAdmin, superAdmin } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { TestServer } from './support/server.ts'
import { test } from './support/test.ts'

/** The product's test, with a separate server that may call loopback addresses as chats. */
const testWithChats = test.extend<{ chat: { url: string; sent: string[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  server: async ({}, use) => {
    const server = new TestServer({ CHAT_HOSTS: '127.0.0.1', ALLOWED_NETWORKS: '127.0.0.1/32' })
    await server.start()
    await use(server)
    await server.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  chat: async ({}, use) => {
    const sent: string[] = []
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      sent.push(JSON.parse(body).text)
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    await use({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, sent })
    receiver.close()
  },
})

test('adds a webhook that a second admin confirms, tests it, and shows its deliveries (decision 182)', async ({
  openAs,
}) => {
  const page = await openAs(groupAdmin, '/settings')
  const card = page.getByRole('region', { name: 'Webhooks and Chat' })
  await card.getByRole('button', { name: 'Add Webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Webhook' })
  await dialog.getByLabel('Name').fill('Accounting')
  await dialog.getByLabel('URL').fill('ftp://hooks.example.com')
  await dialog.getByRole('button', { name: 'Add Webhook' }).click()
  await expect(dialog).toContainText('Enter a URL such as https://hooks.example.com/checks')
  // An address inside this network, which is never called.
  await dialog.getByLabel('URL').fill('https://10.0.0.1/checks?key=hidden')
  await checkLooks(page, 'settings.webhook')
  await dialog.getByRole('button', { name: 'Add Webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy the Signing Secret' })
  await expect(shown.getByText(/^whsec_/)).toBeVisible()
  await shown.getByRole('button', { name: 'Done' }).click()
  const row = card.getByRole('listitem').filter({ hasText: 'Accounting' })
  await expect(row).toContainText('Pending until a second admin confirms it.')
  await expect(row).toContainText('https://10.0.0.1')
  await expect(row.getByRole('button', { name: 'Test Accounting' })).toHaveCount(0)
  await expect(row).not.toContainText('hidden')

  const second = await openAs(superAdmin, '/settings')
  await confirmChange(second, 'Webhook “Accounting”')
  await page.reload()
  await expect(row).toContainText('Active.')
  await row.getByRole('button', { name: 'Test Accounting' }).click()
  await expect(row.getByRole('status')).toHaveText('Answer: 10.0.0.1 is inside a private network')
  await checkLooks(page, 'settings.webhooks')
  await row.getByRole('button', { name: 'Deliveries of Accounting' }).click()
  const deliveries = page.getByRole('dialog', { name: 'Deliveries of Accounting' })
  await expect(deliveries.getByRole('listitem')).toContainText('not delivered')
  await checkLooks(page, 'settings.webhook-deliveries')
  await deliveries.getByRole('button', { name: 'Close' }).last().click()
  await row.getByRole('button', { name: 'Remove Accounting' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Webhook' }).click()
  await expect(noticeOf(page, 'Webhook removed')).toBeVisible()
  await expect(row).toHaveCount(0)
})

testWithChats(
  'sends notices to a user’s own chat, which two admins allow and an admin removes (decision 191)',
  async ({ openAs, chat }) => {
    const own = await openAs('approver@lakeside.example', '/my-settings')
    await expect(own.getByRole('region', { name: 'Notices' })).toBeVisible()
    await expect(own.getByRole('region', { name: 'Chat', exact: true })).toHaveCount(0)
    const admin = await openAs(groupAdmin, '/settings')
    await admin.getByRole('button', { name: 'Allow Personal Chats' }).click()
    await confirmChange(await openAs(superAdmin, '/settings'), 'Personal chats for users: on')

    await own.reload()
    const card = own.getByRole('region', { name: 'Chat', exact: true })
    await card.getByRole('button', { name: 'Add Chat' }).click()
    const dialog = own.getByRole('dialog', { name: 'Add Chat' })
    await dialog.getByLabel('URL').fill('https://hooks.example.com/services/T0')
    await dialog.getByRole('button', { name: 'Add Chat' }).click()
    await expect(dialog).toContainText('Other servers aren’t allowed.')
    await checkLooks(own, 'my-settings.add-chat')
    await dialog.getByLabel('URL').fill(`${chat.url}/services/T0`)
    await dialog.getByRole('button', { name: 'Add Chat' }).click()
    await expect(card).toContainText(`Slack · ${chat.url}`)
    await card.getByRole('button', { name: 'Test Chat' }).click()
    await expect(card.getByRole('status')).toContainText('was delivered.')
    expect(chat.sent).toContainEqual(expect.stringContaining('Test message from check requests'))
    const added = expect.stringContaining('now sends its notices')
    await expect.poll(() => chat.sent, { timeout: 20_000 }).toContainEqual(added)
    await checkLooks(own, 'my-settings.chat')

    await admin.reload()
    const row = admin.getByRole('region', { name: 'Webhooks and Chat' }).getByRole('listitem')
    await expect(row).toContainText('notices of this user')
    await expect(row.getByRole('button')).toHaveText(['Remove'])
    await checkLooks(admin, 'settings.chats-of-users')
    await row.getByRole('button', { name: /^Remove/ }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove Webhook' }).click()
    await expect(noticeOf(admin, 'Webhook removed')).toBeVisible()
    await own.reload()
    await expect(card).toContainText('You have no chat.')
    await own.goto('/inbox')
    await expect(own.getByText('No longer sends its notices to a chat')).toBeVisible()
  },
)

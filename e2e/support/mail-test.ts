import { expect } from '@playwright/test'
import { freePort, type Mail, MailServer } from './mail-server.ts'
import { TestServer } from './server.ts'
import { test as base } from './test.ts'

/** The product's test with a separate server that sends and receives email, and a mail server that accepts it. */
export const test = base.extend<{ mail: MailServer; inboxPort: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  inboxPort: async ({}, use) => use(await freePort()),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  mail: async ({}, use) => {
    const mail = new MailServer()
    await mail.start()
    await use(mail)
    await mail.stop()
  },
  baseURL: async ({ mail, inboxPort }, use) => {
    const port = String(await freePort())
    const address = `http://localhost:${port}`
    const from = 'Check Requests <checks@lakeside.example>'
    const server = new TestServer({
      PORT: port,
      PUBLIC_URL: address,
      SMTP_URL: mail.url,
      MAIL_FROM: from,
      INBOX_URL: `smtp://127.0.0.1:${inboxPort}?server=mx.lakeside.example`,
      INBOX_ADDRESS: 'requests@lakeside.example',
    })
    await server.start()
    await use(server.url)
    await server.stop()
  },
})

/** The newest email to an address that contains these words. */
export async function mailTo(mail: MailServer, address: string, words: string): Promise<Mail> {
  const found = () => mail.to(address).findLast(({ html }) => html.includes(words))
  await expect.poll(() => found() !== undefined, { message: words, timeout: 30_000 }).toBe(true)
  return found() as Mail
}

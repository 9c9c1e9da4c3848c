import { incomingMailEndpoints as endpoints } from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { createTransport } from 'nodemailer'
import { receiveMails } from '../documents/incoming-mail/commands/take.ts'
import type { Services } from '../services.ts'
import type { DatabaseKind } from './databases.ts'
import { type MailWorld, startMailWorld } from './mail-world.ts'
import type { PersonName } from './organization.ts'

/** An email as its sender writes it. DMARC passes unless other results are given. */
export interface SentMail {
  readonly from: string
  readonly to?: string
  readonly subject?: string
  readonly text?: string
  readonly results?: string | null
  readonly headers?: Record<string, string>
  readonly files?: readonly { readonly filename: string; readonly content: Buffer; readonly cid?: string }[]
  readonly raw?: string
}

/** The app with a listener for emails, and a mail server for its answers. */
export interface InboxWorld extends MailWorld, Pick<Inbox, 'deliver'> {
  /** Adds an address of the first dealer group, and returns its id. */
  addAddress(tag: string, people: readonly PersonName[], dealership?: number): Promise<number>
}

const inboxAddress = 'requests@checks.example.com'

/** The settings for a listener on this machine. */
export const inbox = {
  place: { kind: 'relay' as const, host: '127.0.0.1', port: 0, from: ['127.0.0.0/8'], server: 'mx.example.com' },
  address: inboxAddress,
  tokens: undefined,
}

/** A listener for emails to an app, and the mail server that passes them on. */
export interface Inbox {
  /** Sends an email to the listener, and returns the answer. */
  deliver(mail: SentMail): Promise<string>
  stop(): Promise<void>
}

/** Starts the listener of an app that has `inbox` as its settings. */
export async function openInbox(services: Services, errors: unknown[]): Promise<Inbox> {
  const listener = await receiveMails(services, (error) => errors.push(error))
  if (!listener) throw new Error('The app receives no email.')
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  return {
    async deliver({ from, to = 'requests+frd@checks.example.com', subject = 'Invoice', ...mail }) {
      const { results, headers, files, raw, text = 'Please pay.' } = mail
      const passed = `mx.example.com; dkim=pass header.d=example.com; dmarc=pass header.from=${from.split('@')[1]}`
      const found = results === null ? undefined : (results ?? passed)
      const attachments = files?.map(({ filename, content, cid }) => ({ filename, content, ...(cid && { cid }) }))
      const html = files?.some(({ cid }) => cid) ? '<p>Hello <img src="cid:logo"></p>' : undefined
      const sent = await transport.sendMail({
        envelope: { from: from === '' ? '' : from, to },
        ...(raw === undefined
          ? { from, to, subject, text, ...(html && { html }), ...(attachments && { attachments }) }
          : { raw }),
        headers: { ...(found && { 'Authentication-Results': found }), ...headers },
      })
      return sent.response
    },
    async stop() {
      transport.close()
      await listener.stop()
      await services.mailParser.stop()
    },
  }
}

/** Starts the app with a listener for emails on this machine. */
export async function startInboxWorld(kind: DatabaseKind, errors: unknown[] = []): Promise<InboxWorld> {
  const world = await startMailWorld(kind, { inbox })
  const { deliver, stop } = await openInbox(world.services, errors)
  return {
    ...world,
    deliver,
    async addAddress(tag, people, dealership_id) {
      const people_ids = people.map((name) => world.ids.people[name])
      const body = { dealership_id: dealership_id ?? null, tag, people_ids }
      const added = await (await world.as('admin-group', 'admin')).call(endpoints.addAddress, { body })
      if (added.status !== 201) throw new Error(`Couldn’t add the address: ${added.text}`)
      return added.data.id
    },
    close: async () => {
      await stop()
      await world.close()
    },
  }
}

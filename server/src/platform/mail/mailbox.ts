import type { ImapFlow } from 'imapflow'
import { Failure, inOwnWords, propertyOf } from '../errors.ts'
import type { MailboxPlace, TokenPlace } from './mail-urls.ts'

/** What takes the emails of a mailbox. */
export interface MailboxTaker {
  /** Takes an email. Returns false if nothing came of it. If it throws, the email waits with its sender's others. */
  readonly take: (content: AsyncIterable<Uint8Array>) => Promise<boolean>
  readonly isStopping: () => boolean
  readonly onError: (error: unknown) => void
}

// Emails leave the inbox, so that opening one in a mail program can't hide it. Moving one back repeats it.
const folders = { taken: 'Taken', notTaken: 'Not Taken' } as const

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }
const renewedBefore = 60_000
const chunkSize = 1_048_576
const longestAnswer = 300

/** A mailbox of an IMAP server. */
export class Mailbox {
  readonly #place: MailboxPlace
  readonly #tokens: TokenPlace | undefined
  #token = { value: '', until: 0 }

  constructor(place: MailboxPlace, tokens: TokenPlace | undefined) {
    this.#place = place
    this.#tokens = tokens
  }

  /** Passes on every email in the inbox, oldest first, and moves it to a folder. */
  async takeAll(mostBytes: number, taker: MailboxTaker): Promise<void> {
    const client = await this.#open()
    try {
      const names = (await client.list()).map(({ name }) => name)
      for (const name of Object.values(folders)) if (!names.includes(name)) await client.mailboxCreate(name)
      await client.mailboxOpen('INBOX')
      const waiting = new Set<string>()
      for (const uid of (await client.search({ all: true }, { uid: true })) || [])
        if (!taker.isStopping()) await takeOne(client, { uid, mostBytes, waiting }, taker)
    } finally {
      await client.logout().catch(() => client.close())
    }
  }

  /** Connects and logs in. Throws with the problem. */
  async tryOut(): Promise<void> {
    await (await this.#open()).logout()
  }

  async #open(): Promise<ImapFlow> {
    const { host, port, tls, user, password } = this.#place
    try {
      const auth = this.#tokens
        ? { user, accessToken: await this.#accessToken(this.#tokens) }
        : { user, pass: password }
      // Loaded only if there is a mailbox.
      const { ImapFlow: Client } = await import('imapflow')
      const certificates = { rejectUnauthorized: tls === 'verified' }
      const options = { host, port, secure: true, auth, tls: certificates, ...patience }
      const client = new Client({ ...options, logger: false, disableAutoIdle: true })
      // A step under way fails, too.
      client.on('error', () => {})
      await client.connect()
      return client
    } catch (error) {
      this.#token = { value: '', until: 0 }
      throw new Error(`The mailbox of ${user} on ${host}:${port} can’t be used: ${answerIn(error)}`)
    }
  }

  async #accessToken({ url, fields }: TokenPlace): Promise<string> {
    if (Date.now() < this.#token.until) return this.#token.value
    const signal = AbortSignal.timeout(patience.connectionTimeout)
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'error', signal })
    const reply: unknown = await answer.json().catch(() => undefined)
    const value = propertyOf(reply, 'access_token')
    if (typeof value !== 'string') {
      const why = propertyOf(reply, 'error_description') ?? propertyOf(reply, 'error') ?? answer.status
      throw new Error(`No access token: ${String(why)}`)
    }
    const seconds = Number(propertyOf(reply, 'expires_in')) || 0
    this.#token = { value, until: Date.now() + 1000 * seconds - renewedBefore }
    return value
  }
}

interface Waiting {
  readonly uid: number
  readonly mostBytes: number
  /** The senders whose emails can't be taken now. */
  readonly waiting: Set<string>
}

async function takeOne(client: ImapFlow, { uid, mostBytes, waiting }: Waiting, taker: MailboxTaker): Promise<void> {
  const [range, options] = [String(uid), { uid: true }]
  const mail = await client.fetchOne(range, { size: true, envelope: true }, options)
  if (!mail) return
  const sender = mail.envelope?.from?.[0]?.address ?? ''
  if (waiting.has(sender)) return
  try {
    const isTaken = (mail.size ?? 0) <= mostBytes && (await takeContent(client, range, taker))
    const moved = await client.messageMove(range, isTaken ? folders.taken : folders.notTaken, options)
    if (!moved) throw new Error('An email couldn’t be moved out of the inbox.')
  } catch (error) {
    if (!client.usable) throw error
    if (!(error instanceof Failure)) taker.onError(error)
    waiting.add(sender)
  }
}

async function takeContent(client: ImapFlow, range: string, { take }: MailboxTaker): Promise<boolean> {
  const { content } = await client.download(range, undefined, { uid: true, chunkSize })
  if (!content) return false
  try {
    return await take(content)
  } catch (error) {
    // Some servers report smaller sizes.
    if (error instanceof Failure && error.code === 'TOO_LARGE') return false
    throw error
  } finally {
    content.destroy()
  }
}

/** The reason for a failure, in the server's words if there are any. */
function answerIn(error: unknown): string {
  const text = String(propertyOf(error, 'responseText') || propertyOf(error, 'message') || error)
  return inOwnWords(text).replace(/\s+/g, ' ').trim().slice(0, longestAnswer)
}

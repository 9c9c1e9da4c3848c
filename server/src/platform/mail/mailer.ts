import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { inOwnWords, propertyOf } from '../errors.ts'
import type { SmtpPlace } from './mail-urls.ts'

/** One email to one address. `messageId` has no angle brackets. */
export interface Letter {
  readonly to: string
  readonly messageId: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  /** A PNG file that the HTML part shows by its content id. */
  readonly picture?: { readonly cid: string; readonly png: Buffer } | undefined
}

/**
 * The outcome of an email. `taken`: the mail server accepted it. `refused`: the address doesn't exist, so a retry is
 * useless. `later`: it can be retried. `answer` is the mail server's response, or the reason for the failure.
 */
export type Outcome =
  | { readonly kind: 'taken'; readonly answer: string }
  | { readonly kind: 'refused'; readonly answer: string }
  | { readonly kind: 'later'; readonly answer: string }

/** The mail server can't be reached, has the wrong certificate, or refuses the login. No email was attempted. */
export class NoMailServer extends Error {}

/** The time limits for the mail server, in milliseconds. */
export interface Patience {
  readonly connect: number
  readonly silence: number
}

const patient: Patience = { connect: 10_000, silence: 30_000 }
const longestAnswer = 300

/** Delivers emails to a mail server. */
export class Mailer {
  readonly #place: SmtpPlace
  readonly #from: string
  readonly #patience: Patience
  #stopping = false

  /** `from` is the sender, such as `Checks <checks@example.com>`, or only an address. */
  constructor(place: SmtpPlace, from: string, patience = patient) {
    this.#place = place
    this.#from = from
    this.#patience = patience
  }

  /** True if the server is stopping, so that no new work should begin. */
  get stopping(): boolean {
    return this.#stopping
  }

  stop(): void {
    this.#stopping = true
  }

  /** Connects and logs in. Throws `NoMailServer` with the problem. */
  async connect(): Promise<MailConnection> {
    const { host, port, tls, secure, login } = this.#place
    const { connect, silence } = this.#patience
    // Loaded only if there are emails to send.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const connection = new Connection({
      host,
      port,
      secure,
      requireTLS: tls !== 'off',
      ignoreTLS: tls === 'off',
      tls: { rejectUnauthorized: tls !== 'unverified' },
      connectionTimeout: connect,
      greetingTimeout: connect,
      dnsTimeout: connect,
      socketTimeout: silence,
    })
    const line = new Line(connection)
    try {
      await line.connect()
      if (login) await line.logIn(login)
    } catch (error) {
      line.close()
      throw new NoMailServer(`The mail server ${host}:${port} can’t be used: ${answerIn(error)}`)
    }
    return new MailConnection(line, this.#from)
  }
}

/** A connection to the mail server, for one email after another. */
class MailConnection {
  readonly #line: Line
  readonly #from: string

  constructor(line: Line, from: string) {
    this.#line = line
    this.#from = from
  }

  /** False once the connection is lost. */
  get isOpen(): boolean {
    return this.#line.isOpen
  }

  /** Sends an email. Never throws, whatever the mail server does. */
  async send(letter: Letter): Promise<Outcome> {
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
    const { picture, ...parts } = letter
    const message = new MailComposer({
      ...parts,
      ...(picture && { attachments: [inline(picture)] }),
      messageId: `<${letter.messageId}>`,
      from: this.#from,
      headers: { ...letter.headers },
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile()
    try {
      const built = await message.build()
      return { kind: 'taken', answer: await this.#line.send(message.getEnvelope(), built) }
    } catch (error) {
      if (this.isOpen) await this.#line.reset().catch(() => this.#line.close())
      return { kind: isOfAddress(error) ? 'refused' : 'later', answer: answerIn(error) }
    }
  }

  close(): void {
    this.#line.close()
  }
}

function inline({ cid, png }: NonNullable<Letter['picture']>) {
  const shown = { cid, contentType: 'image/png', contentDisposition: 'inline' as const }
  return { ...shown, filename: `${cid}.png`, content: png }
}

type Done<Result> = (error: Error | null | undefined, result?: Result) => void

/** One connection. If the connection breaks, its steps fail instead of hanging. */
class Line {
  readonly #connection: SMTPConnection
  readonly #broken: Promise<never>
  #isOpen = false

  constructor(connection: SMTPConnection) {
    this.#connection = connection
    this.#broken = new Promise((_, reject) => {
      const breakUp = (error: Error) => {
        this.#isOpen = false
        reject(error)
      }
      this.#connection.on('error', breakUp)
      this.#connection.once('end', () => breakUp(new Error('The mail server closed the connection')))
    })
    // Between two steps, nothing awaits this promise, so its rejection must not count as unhandled.
    this.#broken.catch(() => {})
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  async connect(): Promise<void> {
    await this.#step((done) => this.#connection.connect(done))
    this.#isOpen = true
  }

  async logIn({ user, password }: { readonly user: string; readonly password: string }): Promise<void> {
    await this.#step((done) =>
      this.#connection.login({ user, pass: password, credentials: { user, pass: password } }, done),
    )
  }

  async send(envelope: Parameters<SMTPConnection['send']>[0], message: Buffer): Promise<string> {
    return (await this.#step<{ response: string }>((done) => this.#connection.send(envelope, message, done))).response
  }

  async reset(): Promise<void> {
    await this.#step((done) => this.#connection.reset(done))
  }

  close(): void {
    if (this.#isOpen) this.#connection.quit()
    else this.#connection.close()
    this.#isOpen = false
  }

  #step<Result>(begin: (done: Done<Result>) => void): Promise<Result> {
    const step = new Promise<Result>((resolve, reject) => {
      begin((error, result) => (error ? reject(error) : resolve(result as Result)))
    })
    return Promise.race([step, this.#broken])
  }
}

// Codes 5.7.x are about this server rather than the address, such as forbidden relaying or an unknown sender.
const ofPolicy = /^\d{3}[ -]5\.7\./

function isOfAddress(error: unknown): boolean {
  const code = Number(propertyOf(error, 'responseCode'))
  if (propertyOf(error, 'command') !== 'RCPT TO' || !(code >= 500 && code < 600)) return false
  return !ofPolicy.test(String(propertyOf(error, 'response')))
}

/** The reason for a failure, in the mail server's words if there are any. */
function answerIn(error: unknown): string {
  const text = String(propertyOf(error, 'response') || propertyOf(error, 'message') || error)
  return inOwnWords(text).replace(/\s+/g, ' ').trim().slice(0, longestAnswer)
}

const mostConnections = 4

/** Delivers many emails over a few connections that stay open from one batch to the next. */
export class Delivery {
  readonly #mailer: Mailer
  readonly #connections: MailConnection[] = []

  constructor(mailer: Mailer) {
    this.#mailer = mailer
  }

  /**
   * Sends emails, one after another on each connection, and returns the outcome of each. Emails not tried because the
   * connections were lost are missing. Throws `NoMailServer` if no connection can be made at the start.
   */
  async send<Key>(letters: ReadonlyMap<Key, Letter>): Promise<Map<Key, Outcome>> {
    const outcomes = new Map<Key, Outcome>()
    if (letters.size === 0) return outcomes
    const waiting = [...letters]
    await this.#open(Math.min(mostConnections, letters.size))
    await Promise.all(
      this.#connections.map(async (connection) => {
        while (connection.isOpen && !this.#mailer.stopping) {
          const next = waiting.shift()
          if (!next) return
          outcomes.set(next[0], await connection.send(next[1]))
        }
      }),
    )
    return outcomes
  }

  close(): void {
    for (const connection of this.#connections.splice(0)) connection.close()
  }

  // Some mail servers allow fewer connections than wanted. One connection is enough.
  async #open(wanted: number): Promise<void> {
    const open = this.#connections.filter(({ isOpen }) => isOpen)
    this.#connections.splice(0, this.#connections.length, ...open)
    if (open.length === 0) this.#connections.push(await this.#mailer.connect())
    const more = Array.from({ length: wanted - this.#connections.length }, () => this.#mailer.connect())
    for (const result of await Promise.allSettled(more))
      if (result.status === 'fulfilled') this.#connections.push(result.value)
  }
}

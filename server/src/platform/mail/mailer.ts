import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { inOwnWords, propertyOf } from '../errors.ts'
import type { SmtpPlace } from './smtp-url.ts'

/** One mail to one address. `messageId` has no angle brackets. */
export interface Letter {
  readonly to: string
  readonly messageId: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * What became of a letter. `taken`: the mail server has it. `refused`: there is no such address, and trying again is of
 * no use. `later`: it can be tried again. `answer`: what the mail server said, or why it could not.
 */
export type Outcome =
  | { readonly kind: 'taken'; readonly answer: string }
  | { readonly kind: 'refused'; readonly answer: string }
  | { readonly kind: 'later'; readonly answer: string }

/** The mail server cannot be reached, is not who it says, or does not let us in: no letter was tried. */
export class NoMailServer extends Error {}

/** How long to wait for the mail server, in milliseconds. */
export interface Patience {
  readonly connect: number
  readonly silence: number
}

const patient: Patience = { connect: 10_000, silence: 30_000 }
const longestAnswer = 300

/** Hands letters to a mail server. */
export class Mailer {
  readonly #place: SmtpPlace
  readonly #from: string
  readonly #patience: Patience
  #stopping = false

  /** `from`: the sender, as `Checks <checks@example.com>` or an address alone. */
  constructor(place: SmtpPlace, from: string, patience = patient) {
    this.#place = place
    this.#from = from
    this.#patience = patience
  }

  /** True once the server stops: nothing more should be begun. */
  get stopping(): boolean {
    return this.#stopping
  }

  stop(): void {
    this.#stopping = true
  }

  /** Connects and logs in. Throws `NoMailServer`, which says what is wrong. */
  async connect(): Promise<MailConnection> {
    const { host, port, tls, secure, login } = this.#place
    const { connect, silence } = this.#patience
    const line = new Line({
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
    try {
      await line.connect()
      if (login) await line.logIn(login)
    } catch (error) {
      line.close()
      throw new NoMailServer(`The mail server ${host}:${port} cannot be used: ${answerIn(error)}`)
    }
    return new MailConnection(line, this.#from)
  }
}

/** A connection to the mail server, for one letter after the other. */
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

  /** Hands over a letter. Never throws for what the mail server says or does. */
  async send(letter: Letter): Promise<Outcome> {
    const message = new MailComposer({
      ...letter,
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

type Done<Result> = (error: Error | null | undefined, result?: Result) => void

/** One connection, whose steps fail when it breaks, instead of never ending. */
class Line {
  readonly #connection: SMTPConnection
  readonly #broken: Promise<never>
  #isOpen = false

  constructor(options: ConstructorParameters<typeof SMTPConnection>[0]) {
    this.#connection = new SMTPConnection(options)
    this.#broken = new Promise((_, reject) => {
      const breakUp = (error: Error) => {
        this.#isOpen = false
        reject(error)
      }
      this.#connection.on('error', breakUp)
      this.#connection.once('end', () => breakUp(new Error('The connection was closed')))
    })
    // Between two steps nobody waits for it.
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

// Codes 5.7.x are about us and not about the address: relaying that is forbidden, a sender that is not known.
const ofPolicy = /^\d{3}[ -]5\.7\./

function isOfAddress(error: unknown): boolean {
  const code = Number(propertyOf(error, 'responseCode'))
  if (propertyOf(error, 'command') !== 'RCPT TO' || !(code >= 500 && code < 600)) return false
  return !ofPolicy.test(String(propertyOf(error, 'response')))
}

/** What went wrong, in the words of the mail server where it has said something. */
function answerIn(error: unknown): string {
  const text = String(propertyOf(error, 'response') || propertyOf(error, 'message') || error)
  return inOwnWords(text).replace(/\s+/g, ' ').trim().slice(0, longestAnswer)
}

const mostConnections = 4

/** Hands many letters over, by a few connections that stay open from one batch to the next. */
export class Delivery {
  readonly #mailer: Mailer
  readonly #connections: MailConnection[] = []

  constructor(mailer: Mailer) {
    this.#mailer = mailer
  }

  /**
   * Hands letters over, one after the other on each connection, and returns what became of each. Those that nobody could
   * be asked about any more are missing. Throws `NoMailServer` if there is no connection to begin with.
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

  // Some mail servers allow fewer connections; one is enough.
  async #open(wanted: number): Promise<void> {
    const open = this.#connections.filter(({ isOpen }) => isOpen)
    this.#connections.splice(0, this.#connections.length, ...open)
    if (open.length === 0) this.#connections.push(await this.#mailer.connect())
    const more = Array.from({ length: wanted - this.#connections.length }, () => this.#mailer.connect())
    for (const result of await Promise.allSettled(more))
      if (result.status === 'fulfilled') this.#connections.push(result.value)
  }
}

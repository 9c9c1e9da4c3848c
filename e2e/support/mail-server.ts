import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** An email as it arrived. */
export interface Mail {
  readonly to: string
  readonly html: string
}

/** A real mail server on this machine, encrypted with a self-signed certificate. */
export class MailServer {
  readonly mails: Mail[] = []
  /** Addresses that the server refuses. */
  readonly refused = new Set<string>()
  readonly #smtp = new SMTPServer({
    logger: false,
    authOptional: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) =>
      done(this.refused.has(address) ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((raw) => {
        for (const { address } of envelope.rcptTo) this.mails.push({ to: address, html: htmlIn(raw) })
        done()
      })
    },
  })

  async start(): Promise<void> {
    this.#smtp.listen(0, '127.0.0.1')
    await once(this.#smtp.server, 'listening')
  }

  /** The setting with the server's URL. */
  get url(): string {
    return `smtp://127.0.0.1:${portOf(this.#smtp.server.address())}?tls=unverified`
  }

  to(address: string): Mail[] {
    return this.mails.filter((mail) => mail.to === address)
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#smtp.close(resolve))
  }
}

/** A currently free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server.address())
  server.close()
  return port
}

function portOf(address: unknown): number {
  return Number(Object(address).port)
}

/** The HTML part of an email. */
function htmlIn(raw: string): string {
  const part = /content-type: text\/html.*?content-transfer-encoding: (\S+).*?\r\n\r\n(.*?)\r\n--/is.exec(raw)
  const [, encoding, body = ''] = part ?? []
  return encoding === 'base64' ? Buffer.from(body, 'base64').toString() : unquoted(body)
}

function unquoted(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

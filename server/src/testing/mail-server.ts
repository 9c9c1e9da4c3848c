import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type ReadMail, readMail } from './mail-parts.ts'

/** An email that the server accepted. */
export interface TakenMail extends ReadMail {
  readonly to: string
}

/** The server's response to a recipient: a code and a text to refuse it, or nothing to accept it. */
export type AnswerTo = (address: string, attempt: number) => readonly [code: number, text: string] | undefined

/** A real mail server on this machine, for tests. */
export interface MailServer {
  readonly port: number
  /** The accepted emails, in order. */
  readonly taken: TakenMail[]
  /** Chooses the response to a recipient, given the number of earlier attempts. */
  answer: AnswerTo
  /** Set to disconnect in the middle of messages. */
  dies: boolean
  takenBy(address: string): TakenMail[]
  stop(): Promise<void>
}

export const mailUser = 'checks'
export const mailPassword = 'the mail server’s own'

/** Starts a mail server. `login` makes the server require `mailUser` and `mailPassword`. */
export async function startMailServer({
  login = false,
  ...options
}: { login?: boolean } & SMTPServerOptions = {}): Promise<MailServer> {
  const attempts = new Map<string, number>()
  const smtp = new SMTPServer({
    logger: false,
    closeTimeout: 100,
    authOptional: !login,
    ...options,
    onAuth({ username, password }, _session, done) {
      if (username === mailUser && password === mailPassword) return done(null, { user: username })
      return done(Object.assign(new Error('5.7.8 Authentication failed'), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      const attempt = (attempts.get(address) ?? 0) + 1
      attempts.set(address, attempt)
      const refusal = server.answer(address, attempt)
      done(refusal ? Object.assign(new Error(refusal[1]), { responseCode: refusal[0] }) : null)
    },
    onData(stream, { envelope, id }, done) {
      if (server.dies) {
        stream.once('data', () => [...smtp.connections].find((one) => one.id === id)?.close())
        stream.resume()
        return
      }
      void text(stream).then((raw) => {
        if (stream.sizeExceeded) return done(Object.assign(new Error('Too long'), { responseCode: 552 }))
        for (const { address } of envelope.rcptTo) server.taken.push({ ...readMail(raw), to: address })
        done()
      })
    },
  })
  // In some tests, the client disconnects in the middle.
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const server: MailServer = {
    port: typeof address === 'object' && address ? address.port : 0,
    taken: [],
    answer: () => undefined,
    dies: false,
    takenBy: (to) => server.taken.filter((mail) => mail.to === to),
    stop: () => new Promise((resolve) => smtp.close(resolve)),
  }
  return server
}

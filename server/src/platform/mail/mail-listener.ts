import { once } from 'node:events'
import { connect } from 'node:net'
import type { SMTPServerDataStream } from 'smtp-server'
import { Failure } from '../errors.ts'
import { isWithin } from '../http/networks.ts'
import type { RelayPlace } from './mail-urls.ts'

/** What takes the emails that a listener receives. */
export interface MailTaker {
  /** Returns true if this address takes emails. */
  readonly knows: (address: string) => Promise<boolean>
  /** Takes an email. Once this resolves, the relay forgets the email; if it throws, the relay tries again later. */
  readonly take: (content: AsyncIterable<Uint8Array>, recipients: readonly string[]) => Promise<void>
  readonly onError: (error: unknown) => void
}

const mostConnections = 20
const mostRecipients = 20
const silence = 60_000
const closesWithin = 2000

/**
 * Receives emails from a relay. Anyone who can reach the listener could forge the results of the receiving server, so only
 * relays in the named networks can connect. Returns the port, and a function that stops the listener.
 */
export async function listenForMail(place: RelayPlace, mostBytes: number, { knows, take, onError }: MailTaker) {
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    logger: false,
    // Without a certificate of its own, encryption would prove nothing. Relays are on this machine or network.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: mostBytes,
    maxClients: mostConnections,
    socketTimeout: silence,
    closeTimeout: closesWithin,
    onConnect: ({ remoteAddress }, done) =>
      done(
        isWithin(remoteAddress, place.from) ? null : refusal(554, '5.7.1 This server takes email only from its relays'),
      ),
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length >= mostRecipients) return done(refusal(452, '4.5.3 Too many recipients'))
      void knows(address).then(
        (isKnown) => done(isKnown ? null : refusal(550, '5.1.1 This address takes no email')),
        (error) => later(error, done),
      )
    },
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      void take(stream, recipients)
        .finally(() => drained(stream))
        .then(
          () => done(),
          (error) =>
            isTooLarge(error, stream) ? done(refusal(552, '5.3.4 The email is too large')) : later(error, done),
        )
    },
  })
  const later = (error: unknown, done: (error: Error) => void) => {
    if (!(error instanceof Failure)) onError(error)
    done(refusal(451, '4.3.0 The email can’t be taken now. Try again later'))
  }
  // A relay can disconnect at any time.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(place.port, place.host, resolve)
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : place.port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

function isTooLarge(error: unknown, { sizeExceeded }: SMTPServerDataStream): boolean {
  return sizeExceeded || (error instanceof Failure && error.code === 'TOO_LARGE')
}

// The relay reads no answer before it has sent everything.
function drained(stream: SMTPServerDataStream): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve()
  return new Promise((resolve) => stream.once('end', resolve).once('close', resolve).resume())
}

/** Returns the problem with the listener that should be running at this address, if there is any. */
export async function tryListener({ host, port }: RelayPlace): Promise<string | undefined> {
  const named = `${host}:${port}`
  const socket = connect({ host, port, timeout: silence })
  try {
    const [greeting] = await once(socket, 'data')
    return /^(?:220|554)/.test(String(greeting)) ? undefined : `Another program listens on ${named}. Change INBOX_URL.`
  } catch {
    return `Nothing listens on ${named}. The server listens there while it runs.`
  } finally {
    socket.destroy()
  }
}

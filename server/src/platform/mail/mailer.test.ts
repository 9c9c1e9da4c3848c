import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type MailServer, mailPassword, mailUser, startMailServer } from '../../testing/mail-server.ts'
import type { SmtpPlace } from './mail-urls.ts'
import { type Letter, Mailer, NoMailServer } from './mailer.ts'

const letter: Letter = {
  to: 'dana@lakeside.example',
  messageId: 'request.127.3.12@checks.example.com',
  subject: 'NWG-TOY-SVC-000127 was approved: Café Müller, $1,250.50',
  text: 'NWG-TOY-SVC-000127 was approved.\n.\nEnd — with a line that is a dot.\n',
  html: '<p>NWG-TOY-SVC-000127 was <b>approved</b>: Café Müller</p>',
  headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe': '<https://checks.example.com/my-settings>' },
}
const from = 'Check Requests <checks@example.com>'
const impatient = { connect: 300, silence: 300 }

let server: MailServer | undefined
const others: Server[] = []
afterEach(async () => {
  await server?.stop()
  server = undefined
  for (const other of others.splice(0)) other.close()
})

function mailerTo(port: number, place: Partial<SmtpPlace> = {}): Mailer {
  const plain = { host: '127.0.0.1', port, tls: 'unverified', secure: false, login: undefined } as const
  return new Mailer({ ...plain, ...place }, from, impatient)
}

async function send(mailer: Mailer, what: Partial<Letter> = {}) {
  const connection = await mailer.connect()
  try {
    return await connection.send({ ...letter, ...what })
  } finally {
    connection.close()
  }
}

/** The error from a connection attempt. */
async function failureOf(mailer: Mailer): Promise<Error> {
  const failure = await mailer.connect().then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(NoMailServer)
  return failure as Error
}

describe('an email', () => {
  test('arrives as written in both parts with its own ID and headers', async () => {
    server = await startMailServer()
    expect(await send(mailerTo(server.port))).toMatchObject({ kind: 'taken' })
    const [mail] = server.taken
    expect(mail).toMatchObject({ to: letter.to, subject: letter.subject, html: letter.html })
    expect(mail?.text).toBe(letter.text)
    expect(mail?.headers.get('message-id')).toBe(`<${letter.messageId}>`)
    expect(mail?.headers.get('from')).toBe(from)
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.headers.get('list-unsubscribe')).toBe('<https://checks.example.com/my-settings>')
  })

  test('can’t make the server read a file or URL, or add headers', async () => {
    server = await startMailServer()
    await send(mailerTo(server.port), {
      subject: 'A\r\nBcc: other@lakeside.example\r\n\r\nB',
      html: '<img src="file:///etc/hostname">',
    })
    expect(server.taken).toHaveLength(1)
    expect(server.taken[0]?.headers.has('bcc')).toBe(false)
    expect(server.taken[0]?.html).toContain('file:///etc/hostname')
  })

  test.each([
    [550, 'No such user here', 'refused'],
    [550, '5.1.1 User unknown', 'refused'],
    [552, '5.2.2 Mailbox full', 'refused'],
    [550, '5.7.1 Relaying denied', 'later'],
    [450, '4.2.0 Greylisted, try again', 'later'],
    [451, 'Local error', 'later'],
  ] as const)('with the mail server’s response %i %s has the outcome “%s”', async (code, words, kind) => {
    server = await startMailServer()
    server.answer = () => [code, words]
    const outcome = await send(mailerTo(server.port))
    expect(outcome.kind).toBe(kind)
    expect(outcome.answer).toContain(words)
  })

  test('leaves the connection usable for the next email if it is refused', async () => {
    server = await startMailServer()
    server.answer = (address) => (address.startsWith('gone') ? [550, 'Unknown'] : undefined)
    const connection = await mailerTo(server.port).connect()
    expect((await connection.send({ ...letter, to: 'gone@lakeside.example' })).kind).toBe('refused')
    expect((await connection.send(letter)).kind).toBe('taken')
    expect((await connection.send({ ...letter, to: 'gone@lakeside.example' })).kind).toBe('refused')
    expect(connection.isOpen).toBe(true)
    connection.close()
    expect(server.taken).toHaveLength(1)
  })

  test('doesn’t mark the recipient as refused if the sender or the content is refused', async () => {
    server = await startMailServer({ size: 200 })
    expect((await send(mailerTo(server.port), { text: 'long '.repeat(500) })).kind).toBe('later')
    await server.stop()
    server = await startMailServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('Who are you'), { responseCode: 553 })),
    })
    expect(await send(mailerTo(server.port))).toEqual({ kind: 'later', answer: '553 Who are you' })
  })

  test('is retried later if the server disconnects in the middle of it', async () => {
    server = await startMailServer()
    server.dies = true
    const connection = await mailerTo(server.port).connect()
    expect((await connection.send(letter)).kind).toBe('later')
    expect(connection.isOpen).toBe(false)
    server.dies = false
    expect((await send(mailerTo(server.port))).kind).toBe('taken')
    expect(server.taken).toHaveLength(1)
  })

  test('is retried later if the server stops responding', async () => {
    server = await startMailServer({ onMailFrom: () => {} })
    expect((await send(mailerTo(server.port))).kind).toBe('later')
  })
})

describe('encryption', () => {
  test.each([false, true])('requires a valid certificate (with TLS from the first byte: %s)', async (secure) => {
    // This certificate is made for the test, so no client trusts it.
    const pem = readFileSync('server/src/testing/fixtures/self-signed.pem')
    server = await startMailServer({ secure, key: pem, cert: pem })
    expect((await failureOf(mailerTo(server.port, { secure, tls: 'verified' }))).message).toMatch(
      /certificate; for your own certificate authority, name its file in NODE_EXTRA_CA_CERTS$/,
    )
    expect((await send(mailerTo(server.port, { secure, tls: 'unverified' }))).kind).toBe('taken')
  })

  test('isn’t skipped if the server doesn’t offer encryption', async () => {
    server = await startMailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    await failureOf(mailerTo(server.port, { tls: 'unverified' }))
    expect((await send(mailerTo(server.port, { tls: 'off' }))).kind).toBe('taken')
  })
})

describe('a server that requires a login', () => {
  test('receives the user name and password', async () => {
    server = await startMailServer({ login: true })
    const login = { user: mailUser, password: mailPassword }
    expect((await send(mailerTo(server.port, { login }))).kind).toBe('taken')
  })

  test('stops all sending without revealing the password if it refuses the login', async () => {
    server = await startMailServer({ login: true })
    const { message } = await failureOf(mailerTo(server.port, { login: { user: mailUser, password: 'wrong one' } }))
    expect(message).toContain('535')
    expect(message).not.toContain('wrong one')
  })
})

describe('a missing server', () => {
  test('is named in the error message', async () => {
    const { message } = await failureOf(mailerTo(1))
    expect(message).toContain('127.0.0.1:1')
  })

  test('times out if it accepts the connection but never responds', async () => {
    const silent = createServer(() => {})
    others.push(silent)
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    await failureOf(mailerTo(typeof address === 'object' && address ? address.port : 0))
  })
})

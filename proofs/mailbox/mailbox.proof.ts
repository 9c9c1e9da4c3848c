import { draftEndpoints as drafts } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { incomingMailEndpoints as endpoints } from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { mostBytesOfMail } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailboxWork } from '../../server/src/documents/incoming-mail/commands/take.ts'
import { parseTokenUrl, type TokenPlace } from '../../server/src/platform/mail/mail-urls.ts'
import { Mailbox } from '../../server/src/platform/mail/mailbox.ts'
import { databases } from '../../server/src/testing/databases.ts'
import { pdfOf } from '../../server/src/testing/documents.ts'
import { type MailWorld, startMailWorld } from '../../server/src/testing/mail-world.ts'
import { emailOf } from '../../server/src/testing/organization.ts'
import { clientSecret, type Dovecot, startDovecot } from './dovecot.ts'

const address = 'requests@checks.example.com'
const requester = emailOf('requester-group')

let dovecot: Dovecot
beforeAll(async () => {
  dovecot = await startDovecot()
})
afterAll(() => dovecot.stop())

interface Email {
  readonly from?: string
  readonly to?: string
  readonly subject: string
  readonly content?: Buffer
}

/** An email as the receiving mail server stores it. */
async function rawMail({ from = requester, to = 'requests+frd@checks.example.com', subject, content }: Email) {
  const headers = { 'Authentication-Results': `mx.example.com; dmarc=pass header.from=${from.split('@')[1]}` }
  const attachments = content ? [{ filename: 'invoice.pdf', content }] : []
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message } = await transport.sendMail({ from, to, subject, text: 'Please pay.', headers, attachments })
  return message as Buffer
}

const tokensBy = (url: string, client: string, secret: string) => {
  const place = parseTokenUrl(url.replace('//', `//${encodeURIComponent(client)}:${encodeURIComponent(secret)}@`))
  if (typeof place === 'string') throw new Error(place)
  return place
}

describe.each(databases)('a mailbox in Dovecot on $name', (kind) => {
  let world: MailWorld
  let user: string
  const errors: unknown[] = []

  async function start(tokens?: TokenPlace): Promise<() => Promise<void>> {
    const place = { ...dovecot.placeOf(user), ...(tokens && { password: undefined }) }
    world = await startMailWorld(kind, { inbox: { place, address, tokens } })
    const people_ids = [world.ids.people['requester-dealership']]
    const body = { dealership_id: world.ids.places['NWG/TOY'] ?? null, tag: 'frd', people_ids }
    await (await world.as('admin-group', 'admin')).call(endpoints.addAddress, { body })
    const work = mailboxWork(world.services, (error) => errors.push(error))
    if (!work) throw new Error('There is no mailbox.')
    return work
  }
  beforeEach(() => {
    user = `requests-${crypto.randomUUID()}`
  })
  afterEach(async () => {
    await world.close()
    expect(errors.splice(0)).toEqual([])
  })

  const arrives = async (email: Email) => dovecot.store(user, await rawMail(email))
  const inbox = () => dovecot.list(user, 'INBOX')
  const taken = () => dovecot.list(user, 'INBOX.Taken')
  const notTaken = () => dovecot.list(user, 'INBOX.Not Taken')
  const draftsOf = async () =>
    (await (await world.as('requester-group', 'requester')).call(drafts.list, { query: {} })).data
  const kept = async () => (await (await world.as('admin-group', 'admin')).call(endpoints.list)).data.kept

  test('becomes drafts and kept emails, and is emptied into two folders', async () => {
    const work = await start()
    await arrives({ subject: 'Paint', content: await pdfOf('AMOUNT DUE $646.70') })
    await arrives({ subject: 'Stranger', from: 'someone@else.example', content: await pdfOf('AMOUNT DUE $1.00') })
    await arrives({ subject: 'Nobody’s', to: 'requests+nobody@checks.example.com' })
    await arrives({ subject: 'Large', content: Buffer.alloc(mostBytesOfMail, 7) })
    await work()
    expect(await draftsOf()).toMatchObject([
      { received_from: requester, values: { dealership_id: world.ids.places['NWG/TOY'] } },
    ])
    expect(await kept()).toMatchObject([{ subject: 'Stranger', reason: 'unknown' }])
    expect([inbox(), taken().sort(), notTaken().length]).toEqual([[], ['Paint', 'Stranger'], 2])
  })

  test('is opened by access tokens, which are renewed only when they expire', async () => {
    const before = dovecot.tokens()
    const work = await start(tokensBy(dovecot.tokenUrl, user, clientSecret))
    for (const subject of ['First', 'Second']) {
      await arrives({ subject, content: await pdfOf(subject) })
      await work()
    }
    expect([await draftsOf(), taken().sort()]).toMatchObject([
      [{}, {}],
      ['First', 'Second'],
    ])
    expect(dovecot.tokens()).toBe(before + 1)
  })

  test('keeps the emails of a sender who has to wait, and gives up those of others', async () => {
    const work = await start()
    for (let number = 0; number < 62; number += 1) await arrives({ subject: `Number ${number}` })
    await arrives({ subject: 'Other', from: 'someone@else.example' })
    await work()
    expect([inbox(), taken().length]).toEqual([['Number 60', 'Number 61'], 61])
    world.clock.advance(3_600_001)
    await work()
    expect([inbox(), taken().length]).toEqual([[], 63])
  })

  test('takes a thousand emails once, however often they come back', { timeout: 1_800_000 }, async () => {
    const work = await start()
    const content = await pdfOf('AMOUNT DUE $646.70')
    for (let number = 0; number < 990; number += 1)
      await arrives({ subject: `Number ${number}`, from: `sender${number % 66}@else.example` })
    for (let number = 0; number < 10; number += 1) await arrives({ subject: `Invoice ${number}`, content })
    const began = performance.now()
    await work()
    console.log(`1,000 emails in ${((performance.now() - began) / 1000).toFixed(1)} s on ${kind.name}`)
    const rows = async () => (await world.database.read.selectFrom('received_mails').select('id').execute()).length
    expect([inbox(), taken().length, (await draftsOf()).length, await rows()]).toEqual([[], 1000, 10, 510])
    dovecot.moveBack(user, 'INBOX.Taken')
    await work()
    expect([inbox(), taken().length, (await draftsOf()).length, await rows()]).toEqual([[], 1000, 10, 510])
  })
})

test.each([
  ['a wrong password', { password: 'x' }, 'Authentication failed'],
  ['a certificate that nobody signed', { tls: 'verified' as const }, 'self-signed certificate'],
  ['a port where nobody listens', { port: 1 }, 'ECONNREFUSED'],
])('says why a mailbox can’t be used with %s', async (_, change, problem) => {
  const mailbox = new Mailbox({ ...dovecot.placeOf('requests'), ...change }, undefined)
  await expect(mailbox.tryOut()).rejects.toThrow(/^The mailbox of requests on 127\.0\.0\.1:\d+ can’t be used: /)
  await expect(mailbox.tryOut()).rejects.toThrow(problem)
})

test('says why there is no access token, and tries a mailbox that can be used', async () => {
  const wrong = tokensBy(dovecot.tokenUrl, 'requests', 'x')
  await expect(new Mailbox(dovecot.placeOf('requests'), wrong).tryOut()).rejects.toThrow(
    'No access token: The client secret is wrong.',
  )
  await new Mailbox(dovecot.placeOf('requests'), undefined).tryOut()
})

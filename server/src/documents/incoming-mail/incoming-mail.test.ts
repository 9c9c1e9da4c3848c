import { draftEndpoints as drafts } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { attachmentEndpoints as attachments } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { incomingMailEndpoints as endpoints } from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { readingEndpoints as readings } from '@check-requests/domain/documents/readings/endpoints.ts'
import { inboxEndpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweep } from '../../operation/jobs/commands/daily.ts'
import { pdfOf, pngOf } from '../../testing/documents.ts'
import { inboxOf } from '../../testing/inbox.ts'
import { type InboxWorld, type SentMail, startInboxWorld } from '../../testing/incoming-mail.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { addPayee, setPayees } from '../../testing/payees.ts'
import { sweepFiles } from '../attachments/commands/documents.ts'
import { readDocuments } from '../readings/commands/read-documents.ts'

const requester = emailOf('requester-group')
const billing = 'billing@harbor.example'
const admins = [emailOf('admin-group'), emailOf('admin-super'), emailOf('everyone')]
const day = 86_400_000

onBothDatabases('incoming emails on $name (decision 193)', (kind) => {
  let world: InboxWorld
  const errors: unknown[] = []
  beforeEach(async () => {
    world = await startInboxWorld(kind, errors)
    await world.addAddress('frd', ['requester-dealership'], world.ids.places['NWG/TOY'])
  })
  afterEach(async () => {
    await world.close()
    expect(errors.splice(0)).toEqual([])
  })

  const invoice = async (filename = 'invoice.pdf') => ({ filename, content: await pdfOf('AMOUNT DUE $646.70') })
  const draftsOf = async (name: PersonName) =>
    (await (await world.as(name, 'requester')).call(drafts.list, { query: {} })).data
  const documentsOf = async (name: PersonName) => {
    const client = await world.as(name, 'requester')
    const lists = (await draftsOf(name)).map(({ id }) => client.call(attachments.listOfDraft, { params: { id } }))
    return (await Promise.all(lists)).flatMap(({ data }) => data.map((document) => document.name)).sort()
  }
  const noticesTo = async (name: PersonName) => (await inboxOf(await world.as(name, 'requester'))).items
  const kept = async () => (await (await world.as('admin-group', 'admin')).call(endpoints.list)).data.kept
  // The files have the times of this machine.
  const tomorrow = () => ({ ...world.services, clock: () => Date.now() + 1.5 * day })
  const refusalOf = (mail: SentMail) => world.deliver(mail).then(() => 'accepted', String)

  test('makes a draft for the sender from each attachment, reads it, and answers with a link', async () => {
    const files = [await invoice('a.pdf'), await invoice('b.pdf'), { filename: 'c.exe', content: Buffer.from('MZ') }]
    await world.deliver({ from: requester, subject: 'Two invoices', files })
    const own = await draftsOf('requester-group')
    expect(own).toHaveLength(2)
    expect(own[0]?.received_from).toBe(requester)
    expect(own[0]?.values).toMatchObject({
      dealership_id: world.ids.places['NWG/TOY'],
      notes: `Received by email from ${requester}: Two invoices`,
    })
    expect(await documentsOf('requester-group')).toEqual(['a.pdf', 'b.pdf'])
    await readDocuments(world.services)
    const client = await world.as('requester-group', 'requester')
    const [read] = (await client.call(readings.ofDraft, { params: { id: own[0]?.id ?? 0 } })).data
    expect(read).toMatchObject({ state: 'read' })
    await world.send()
    const [answer] = world.mailsTo('requester-group')
    expect(answer?.subject).toBe('An email became a draft')
    expect(answer?.text).toContain('“Two invoices” from')
    expect(answer?.text).toContain('Drafts from a.pdf and b.pdf. c.exe: ')
    expect(answer?.text).toContain('https://checks.example.com/check-request-new')
    expect(answer?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(await kept()).toEqual([])
  })

  test('makes the drafts of an email only once, however often it is delivered', async () => {
    const mail = { from: requester, headers: { 'Message-ID': '<one@mail.example>' }, files: [await invoice()] }
    await world.deliver(mail)
    await world.deliver(mail)
    expect(await draftsOf('requester-group')).toHaveLength(1)
  })

  test('tells a sender when an email has no document, and drops decorations of its text', async () => {
    await world.deliver({ from: requester, files: [{ filename: 'logo.png', content: pngOf(8, 8), cid: 'logo' }] })
    expect(await draftsOf('requester-group')).toEqual([])
    expect(await noticesTo('requester-group')).toMatchObject([
      { event: 'email-unusable', text: expect.stringContaining('Attach each invoice as a PDF file or a photo.') },
    ])
  })

  test('makes drafts from a known payee for the users whom the address names', async () => {
    await setPayees(world, {})
    await addPayee(world, 'Harbor Paint', { email: billing })
    await world.deliver({ from: billing, files: [await invoice()] })
    expect(await documentsOf('requester-dealership')).toEqual(['invoice.pdf'])
    expect(await draftsOf('requester-group')).toEqual([])
    await world.send()
    expect(world.server.taken.map(({ to }) => to)).toEqual([emailOf('requester-dealership')])
  })

  test.each([
    ['from an unknown sender', { from: 'someone@else.example' }, 'unknown'],
    [
      'that fails DMARC',
      { from: requester, results: 'mx.example.com; dmarc=fail header.from=example.com' },
      'unverified',
    ],
    [
      'without a result of the receiving server',
      { from: requester, results: 'evil.example; dmarc=pass' },
      'unverified',
    ],
    ['from a user without the role', { from: emailOf('approver-group') }, 'no-right'],
    ['from a user of another dealer group', { from: emailOf('requester-eastside') }, 'unknown'],
  ] as const)('keeps an email %s for an admin, and doesn’t answer it', async (_, mail, reason) => {
    await world.deliver({ ...mail, files: [await invoice()] })
    expect(await kept()).toMatchObject([{ sender: mail.from, subject: 'Invoice', files: ['invoice.pdf'], reason }])
    expect(await draftsOf('requester-group')).toEqual([])
    await world.send()
    expect(world.server.taken.map(({ to }) => to).filter((to) => !admins.includes(to))).toEqual([])
  })

  test('tells the admins of a dealer group that an email is kept, and again only after they read it', async () => {
    const admin = await world.as('admin-group', 'admin')
    const notices = async () => (await inboxOf(admin)).items.filter(({ event }) => event === 'email-kept')
    const text =
      'The sender isn’t a user of this dealer group or a payee on file. The email is listed under Incoming Email in Settings for 14 days. More kept emails aren’t announced until you read this notice.'
    const arrives = (number: number) => world.deliver({ from: `${number}@else.example`, files: [] })
    for (const number of [1, 2]) await arrives(number)
    expect(await notices()).toMatchObject([{ text, read: false, actor: null }])
    await world.send()
    const [answer, ...others] = world.mailsTo('admin-group')
    expect([answer?.subject, others]).toEqual(['An email is kept for an admin', []])
    expect(answer?.text).toContain('https://checks.example.com/settings')
    expect([await noticesTo('requester-group'), world.mailsTo('admin-eastside')]).toEqual([[], []])
    await admin.call(inboxEndpoints.markRead, { body: { all: true } })
    await arrives(3)
    await arrives(3)
    expect(await notices()).toMatchObject([{ read: false }, { read: true }])
  })

  test('lets an admin make drafts from a kept email once, and gives a repeated call the first answer', async () => {
    await world.deliver({ from: 'someone@else.example', files: [await invoice()] })
    const [{ id } = { id: 0 }] = await kept()
    const admin = await world.as('admin-group', 'admin')
    const give = (name: PersonName, key: string) => {
      const body = { user_id: world.ids.people[name] }
      return admin.call(endpoints.give, { params: { id }, body, headers: { 'idempotency-key': key } })
    }
    expect(await give('approver-group', 'one')).toMatchObject({ status: 422 })
    await sweepFiles(tomorrow())
    for (const _ of ['first', 'repeated'])
      expect(await give('requester-dealership', 'two')).toMatchObject({ status: 200, data: { id } })
    expect(await documentsOf('requester-dealership')).toEqual(['invoice.pdf'])
    expect(await give('requester-dealership', 'three')).toMatchObject({ status: 404 })
    expect(await kept()).toEqual([])
  })

  test('lets an admin discard a kept email once, with its file, and records that', async () => {
    const sent = { from: 'someone@else.example', subject: 'Offer', headers: { 'Message-ID': '<offer@else.example>' } }
    const mail = { ...sent, files: [await invoice()] }
    await world.deliver(mail)
    const [{ id } = { id: 0 }] = await kept()
    const discard = async (name: PersonName) =>
      (await (await world.as(name, 'admin')).call(endpoints.discard, { params: { id } })).status
    expect(await discard('admin-eastside')).toBe(404)
    expect([await discard('admin-group'), await discard('admin-group')]).toEqual([200, 404])
    const [entry] = (await (await world.as('admin-group', 'admin')).call(auditEndpoints.list, { query: {} })).data.items
    expect(entry).toMatchObject({
      action: 'incoming-mail.discard',
      before: { sender: 'someone@else.example', subject: 'Offer' },
    })
    await world.deliver(mail)
    expect(await kept()).toEqual([])
    const stored = async () => {
      let files = 0
      for await (const _ of world.services.files.list()) files += 1
      return files
    }
    expect(await stored()).toBe(1)
    await sweepFiles(tomorrow())
    expect(await stored()).toBe(0)
  })

  test('shows kept emails only within the dealer group, and forgets them after 14 days', async () => {
    for (const number of [1, 2]) await world.deliver({ from: `${number}@else.example`, files: [await invoice()] })
    const [first] = await kept()
    const params = { id: first?.id ?? 0 }
    const body = { user_id: world.ids.people['requester-eastside'] }
    const stranger = await world.as('admin-eastside', 'admin')
    expect((await stranger.call(endpoints.list)).data).toMatchObject({ addresses: [], kept: [] })
    expect(await stranger.call(endpoints.give, { params, body })).toMatchObject({ status: 404 })
    world.clock.advance(14 * day - 1000)
    await sweep(world.services)
    const rows = () => world.database.read.selectFrom('received_mails').selectAll().execute()
    expect(await rows()).toHaveLength(2)
    world.clock.advance(2000)
    await sweep(world.services)
    expect(await rows()).toEqual([])
  })

  test.each([
    ['automatic replies', { 'Auto-Submitted': 'auto-replied' }],
    ['our own emails', { 'Message-ID': '<request.1@checks.example.com>' }],
    ['emails sent in circles', { Received: 'x' }],
  ])('drops %s', async (_, headers) => {
    const received = Array.from({ length: 31 }, (__, hop) => `from hop${hop} by mx.example.com`)
    const many = 'Received' in headers ? { Received: received as unknown as string } : headers
    await world.deliver({ from: requester, headers: many, files: [await invoice()] })
    expect([await draftsOf('requester-group'), await kept(), await noticesTo('requester-group')]).toEqual([[], [], []])
  })

  test('refuses unknown addresses, and makes a sender wait after 60 emails in an hour', async () => {
    expect(await refusalOf({ from: requester, to: 'requests+nobody@checks.example.com' })).toContain('550')
    for (let sent = 0; sent < 60; sent += 1) await world.deliver({ from: requester, subject: `Number ${sent}` })
    expect(await refusalOf({ from: requester, subject: 'One more' })).toContain('451')
    world.clock.advance(3_600_001)
    expect(await refusalOf({ from: requester, subject: 'One more' })).toBe('accepted')
  })

  test('marks the address of an email that came back, unless the report names none of our emails', async () => {
    await world.deliver({ from: requester, files: [await invoice()] })
    await world.send()
    const [sent] = world.mailsTo('requester-group')
    const outcomes = async () =>
      (await world.database.read.selectFrom('mails').select(['outcome', 'answer']).execute())[0]
    await world.deliver({ from: '', raw: reportOf(requester, '<forged@checks.example.com>') })
    expect(await outcomes()).toMatchObject({ outcome: 'sent' })
    await world.deliver({ from: '', raw: reportOf(requester, sent?.headers.get('message-id') ?? '') })
    expect(await outcomes()).toEqual({ outcome: 'refused', answer: 'The email came back: 550 5.1.1 No such user' })
  })
})

/** A report of a mail server that an email to this address couldn’t be delivered (RFC 3464). */
function reportOf(address: string, messageId: string): string {
  const part = (type: string, content: string) => `--part\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`
  return [
    'From: MAILER-DAEMON@mail.example\r\nSubject: Undelivered\r\nMIME-Version: 1.0',
    '\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=part\r\n\r\n',
    part('text/plain', 'Undelivered.'),
    part(
      'message/delivery-status',
      `Reporting-MTA: dns; mail.example\r\n\r\nFinal-Recipient: rfc822; ${address}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n No such user\r\n`,
    ),
    part('text/rfc822-headers', `Message-ID: ${messageId}\r\nTo: ${address}\r\n`),
    '--part--\r\n',
  ].join('')
}

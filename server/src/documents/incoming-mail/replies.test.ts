import { commentEndpoints as comments } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { incomingMailEndpoints as endpoints } from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pdfOf } from '../../testing/documents.ts'
import { inboxOf } from '../../testing/inbox.ts'
import { type InboxWorld, type SentMail, startInboxWorld } from '../../testing/incoming-mail.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { raise } from '../../testing/requests.ts'

const approver = emailOf('approver-group')
const replies = 'requests+reply@checks.example.com'

onBothDatabases('replies to our emails on $name (decision 193)', (kind) => {
  let world: InboxWorld
  let id: number
  let messageId: string
  const errors: unknown[] = []
  beforeEach(async () => {
    world = await startInboxWorld(kind, errors)
    id = (await raise(world, 'requester-group', 'NWG/TOY/SVC')).id
    await world.send()
    messageId = world.mailsTo('approver-group')[0]?.headers.get('message-id') ?? ''
  })
  afterEach(async () => {
    await world.close()
    expect(errors.splice(0)).toEqual([])
  })

  interface Reply {
    readonly from?: string
    readonly text?: string
    readonly results?: string
    readonly files?: NonNullable<SentMail['files']>
  }

  const reply = ({ from = approver, text = 'Use the May quote.', ...rest }: Reply = {}) =>
    world.deliver({ from, to: replies, subject: 'Re: Waiting', text, headers: { 'In-Reply-To': messageId }, ...rest })
  const listed = async () => (await (await world.as('approver-group')).call(comments.list, { params: { id } })).data
  const kept = async () => (await (await world.as('admin-group', 'admin')).call(endpoints.list)).data.kept
  const noticesOf = async () =>
    (await inboxOf(await world.as('approver-group'))).items.filter(({ event }) => event === 'reply-incomplete')

  test('name the address for replies, and become a comment of their sender once', async () => {
    const [mail] = world.mailsTo('approver-group')
    expect(mail?.headers.get('reply-to')).toBe(replies)
    expect(mail?.text).toContain('A reply is added to the request as your comment.')
    const headers = { 'In-Reply-To': messageId, 'Message-ID': '<one@mail.example>' }
    const text = 'Use the May quote.\n\nOn Mon, Nov 30, 2026, Check Requests wrote:\n> Waiting'
    for (const _ of ['first', 'repeated'])
      await world.deliver({ from: approver, to: replies, subject: 'Re: Waiting', text, headers })
    expect(await listed()).toMatchObject([
      { text: 'Use the May quote.', created_by: { id: world.ids.people['approver-group'] } },
    ])
    const query = { entity_id: id, entity: 'check-request' } as const
    const [entry] = (await (await world.as('admin-group')).call(auditEndpoints.list, { query })).data.items
    expect(entry).toMatchObject({
      action: 'check-request.comment',
      actor_name: 'approver-group Tester (by email)',
    })
    expect(await noticesOf()).toEqual([])
  })

  test.each([
    ['another user', emailOf('approver-dealership')],
    ['the requester of another dealer group', emailOf('requester-eastside')],
    ['a stranger', 'someone@else.example'],
  ])('of %s to the same email are dropped', async (_, from) => {
    await reply({ from })
    expect([await listed(), await kept()]).toEqual([[], []])
  })

  test('that fail DMARC are kept for an admin', async () => {
    await reply({ results: 'mx.example.com; dmarc=fail header.from=example.com' })
    expect(await listed()).toEqual([])
    expect(await kept()).toMatchObject([{ sender: approver, reason: 'unverified' }])
  })

  test('of a user who was deactivated are refused', async () => {
    await world.database.transact((trx) =>
      trx.updateTable('users').set({ active: 0 }).where('id', '=', world.ids.people['approver-group']).execute(),
    )
    await reply()
    const rows = await world.database.read.selectFrom('comments').select('text').execute()
    expect(rows).toEqual([])
  })

  test('tell their sender what isn’t added: attachments, and replies without a text', async () => {
    await reply({ files: [{ filename: 'quote.pdf', content: await pdfOf('QUOTE') }] })
    await reply({ text: '> Waiting' })
    expect((await listed()).map(({ text }) => text)).toEqual(['Use the May quote.'])
    expect((await noticesOf()).map(({ text }) => text)).toEqual([
      '“Re: Waiting”. The reply contains no new text.',
      '“Re: Waiting”. quote.pdf: Add this document on the page of the request.',
    ])
  })

  test('are shortened to the length of a comment', async () => {
    await reply({ text: 'word '.repeat(1000) })
    const [comment] = await listed()
    expect(comment?.text).toHaveLength(2000)
    expect(comment?.text.endsWith('…')).toBe(true)
  })
})

import { commentEndpoints as comments } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { inboxEndpoints as inbox } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweep } from '../../operation/jobs/commands/daily.ts'
import { moment } from '../../platform/clock.ts'
import { databases } from '../../testing/databases.ts'
import { type MailWorld, mailOrigin, startMailWorld } from '../../testing/mail-world.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { bodyAt, bring, move, moveBody, raise, raiseTo } from '../../testing/requests.ts'
import { startWorld } from '../../testing/world.ts'
import { remindApprovers } from '../inbox/commands/remind.ts'

const place = 'NWG/TOY/SVC'
const approvers: readonly PersonName[] = [
  'approver-super',
  'approver-group',
  'approver-dealership',
  'approver-department',
  'everyone',
]

onBothDatabases('emails on $name', (kind) => {
  let world: MailWorld
  beforeEach(async () => {
    world = await startMailWorld(kind)
  })
  afterEach(() => world.close())

  const mailed = (): PersonName[] => world.server.taken.map(({ to }) => to.split('@')[0] as PersonName).toSorted()
  const forget = () => void world.server.taken.splice(0)
  const choose = async (name: PersonName, choices: object) => {
    const reply = await (await world.as(name)).call(inbox.saveChoices, { body: choices })
    expect([reply.status, reply.data.mail]).toEqual([200, true])
  }

  const until = async (time: string) => {
    world.clock.advance(Date.parse(time) - world.clock.read())
    await world.send()
  }

  test('are sent once to every user in scope for whom a request is pending, and to no one else', async () => {
    await raise(world, 'requester-group', place)
    await world.send()
    await world.send()
    expect(mailed()).toEqual([...approvers].toSorted())
  })

  test('describe the event, payment, user, and reason and link to the request', async () => {
    const { id, request_number } = await raiseTo(world, 9, 'requester-group', place)
    await world.send()
    const [mail] = world.mailsTo('requester-group')
    expect(world.mailsTo('requester-group')).toHaveLength(1)
    expect(mail?.subject).toBe(`${request_number} was sent back: Harbor Paint Supply, $1,250.50`)
    for (const part of [mail?.text, mail?.html])
      for (const words of [
        request_number,
        'Harbor Paint Supply',
        '$1,250.50',
        'approver-super Tester',
        'Please attach the invoice number',
        `${mailOrigin}/check-requests/${id}`,
        `${mailOrigin}/my-settings`,
      ])
        expect(part).toContain(words)
    expect(mail?.headers.get('message-id')).toMatch(
      new RegExp(`^<request\\.${id}\\.\\d+\\.${world.ids.people['requester-group']}@checks\\.example\\.com>$`),
    )
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.headers.get('list-unsubscribe')).toBe(`<${mailOrigin}/my-settings>`)
  })

  test('quote a comment unless it is deleted before the email is sent (T9)', async () => {
    await choose('requester-group', { comment: 'at_once' })
    const { id } = await raise(world, 'requester-group', place)
    await world.send()
    forget()
    const writer = await world.as('admin-super')
    const say = async (text: string) => (await writer.call(comments.write, { params: { id }, body: { text } })).data.id
    await say(`@[${world.ids.people['approver-group']}] Which invoice is it?`)
    await world.send()
    for (const name of ['requester-group', 'approver-group'] as const)
      expect(world.mailsTo(name)[0]?.text).toContain('@approver-group Tester Which invoice is it?')
    forget()
    await writer.call(comments.remove, { params: { id: await say('Never mind the old one') } })
    await world.send()
    expect(
      world
        .mailsTo('requester-group')
        .map(({ text }) => text)
        .join(),
    ).not.toContain('Never mind')
  })

  test('are sent after approval to processors who didn’t raise or approve the request or put it on hold', async () => {
    const { id } = await raise(world, 'everyone', place)
    await world.send()
    expect(mailed()).toEqual(approvers.filter((name) => name !== 'everyone').toSorted())
    forget()
    await move(await world.as('approver-group'), id, 3, 1)
    await world.send()
    expect(mailed()).toEqual(
      ['everyone', 'processor-department', 'processor-dealership', 'processor-group', 'processor-super'].toSorted(),
    )
    expect(world.mailsTo('everyone')[0]?.subject).toContain('was approved')
  })

  test('aren’t sent in any role to the user who raised the request on behalf of another user', async () => {
    const body = { ...bodyAt(world.ids, place), requester_id: world.ids.people['requester-group'] }
    const { data } = await (await world.as('everyone', 'admin')).call(requests.create, { body })
    await move(await world.as('approver-group'), data.id, 3, 1)
    await world.send()
    expect(mailed()).toContain('processor-group')
    expect(world.mailsTo('everyone')).toEqual([])
  })

  test('are dropped when the request is no longer pending or is on hold', async () => {
    const taken = await raise(world, 'requester-group', place)
    await move(await world.as('approver-group'), taken.id, 2, 1)
    const held = await raise(world, 'requester-group', place)
    await move(await world.as('approver-group'), held.id, 3, 1)
    const body = { reason: 'Invoice is disputed', version: 2 }
    await (await world.as('approver-group')).call(requests.hold, { params: { id: held.id }, body })
    await world.send()
    expect(mailed()).toEqual(['requester-group', 'requester-group'])
    expect(world.server.taken[1]?.subject).toContain('was put on hold')
  })

  test('are dropped for users who can no longer see the request or log in', async () => {
    await raise(world, 'requester-group', place)
    await world.database.transact(async (trx) => {
      const { people } = world.ids
      await trx.updateTable('users').set({ active: 0 }).where('id', '=', people['approver-group']).execute()
      await trx.deleteFrom('user_departments').where('user_id', '=', people['approver-department']).execute()
      await trx.deleteFrom('user_roles').where('user_id', '=', people['approver-dealership']).execute()
    })
    await world.send()
    expect(mailed()).toEqual(['approver-super', 'everyone'])
  })

  test('follow each user’s settings', async () => {
    await choose('approver-group', { waiting: 'inbox' })
    await choose('approver-super', { waiting: 'digest' })
    await choose('requester-group', { decision: 'off' })
    const { id } = await raise(world, 'requester-group', place)
    await world.send()
    expect(mailed()).toEqual(['approver-department', 'approver-dealership', 'everyone'].toSorted())
    forget()
    await move(await world.as('approver-super'), id, 8, 1)
    await world.send()
    expect(mailed()).toEqual([])
  })

  test('are combined in one summary at 8 AM without requests decided by then', async () => {
    await choose('approver-group', { waiting: 'digest' })
    await choose('requester-group', { decision: 'digest', handover: 'digest' })
    const numbers = []
    for (const _ of [1, 2, 3]) numbers.push((await raise(world, 'requester-group', place)).request_number)
    const settled = await raiseTo(world, 6, 'requester-group', place)
    await world.send()
    expect(world.mailsTo('approver-group')).toEqual([])
    expect(world.mailsTo('requester-group')).toEqual([])
    // This is 8 AM on Saturday in New York.
    await until('2026-11-21T12:59:59.000Z')
    expect(world.mailsTo('approver-group')).toEqual([])
    world.clock.advance(1000)
    await world.send()
    await world.send()
    const [summary, ...others] = world.mailsTo('approver-group')
    expect(others).toEqual([])
    expect(summary?.subject).toBe('Check requests: 3 notices since your last summary')
    for (const number of numbers) expect(summary?.text).toContain(`${number} needs your approval`)
    expect(summary?.text).not.toContain(settled.request_number)
    const [own] = world.mailsTo('requester-group')
    expect(own?.subject).toBe('Check requests: 2 notices since your last summary')
    expect(own?.text).toContain(`${settled.request_number} is ready for delivery or pickup`)
  })

  test('arrive in a summary at 8 AM in the recipient’s time zone, both east and west of UTC', async () => {
    const admin = await world.as('admin-super')
    const { places } = world.ids
    const [group, toyota] = [{ params: { id: places.NWG } }, { params: { id: places['NWG/TOY'] } }]
    await admin.call(organization.updateLocalSettings, { ...group, body: { time_zone: 'Pacific/Honolulu' } })
    await admin.call(organization.updateDealership, { ...toyota, body: { time_zone: 'Asia/Tokyo' } })
    const readers = ['approver-group', 'approver-dealership', 'approver-department', 'approver-super'] as const
    for (const name of readers) await choose(name, { waiting: 'digest' })
    await raise(world, 'requester-group', place)
    await world.send()
    const notified = () => readers.filter((name) => world.mailsTo(name).length > 0)
    await until('2026-11-20T17:59:59.000Z')
    expect(notified()).toEqual([])
    await until('2026-11-20T18:00:00.000Z')
    expect(notified()).toEqual(['approver-group'])
    await until('2026-11-20T22:59:59.000Z')
    expect(notified()).toEqual(['approver-group'])
    await until('2026-11-20T23:00:00.000Z')
    expect(notified()).toEqual(['approver-group', 'approver-dealership', 'approver-department'])
    // Super admins belong to no dealership, so they use the server's time zone, which is UTC in the tests.
    await until('2026-11-21T07:59:59.000Z')
    expect(notified()).not.toContain('approver-super')
    await until('2026-11-21T08:00:00.000Z')
    expect(notified()).toEqual(readers)
  })

  test.each([
    ['standard', '2026-10-31T16:00:00.000Z', '2026-11-01T13:00:00.000Z'],
    ['daylight saving', '2027-03-13T16:00:00.000Z', '2027-03-14T12:00:00.000Z'],
  ])('arrive in a summary at 8 AM on the day when %s time begins', async (_season, before, eight) => {
    world.clock.advance(Date.parse(before) - world.clock.read())
    await choose('approver-group', { waiting: 'digest' })
    await raise(world, 'requester-group', place, { due_date: '2027-04-01' })
    await world.send()
    await until(moment(Date.parse(eight) - 1000))
    expect(world.mailsTo('approver-group')).toEqual([])
    await until(eight)
    expect(world.mailsTo('approver-group')).toHaveLength(1)
  })

  test('remind users only of pending requests that no other user has started to review', async () => {
    const [kept, taken] = [await raise(world, 'requester-group', place), await raise(world, 'requester-group', place)]
    await world.send()
    forget()
    const week = 7 * 86_400_000
    await remindApprovers({ ...world.services, clock: () => world.clock.read() + week })
    await move(await world.as('approver-super'), taken.id, 2, 1)
    world.clock.advance(week)
    await world.send()
    world.clock.advance(86_400_000)
    await world.send()
    expect(mailed()).toEqual([...approvers].toSorted())
    expect(world.server.taken[0]?.subject).toContain('1 notice since your last summary')
    expect(world.server.taken[0]?.text).toContain(`${kept.request_number} still needs your approval`)
    expect(world.server.taken[0]?.text).not.toContain(taken.request_number)
    expect(world.server.taken[0]?.text).toContain('Raised By: requester-group Tester')
  })

  test('aren’t stored when the change is rolled back', async () => {
    const { id } = await raise(world, 'requester-group', place)
    await world.send()
    forget()
    const stale = { params: { id }, body: moveBody(8, 1, 7) }
    expect((await (await world.as('approver-group')).call(requests.changeStatus, stale)).status).toBe(409)
    await world.send()
    expect(mailed()).toEqual([])
  })

  test('show user input as plain text that can’t add headers, links, or sentences', async () => {
    const payee_name_1 = '<img src=x onerror=alert(1)> & "Sons"'
    const { id } = await raise(world, 'requester-group', place, { payee_name_1 })
    const note = '</p><a href="https://evil.example">Approve</a>'
    const body = { ...moveBody(8, 1, 1), note }
    await (await world.as('approver-group')).call(requests.changeStatus, { params: { id }, body })
    await world.send()
    const [mail] = world.mailsTo('requester-group')
    expect(mail?.subject).toContain(payee_name_1)
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Sons&quot;')
    expect(mail?.html).toContain('&lt;/p&gt;&lt;a href=&quot;https://evil.example&quot;&gt;')
    const targets = [...(mail?.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1])
    expect(targets).toEqual([`${mailOrigin}/check-requests/${id}`, `${mailOrigin}/my-settings`])
  })

  test('are deleted after 30 days or when their request or user is deleted', async () => {
    const rows = async () => (await world.database.read.selectFrom('mails').select('id').execute()).length
    const { id } = await raise(world, 'requester-group', place)
    await world.send()
    expect(await rows()).toBe(approvers.length)
    const admin = await world.as('admin-super')
    const { people } = world.ids
    expect((await admin.send('DELETE', '/api/v1/users', { body: { id: people['approver-group'] } })).status).toBe(200)
    expect(await rows()).toBe(approvers.length - 1)
    await bring(world, id, 8)
    world.clock.advance(31 * 86_400_000)
    await sweep(world.services)
    expect(await rows()).toBe(0)
  })
})

test.each(databases)('stores no emails if no mail server is configured, on $name', async (kind) => {
  const world = await startWorld(kind)
  await raiseTo(world, 9, 'requester-group', place)
  expect((await (await world.as('requester-group')).call(inbox.choices)).data.mail).toBe(false)
  const { read } = world.database
  expect(await read.selectFrom('waiting_mails').selectAll().execute()).toEqual([])
  expect(await read.selectFrom('notices').select('to_mail').execute()).toEqual([{ to_mail: 0 }])
  await world.close()
})

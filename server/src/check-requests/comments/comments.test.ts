import { commentEndpoints as endpoints } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../../testing/event-stream.ts'
import { eventsOf } from '../../testing/inbox.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { bodyAt, raise, raiseTo } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

onOneDatabase('comments on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const listOf = async (id: number, person: PersonName = 'approver-group') =>
    (await (await world.as(person)).call(endpoints.list, { params: { id } })).data
  const write = async (person: PersonName, id: number, text: string) =>
    (await world.as(person)).call(endpoints.write, { params: { id }, body: { text } })
  const edit = async (person: PersonName, id: number, text: string) =>
    (await world.as(person)).call(endpoints.edit, { params: { id }, body: { text } })
  const remove = async (person: PersonName, id: number) =>
    (await world.as(person)).call(endpoints.remove, { params: { id } })
  const found = async (search: string) => {
    const { data } = await (await world.as('approver-group')).call(requests.list, { query: { view: 'all', search } })
    return data.items.map(({ id }) => id)
  }
  const verified = async () => verifyTrail(world.database, null)

  async function trailOf(id: number) {
    const query = { entity_id: id, entity: 'check-request' } as const
    const { data } = await (await world.as('admin-group')).call(auditEndpoints.list, { query })
    return data.items
  }

  test('lists a comment with the names of mentioned users for users who can see the request', async () => {
    const { id, version } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const approver = world.ids.people['approver-group']
    const added = await write('requester-group', id, `  Two repairs,\n@[${approver}]: see https://shop.example  `)
    expect([added.status, added.message]).toEqual([201, 'Comment added'])
    const comment = {
      id: added.data.id,
      text: `Two repairs,\n@[${approver}]: see https://shop.example`,
      mentions: [{ id: approver, name: 'approver-group Tester' }],
      created_at: expect.any(String),
      created_by: { id: world.ids.people['requester-group'], name: 'requester-group Tester' },
      edited_at: null,
      deleted_at: null,
    }
    const until = new Date(Date.parse(added.data.created_at) + 300_000).toISOString()
    expect(added.data).toEqual({ ...comment, changeable_until: until })
    expect(await listOf(id)).toEqual([{ ...comment, changeable_until: null }])
    expect(await listOf(id, 'requester-group')).toEqual([{ ...comment, changeable_until: until }])

    const detail = await (await world.as('approver-group')).call(requests.detail, { params: { id } })
    expect(detail.data.version).toBe(version)
    const history = await (await world.as('approver-group')).call(requests.history, { params: { id } })
    expect(history.data.map(({ action }) => action)).toEqual(['created'])
  })

  test('lets the author edit or delete a comment for five minutes, and keeps the old text in the audit trail', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const [first, second] = [
      (await write('requester-group', id, 'Frist words')).data,
      (await write('requester-group', id, 'Said by mistake')).data,
    ]
    for (const reply of [await edit('approver-group', first.id, 'Mine'), await remove('admin-group', first.id)])
      expect([reply.status, reply.message]).toEqual([
        403,
        'Only the author of this comment can change it. Add a new comment instead.',
      ])
    world.clock.advance(299_999)
    const edited = await edit('requester-group', first.id, 'First words')
    expect([edited.status, edited.data.text, edited.data.edited_at]).toEqual([200, 'First words', expect.any(String)])
    const removed = await remove('requester-group', second.id)
    expect(removed.data).toMatchObject({ text: '', deleted_at: expect.any(String), changeable_until: null })
    expect((await remove('requester-group', second.id)).message).toBe(
      'This comment was already deleted. Reload the page.',
    )
    world.clock.advance(1)
    const late = [await edit('requester-group', first.id, 'Never said'), await remove('requester-group', first.id)]
    for (const reply of late)
      expect([reply.status, reply.message]).toEqual([
        409,
        'Comments can be changed only for five minutes. Add a new comment instead.',
      ])
    expect(await listOf(id)).toMatchObject([
      { text: 'First words', edited_at: expect.any(String), deleted_at: null },
      { text: '', edited_at: null, deleted_at: expect.any(String) },
    ])
    const trail = await trailOf(id)
    expect(trail.map(({ action, before, after }) => [action, before, after]).slice(0, 4)).toMatchObject([
      ['check-request.delete-comment', { comment: { text: 'Said by mistake' } }, { comment: { text: '' } }],
      ['check-request.edit-comment', { comment: { text: 'Frist words' } }, { comment: { text: 'First words' } }],
      ['check-request.comment', null, { comment: { text: 'Said by mistake' } }],
      ['check-request.comment', null, { comment: { text: 'Frist words' } }],
    ])
    expect(await verified()).toMatchObject({ intact: true, mismatches: [] })
    world.clock.advance(-300_000)
  })

  test('finds requests by the current text of comments', async () => {
    const { id } = await raiseTo(world, 9, 'requester-group', 'NWG/TOY/SVC')
    const person = world.ids.people['approver-group']
    const said = (await write('requester-group', id, `Zweitschrift für @[${person}] liegt bei`)).data
    const wrong = (await write('requester-group', id, 'Quittung folgt')).data
    expect(await found('zweitschrift fur @approver-group tester')).toEqual([id])
    await edit('requester-group', said.id, 'Abschrift liegt bei')
    await remove('requester-group', wrong.id)
    expect([await found('zweitschrift'), await found('quittung'), await found('abschrift')]).toEqual([[], [], [id]])
    expect(await found('attach the invoice number')).toEqual([id])

    const body = bodyAt(world.ids, 'NWG/TOY/SVC', { notes: 'Kopie im Ordner' })
    const resubmitted = await (await world.as('requester-group')).call(requests.update, { params: { id }, body })
    expect(resubmitted.status).toBe(200)
    expect([await found('kopie im ordner'), await found('abschrift')]).toEqual([[id], [id]])
    expect(await found('attach the invoice number')).toEqual([id])
  })

  test('refuses access to comments and mentions for users who can’t see the request', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const said = (await write('requester-group', id, 'Between us')).data
    for (const person of ['requester-eastside', 'admin-eastside', 'requester-honda'] as const) {
      const client = await world.as(person)
      const params = { id }
      for (const reply of [
        await client.call(endpoints.list, { params }),
        await client.call(endpoints.write, { params, body: { text: 'Hello' } }),
        await client.call(endpoints.mentionable, { params, query: { name: 'a' } }),
        await client.call(endpoints.edit, { params: { id: said.id }, body: { text: 'Hello' } }),
        await client.call(endpoints.remove, { params: { id: said.id } }),
      ])
        expect(reply.status).toBe(404)
    }
    expect(await listOf(id)).toMatchObject([{ text: 'Between us' }])
  })

  test('rejects blank, overlong, and invisible text, and keeps markup as text', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    for (const [text, sentence] of [
      [' \n ', 'Write a comment'],
      ['x'.repeat(2001), 'Enter at most 2000 characters.'],
      ['pay\u202eeyap', 'This text contains invisible characters. Type it instead of pasting it'],
      ['bell\u0007', 'This text has invisible control characters. Type it again.'],
    ] as const) {
      const reply = await write('requester-group', id, text)
      expect([reply.status, reply.body.error?.fields]).toEqual([422, { text: sentence }])
    }
    const markup = '<img src=x onerror=alert(1)> **bold** [x](javascript:alert(1))'
    expect((await write('requester-group', id, markup)).data.text).toBe(markup)
  })

  test('sends live updates about a comment only to users who can see the request', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const stream = await openStream(world.app, await world.as('approver-department'))
    const stranger = await openStream(world.app, await world.as('approver-eastside'))
    await write('requester-group', id, 'Hello')
    expect(await stream.next()).toMatchObject({ topic: 'check-requests', id })
    const other = await raise(world, 'requester-eastside', 'EAS')
    expect((await stranger.next()).id).toBe(other.id)
    stream.close()
    stranger.close()
  })

  test('notifies mentioned users and the requester once per comment, and never the author', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const notified = async (person: PersonName) => eventsOf(await world.as(person), id)
    const { 'approver-group': approver, 'admin-group': admin, 'requester-group': requester } = world.ids.people
    const said = (await write('approver-group', id, `@[${approver}], note to myself`)).data
    expect(await notified('requester-group')).toEqual(['commented'])
    await edit('approver-group', said.id, `@[${admin}] and @[${requester}], look at this`)
    await edit('approver-group', said.id, `@[${admin}], look at this now`)
    expect(await notified('admin-group')).toEqual(['mentioned'])
    expect(await notified('requester-group')).toEqual(['commented'])
    await write('requester-group', id, `@[${requester}] I am waiting`)
    await write('approver-group', id, `So am I, @[${requester}]`)
    expect(await notified('requester-group')).toEqual(['mentioned', 'commented'])
    expect(await notified('approver-group')).not.toContain('mentioned')
    await remove('approver-group', said.id)
    expect(await notified('admin-group')).toEqual(['mentioned'])
  })

  test('adds a comment once when the same call is repeated', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const client = (await world.as('requester-group')).with({ 'idempotency-key': 'said-twice' })
    const say = () => client.call(endpoints.write, { params: { id }, body: { text: 'Once' } })
    const [first, again] = [await say(), await say()]
    expect([again.status, again.data]).toEqual([201, first.data])
    expect(await listOf(id)).toHaveLength(1)
  })

  test('deletes comments with the request or its location, and keeps their text in the audit trail', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    await write('approver-group', id, 'Why so much?')
    const removed = await (await world.as('requester-group')).call(requests.remove, { params: { id } })
    expect(removed.status).toBe(200)
    const another = await raise(world, 'requester-eastside', 'EAS/KIA/SVC')
    await write('requester-eastside', another.id, 'For the lift')
    const params = { id: world.ids.places.EAS }
    expect((await (await world.as('admin-super')).call(organization.removeGroup, { params })).status).toBe(200)
    const left = world.database.read.selectFrom('comments').select('id')
    expect(await left.where('check_request_id', 'in', [id, another.id]).execute()).toEqual([])
    expect((await trailOf(id)).find(({ action }) => action === 'check-request.remove-comments')?.before).toMatchObject({
      comments: [{ text: 'Why so much?' }],
    })
    expect(await verified()).toMatchObject({ intact: true, mismatches: [] })
  })
})

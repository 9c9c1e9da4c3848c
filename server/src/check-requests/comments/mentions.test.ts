import { commentEndpoints as endpoints } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { inboxEndpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

const notAReader = 'This comment mentions someone who can’t see this request. Type @ and choose from the list.'

onOneDatabase('mentions on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const write = async (person: PersonName, id: number, text: string) =>
    (await world.as(person)).call(endpoints.write, { params: { id }, body: { text } })

  test.each([
    ['requester-department', 'NWG/TOY/SVC'],
    ['requester-group', 'NWG/HON'],
    ['requester-group', 'NWG'],
    ['requester-eastside', 'EAS/KIA/SVC'],
  ] as const)(
    'offers and accepts exactly the users who can open a request raised by user %s at location %s',
    async (requester, place) => {
      const { id } = await raise(world, requester, place)
      const seeing = new Set<number>()
      for (const [name, personId] of Object.entries(world.ids.people) as [PersonName, number][]) {
        const isSeeing = await canOpen(name, id)
        if (isSeeing) seeing.add(personId)
        const { status, message } = await write('admin-super', id, `Look, @[${personId}]`)
        expect([name, status, message]).toEqual([name, ...(isSeeing ? [201, 'Comment added'] : [422, notAReader])])
      }
      const offered: number[] = []
      for (const name of ['admin', 'requester', 'approver', 'processor', 'everyone', 'inactive'])
        offered.push(...(await offeredTo('admin-super', id, name)).map((person) => person.id))
      seeing.delete(world.ids.people['admin-super'])
      expect(new Set(offered)).toEqual(seeing)
    },
  )

  async function canOpen(name: PersonName, id: number): Promise<boolean> {
    if (name === 'inactive') return false
    const roles = name.startsWith('everyone') ? (['requester', 'approver'] as const) : [undefined]
    const open = async (role: (typeof roles)[number]) =>
      (await (await world.as(name, role)).call(requests.detail, { params: { id } })).status
    return (await Promise.all(roles.map(open))).includes(200)
  }

  const offeredTo = async (person: PersonName, id: number, name: string) =>
    (await (await world.as(person)).call(endpoints.mentionable, { params: { id }, query: { name } })).data

  test('neither offers nor accepts inactive or deleted users', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const person = world.ids.people['approver-department']
    for (const gone of [{ active: 0 }, { active: 1, deleted_at: '2026-11-20T16:00:00.000Z' }]) {
      await world.database.transact((trx) => trx.updateTable('users').set(gone).where('id', '=', person).execute())
      expect((await write('requester-group', id, `@[${person}]`)).status).toBe(422)
      expect(await offeredTo('requester-group', id, 'approver-department')).toEqual([])
    }
  })

  test('notifies a user whose full name is typed after @, if the user can see the request (T2)', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const said = await write('requester-group', id, 'Hi @Approver-Group Tester, please look')
    const mentioned = world.ids.people['approver-group']
    expect(said.data).toMatchObject({ text: `Hi @[${mentioned}], please look`, mentions: [{ id: mentioned }] })
    const inbox = await (await world.as('approver-group', 'approver')).call(inboxEndpoints.list, { query: {} })
    expect(inbox.data.items).toContainEqual(
      expect.objectContaining({ event: 'mentioned', request: expect.objectContaining({ id }) }),
    )
    const nobody = await write('requester-group', id, 'Hi @Requester-Eastside Tester')
    expect(nobody.data).toMatchObject({ text: 'Hi @Requester-Eastside Tester', mentions: [] })
    const twin = { first_name: 'approver-super', last_name: 'Tester' }
    const other = world.ids.people['processor-super']
    const rename = (names: object) =>
      world.database.transact((trx) => trx.updateTable('users').set(names).where('id', '=', other).execute())
    await rename(twin)
    const unclear = await write('requester-group', id, '@approver-super Tester')
    expect([unclear.status, unclear.message]).toEqual([
      422,
      'Several users are named approver-super Tester. Type @ and choose one from the list.',
    ])
    await rename({ first_name: 'processor-super' })
  })

  test('shows only a comment’s current text in the inbox, and no text after the comment is deleted (T9)', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const approver = world.ids.people['approver-group']
    const said = await write('admin-super', id, `@[${approver}], is ${'so '.repeat(200)}much right?`)
    const quoteFor = async (person: PersonName) => {
      const { items } = (await (await world.as(person)).call(inboxEndpoints.list, { query: {} })).data
      return items.find(({ event, request }) => request?.id === id && event !== 'waiting-for-approval')?.text
    }
    for (const person of ['approver-group', 'requester-group'] as const) {
      const quote = await quoteFor(person)
      expect(quote).toMatch(/^@approver-group Tester, is so so .* so…$/)
      expect(quote).toHaveLength(300)
    }
    const writer = await world.as('admin-super')
    const params = { id: said.data.id }
    await writer.call(endpoints.edit, { params, body: { text: 'Is it right?' } })
    expect(await quoteFor('requester-group')).toBe('Is it right?')
    await writer.call(endpoints.remove, { params })
    expect(await quoteFor('requester-group')).toBeNull()
  })

  test('offers users whose first, last, or full name starts with the text, ignoring accents and letter case', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const renee = world.ids.people['processor-group']
    await world.database.transact((trx) =>
      trx.updateTable('users').set({ first_name: 'Renée', last_name: 'van Çelik' }).where('id', '=', renee).execute(),
    )
    for (const name of ['renee', 'Van', 'çe', 'CELIK', 'Renée v', 'van ce'])
      expect(await offeredTo('requester-group', id, name)).toEqual([
        { id: renee, name: 'Renée van Çelik', role: 'Processor' },
      ])
    for (const name of ['enee', 'nobody', '%', '_']) expect(await offeredTo('requester-group', id, name)).toEqual([])
    expect(await offeredTo('requester-group', id, '')).toHaveLength(8)
    const own = await offeredTo('requester-group', id, 'requester-group')
    expect(own).toEqual([])
  })

  test('ignores a scope that a second person hasn’t confirmed', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/HON')
    const person = world.ids.people['approver-dealership']
    expect((await write('requester-group', id, `@[${person}]`)).status).toBe(422)
    const narrow = { level: 2, dealerGroupId: world.ids.places.NWG, dealershipIds: [world.ids.places['NWG/TOY']] }
    const waiting = {
      user_id: person,
      dealer_group_id: world.ids.places.NWG,
      changes: '[]',
      asked_by: '[]',
      asked_at: '2026-11-20T16:00:00.000Z',
      scope_in_force: JSON.stringify({ ...narrow, departmentIds: [] }),
      stopped_by_id: null,
      stopped_at: null,
    }
    const other = { user_id: person, dealer_group_id: world.ids.places.NWG, dealership_id: world.ids.places['NWG/HON'] }
    await world.database.transact(async (trx) => {
      await trx.deleteFrom('user_dealerships').where('user_id', '=', person).execute()
      await trx.insertInto('user_dealerships').values(other).execute()
      await trx
        .insertInto('account_confirmations')
        .values({ ...waiting, effective_at: null })
        .execute()
    })
    expect((await write('requester-group', id, `@[${person}]`)).status).toBe(422)
    const atToyota = await raise(world, 'requester-group', 'NWG/TOY')
    expect((await write('requester-group', atToyota.id, `@[${person}]`)).status).toBe(201)
    await world.database.transact((trx) =>
      trx.updateTable('account_confirmations').set({ effective_at: '2026-01-01T16:00:00.000Z' }).execute(),
    )
    expect((await write('requester-group', id, `@[${person}]`)).status).toBe(201)
  })
})

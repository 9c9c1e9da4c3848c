import { viewEndpoints as endpoints } from '@check-requests/domain/check-requests/views/endpoints.ts'
import { type CreateViewInput, type ListLayout, mostViews } from '@check-requests/domain/check-requests/views/fields.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, logInAs, replacePassword, userBody } from '../../testing/accounts.ts'
import type { Client } from '../../testing/client.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { startWorld, type World } from '../../testing/world.ts'

const layout: ListLayout = {
  columns: [{ key: 'payee', width: 240 }, { key: 'purpose', shown: false }, { key: 'number' }],
  density: 'dense',
}
const urgent: CreateViewInput = { list: 'all', name: 'Urgent', query: 'sort=priority', layout, shared: false }
const missing = 'This view doesn’t exist, or you have no access to it.'

onOneDatabase('saved views on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const kept = async (client: Client) => (await client.call(endpoints.list)).data
  const namesOf = async (client: Client) => (await kept(client)).views.map(({ name }) => name)
  const save = (client: Client, changes: Partial<CreateViewInput> = {}) =>
    client.call(endpoints.create, { body: { ...urgent, ...changes } })
  const change = (client: Client, id: number, body: object) => client.send('PATCH', `/api/v1/views/${id}`, { body })
  const remove = (client: Client, id: number) => client.call(endpoints.remove, { params: { id } })
  const rowsOf = async (table: 'list_layouts' | 'saved_views', userId: number) =>
    (await world.database.read.selectFrom(table).select('list').where('user_id', '=', userId).execute()).length

  test('keeps the columns of a list for the user in all roles and sessions', async () => {
    const client = await world.as('everyone', 'requester')
    const stored = await client.call(endpoints.saveLayout, { body: { list: 'all', layout } })
    expect([stored.status, stored.data]).toEqual([200, { list: 'all', layout }])
    await client.call(endpoints.saveLayout, { body: { list: 'pending', layout } })
    const own = { columns: [], density: 'comfortable' as const }
    await client.call(endpoints.saveLayout, { body: { list: 'pending', layout: own } })
    const elsewhere = await kept(await world.as('everyone', 'approver'))
    expect(elsewhere.layouts).toHaveLength(2)
    expect(elsewhere.layouts).toEqual(
      expect.arrayContaining([
        { list: 'all', layout },
        { list: 'pending', layout: own },
      ]),
    )
    for (const name of ['requester-group', 'requester-super', 'requester-eastside'] as const)
      expect((await kept(await world.as(name))).layouts).toEqual([])
  })

  test.each([
    ['PUT', '/views/layout', { list: 'users', layout }],
    ['PUT', '/views/layout', { list: 'all', layout: { ...layout, density: 'huge' } }],
    ['POST', '/views', { ...urgent, name: ' ' }],
    ['POST', '/views', { ...urgent, query: 'a b' }],
  ] as const)('rejects a %s call to %s with the body %j', async (method, path, body) => {
    const client = await world.as('requester-group')
    expect((await client.send(method, `/api/v1${path}`, { body })).status).toBe(422)
  })

  test('shows an unshared view only to its owner, and lets only the owner change it', async () => {
    const owner = await world.as('approver-group')
    const { status, data } = await save(owner, { name: 'Mine alone' })
    const { id } = data
    const view = { ...urgent, id, name: 'Mine alone', own: true, owner_name: 'approver-group Tester' }
    expect([status, data]).toEqual([201, view])
    expect((await kept(owner)).views).toEqual([view])
    for (const name of ['everyone', 'approver-super', 'approver-eastside', 'requester-group'] as const) {
      const other = await world.as(name)
      expect(await namesOf(other)).not.toContain('Mine alone')
      for (const reply of [await change(other, id, { name: 'Stolen' }), await remove(other, id)])
        expect([reply.status, reply.text]).toEqual([404, expect.stringContaining(missing)])
    }
    expect((await change(owner, id, { query: '', layout: null })).status).toBe(200)
    expect((await kept(owner)).views).toEqual([{ ...view, query: '', layout: null }])
    expect((await remove(owner, id)).status).toBe(200)
    expect(await namesOf(owner)).toEqual([])
  })

  test('shows a shared view only in its dealer group, and lets only its owner change it', async () => {
    const owner = await world.as('processor-group')
    const { id } = (await save(owner, { name: 'For all', shared: true })).data
    const other = await world.as('requester-department')
    const seen = (await kept(other)).views.find((view) => view.id === id)
    expect(seen).toMatchObject({ name: 'For all', own: false, owner_name: 'processor-group Tester' })
    for (const name of ['requester-eastside', 'admin-super'] as const)
      expect(await namesOf(await world.as(name))).not.toContain('For all')
    expect((await change(other, id, { name: 'Stolen' })).status).toBe(404)
    expect((await change(owner, id, { shared: false })).status).toBe(200)
    expect(await namesOf(other)).not.toContain('For all')
    await remove(owner, id)
  })

  test.each([
    ['requester-group', 403],
    ['approver-super', 403],
    ['approver-department', 201],
    ['processor-dealership', 201],
    ['admin-department', 201],
  ] as const)('responds to a view shared by user %s with HTTP status %i', async (name, status) => {
    const client = await world.as(name)
    const reply = await save(client, { name: `By ${name}`, shared: true })
    expect(reply.status).toBe(status)
    const own = status === 201 ? reply.data : (await save(client, { name: `By ${name}` })).data
    const shared = await change(client, own.id, { shared: true })
    expect(shared.status).toBe(status === 201 ? 200 : 403)
    await remove(client, own.id)
  })

  test('lets only the owner or an admin of the group delete a shared view', async () => {
    const owner = await world.as('approver-group')
    const { id } = (await save(owner, { name: 'Old', shared: true })).data
    for (const [name, status] of [
      ['requester-group', 403],
      ['processor-group', 403],
      ['admin-department', 403],
      ['admin-eastside', 404],
      ['admin-super', 404],
      ['admin-group', 200],
    ] as const)
      expect([name, (await remove(await world.as(name), id)).status]).toEqual([name, status])
    expect(await namesOf(owner)).toEqual([])
  })

  test('limits views to 20 per user and shared views to 20 per dealer group, and explains what to do', async () => {
    const owner = await world.as('approver-eastside')
    for (let n = 0; n < mostViews; n += 1) await save(owner, { name: `View ${n}`, shared: true })
    const own = await save(owner, { name: 'One more' })
    const shared = await save(await world.as('processor-eastside'), { shared: true })
    expect([own.status, own.message]).toEqual([409, 'You already have 20 saved views, the maximum. Delete one first.'])
    expect([shared.status, shared.message]).toEqual([
      409,
      'Your dealer group already has 20 shared views, the maximum. Delete one first, or ask the person who shared it.',
    ])
    for (const { id } of (await kept(owner)).views) await remove(owner, id)
    expect((await save(owner, { name: 'One more' })).status).toBe(201)
  })

  test('saves a view once when the same call is repeated', async () => {
    const client = (await world.as('requester-honda')).with({ 'idempotency-key': 'view-1' })
    const first = await save(client)
    expect((await save(client)).text).toBe(first.text)
    expect(await namesOf(client)).toEqual(['Urgent'])
  })

  test('adds no audit entry when a view is saved or deleted or a list layout is saved', async () => {
    const client = await world.as('approver-dealership')
    const entries = async () => (await world.database.read.selectFrom('audit_entries').select('seq').execute()).length
    const before = await entries()
    await remove(client, (await save(client, { shared: true })).data.id)
    await client.call(endpoints.saveLayout, { body: { list: 'all', layout } })
    expect(await entries()).toBe(before)
  })

  test.each(['deleted', 'moved to another dealer group'])('deletes the views of a user who is %s', async (fate) => {
    const admin = await world.as('admin-super')
    const body = userBody(world.ids, { role_ids: [2] })
    const { id, email } = await addUser(admin, body)
    await replacePassword(world.anyone, email)
    const client = await logInAs(world.anyone, email)
    await save(client)
    await client.call(endpoints.saveLayout, { body: { list: 'all', layout } })
    expect([await rowsOf('saved_views', id), await rowsOf('list_layouts', id)]).toEqual([1, 1])
    if (fate === 'deleted') await admin.call(userEndpoints.remove, { body: { id } })
    else await admin.send('PATCH', '/api/v1/users', { body: { id, dealer_group_id: world.ids.places.EAS } })
    expect([await rowsOf('saved_views', id), await rowsOf('list_layouts', id)]).toEqual([0, 0])
  })

  test('deletes views of users in a deleted dealer group', async () => {
    const { people, places } = world.ids
    const client = await world.as('requester-eastside')
    await save(client)
    await client.call(endpoints.saveLayout, { body: { list: 'all', layout } })
    const gone = await (await world.as('admin-super')).send('DELETE', `/api/v1/dealer-groups/${places.EAS}`)
    expect(gone.status).toBe(200)
    const id = people['requester-eastside']
    expect([await rowsOf('saved_views', id), await rowsOf('list_layouts', id)]).toEqual([0, 0])
  })
})

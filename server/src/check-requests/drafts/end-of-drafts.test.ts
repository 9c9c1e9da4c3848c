import { draftEndpoints as endpoints } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { bodyAt } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

onOneDatabase('end of drafts on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const begin = async (client: Client) =>
    (await client.call(endpoints.create, { body: { form: 'new-check-request', values: { amount: '1' } } })).data.id
  const submit = (client: Client, draft_id: number, changes = {}) =>
    client.call(checkRequestEndpoints.create, { body: bodyAt(world.ids, 'NWG', { draft_id, ...changes }) })
  const exists = async (id: number) =>
    (await world.database.read.selectFrom('drafts').select('id').where('id', '=', id).execute()).length === 1
  const draftsOf = (name: PersonName) =>
    world.database.read.selectFrom('drafts').select('id').where('user_id', '=', world.ids.people[name]).execute()

  test('deletes a draft when its request is created, and keeps it when the request is refused', async () => {
    const client = await world.as('requester-group')
    const id = await begin(client)
    const refused = await submit(client, id, { amount: 'nothing' })
    expect([refused.status, await exists(id)]).toEqual([422, true])
    const outside = await submit(client, id, { dealer_group_id: world.ids.places.EAS })
    expect([outside.status, await exists(id)]).toEqual([403, true])
    const done = await submit(client, id)
    expect([done.status, await exists(id)]).toEqual([201, false])
    const { data } = await client.call(checkRequestEndpoints.detail, { params: { id: done.data.id } })
    expect(JSON.stringify(data)).not.toContain('draft')
  })

  test('creates no second request when a draft is submitted again with the same key', async () => {
    const client = (await world.as('requester-group')).with({ 'idempotency-key': 'submitted-draft' })
    const id = await begin(await world.as('requester-group'))
    const [first, second] = [await submit(client, id), await submit(client, id)]
    expect([second.status, second.text]).toEqual([201, first.text])
  })

  test('accepts a request whose draft was already deleted', async () => {
    const client = await world.as('requester-group')
    const id = await begin(client)
    expect((await client.call(endpoints.remove, { params: { id } })).data).toEqual({ id })
    expect((await submit(client, id)).status).toBe(201)
  })

  test('keeps another user’s draft', async () => {
    const id = await begin(await world.as('requester-super'))
    expect((await submit(await world.as('requester-group'), id)).status).toBe(201)
    expect(await exists(id)).toBe(true)
  })

  test('deletes the drafts of a user who moves to another dealer group', async () => {
    await begin(await world.as('requester-department'))
    const { people, places } = world.ids
    const body = {
      id: people['requester-department'],
      access_level: 1,
      dealer_group_id: places.EAS,
      dealership_ids: [],
    }
    const reply = await (await world.as('admin-super')).call(userEndpoints.update, {
      body: { ...body, department_ids: [] },
    })
    expect([reply.status, await draftsOf('requester-department')]).toEqual([200, []])
  })

  test('keeps the drafts of a user whose title changes', async () => {
    const id = await begin(await world.as('requester-dealership'))
    const body = { id: world.ids.people['requester-dealership'], title: 'Cashier' }
    expect((await (await world.as('admin-group')).call(userEndpoints.update, { body })).status).toBe(200)
    expect(await exists(id)).toBe(true)
  })

  test('deletes the drafts of a deleted user', async () => {
    await begin(await world.as('requester-honda'))
    const body = { id: world.ids.people['requester-honda'] }
    expect((await (await world.as('admin-group')).call(userEndpoints.remove, { body })).status).toBe(200)
    expect(await draftsOf('requester-honda')).toEqual([])
  })

  test('deletes the drafts of all users of a deleted dealer group', async () => {
    await begin(await world.as('requester-eastside'))
    const params = { id: world.ids.places.EAS }
    const reply = await (await world.as('admin-super')).call(organizationEndpoints.removeGroup, { params })
    expect([reply.status, await draftsOf('requester-eastside')]).toEqual([200, []])
  })
})

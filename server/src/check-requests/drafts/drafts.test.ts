import { draftEndpoints as endpoints } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { type DraftValues, draftsKeptForDays, mostDrafts } from '@check-requests/domain/check-requests/drafts/fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '../../operation/jobs/commands/daily.ts'
import type { Client } from '../../testing/client.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { startWorld, type World } from '../../testing/world.ts'

const form = 'new-check-request'
const missing = { success: false, message: 'This draft doesn’t exist, or you have no access to it.' }

onOneDatabase('drafts on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const begin = async (client: Client, values: DraftValues) =>
    (await client.call(endpoints.create, { body: { form, values } })).data
  const save = (client: Client, id: number, version: number | undefined, values: DraftValues) =>
    client.call(endpoints.update, { params: { id }, body: { values, ...(version && { version }) } })
  const read = (client: Client, id: number) => client.call(endpoints.detail, { params: { id } })
  const idsOf = async (client: Client) => (await client.call(endpoints.list)).data.map(({ id }) => id)

  test('keeps complete and incomplete input as entered', async () => {
    const client = await world.as('requester-group')
    const values = {
      amount: '12,3',
      payee_name_1: '  Harbor  ',
      purpose_id: null,
      notes: 'two\nlines',
      vin_last_digits: '',
    }
    const saved = await client.call(endpoints.create, { body: { form, values } })
    expect([saved.status, saved.data.version]).toEqual([201, 1])
    expect((await read(client, saved.data.id)).data).toMatchObject({ form, values, version: 1 })
    const later = await save(client, saved.data.id, 1, { amount: '12,34' })
    expect([later.status, later.data.version]).toEqual([200, 2])
    expect((await read(client, saved.data.id)).data.values).toEqual({ amount: '12,34' })
  })

  test.each([
    ['a field that isn’t in the form', { values: { amount_cents: 1 } }, 400],
    ['a field of the wrong type', { values: { amount: 12 } }, 400],
    ['a text that is too long', { values: { payee_name_1: 'x'.repeat(1001) } }, 422],
    ['an unknown form', { form: 'delete-everything' }, 422],
  ])('refuses a draft with %s', async (_, wrong, status) => {
    const client = await world.as('requester-group')
    const reply = await client.send('POST', '/api/v1/drafts', { body: { form, values: {}, ...wrong } })
    expect(reply.status).toBe(status)
  })

  test('shows a draft only to its owner in the requester role', async () => {
    const owner = await world.as('everyone', 'requester')
    const { id } = await begin(owner, { payee_name_1: 'Mine' })
    const others = [
      await world.as('everyone', 'admin'),
      await world.as('requester-group'),
      await world.as('requester-super'),
      await world.as('requester-eastside'),
      await world.as('admin-super'),
    ]
    for (const other of others) {
      expect(await idsOf(other)).not.toContain(id)
      for (const reply of [
        await read(other, id),
        await save(other, id, 1, { payee_name_1: 'Stolen' }),
        await other.call(endpoints.remove, { params: { id } }),
        await read(other, 999_999),
      ])
        expect([reply.status, reply.body]).toEqual([404, { ...missing, error: { code: 'NOT_FOUND' } }])
    }
    expect((await read(owner, id)).data.values).toEqual({ payee_name_1: 'Mine' })
  })

  test.each(['approver-group', 'processor-group'] as const)('refuses drafts by user %s', async (name) => {
    const client = await world.as(name)
    const created = await client.call(endpoints.create, { body: { form, values: {} } })
    expect([created.status, (await client.call(endpoints.list)).status]).toEqual([403, 403])
  })

  test('lists drafts by form, starting with the last changed', async () => {
    const client = await world.as('requester-dealership')
    const first = await begin(client, { payee_name_1: 'First' })
    world.clock.advance(1000)
    const second = await begin(client, { payee_name_1: 'Second' })
    expect(await idsOf(client)).toEqual([second.id, first.id])
    world.clock.advance(1000)
    await save(client, first.id, 1, { payee_name_1: 'First again' })
    const { data } = await client.call(endpoints.list, { query: { form } })
    expect(data.map(({ id }) => id)).toEqual([first.id, second.id])
    expect((await client.send('GET', '/api/v1/drafts?form=other')).status).toBe(422)
  })

  test.each([undefined, 1, 3])(
    'refuses to save version %s over version 2, and names the author and time of version 2',
    async (stale) => {
      const client = await world.as('requester-department')
      const { id } = await begin(client, { amount: '1' })
      world.clock.advance(1000)
      const { updated_at } = (await save(client, id, 1, { amount: '2' })).data
      const reply = await save(client, id, stale, { amount: '3' })
      const current = { version: 2, updated_at, updated_by: 'requester-department Tester' }
      expect([reply.status, reply.error]).toEqual([409, { code: 'CONFLICT', current }])
      expect((await read(client, id)).data).toMatchObject({ version: 2, values: { amount: '2' } })
      await client.call(endpoints.remove, { params: { id } })
    },
  )

  test('saves one of four simultaneous calls, and overwrites nothing with the other three', async () => {
    const client = await world.as('requester-group')
    const { id } = await begin(client, { amount: '0' })
    const replies = await Promise.all(['1', '2', '3', '4'].map((amount) => save(client, id, 1, { amount })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const winner = replies.findIndex(({ status }) => status === 200)
    expect((await read(client, id)).data).toMatchObject({ version: 2, values: { amount: String(winner + 1) } })
  })

  test('gives a repeated save the same response with or without a key, and saves only once', async () => {
    const client = await world.as('requester-super')
    const keyed = client.with({ 'idempotency-key': 'draft-1' })
    const body = { form, values: { amount: '5' } } as const
    const first = await keyed.call(endpoints.create, { body })
    expect((await keyed.call(endpoints.create, { body })).text).toBe(first.text)
    expect(await idsOf(client)).toEqual([first.data.id])
    const saved = await save(client, first.data.id, 1, { amount: '6' })
    const repeated = await save(client, first.data.id, 1, { amount: '6' })
    expect([repeated.status, repeated.text]).toEqual([200, saved.text])
  })

  test('refuses more than 20 drafts per user, and explains what to do', async () => {
    const client = await world.logIn(emailOf('requester-eastside'))
    for (let n = (await idsOf(client)).length; n < mostDrafts; n += 1) await begin(client, { amount: String(n) })
    const reply = await client.call(endpoints.create, { body: { form, values: {} } })
    expect([reply.status, reply.message]).toEqual([
      409,
      'You already have 20 drafts, the maximum. Submit or discard one first.',
    ])
    const [id] = await idsOf(client)
    await client.call(endpoints.remove, { params: { id: id as number } })
    expect((await client.call(endpoints.create, { body: { form, values: {} } })).status).toBe(201)
  })

  test('keeps drafts out of the audit trail and request lists', async () => {
    const client = await world.as('requester-honda')
    const entries = async () => (await world.database.read.selectFrom('audit_entries').select('seq').execute()).length
    const list = await client.send('GET', '/api/v1/check-requests')
    const before = await entries()
    const { id } = await begin(client, { amount: '7' })
    await save(client, id, 1, { amount: '8' })
    const headers = { 'if-none-match': String(list.headers.etag) }
    expect((await client.send('GET', '/api/v1/check-requests', { headers })).status).toBe(304)
    expect(await entries()).toBe(before)
  })

  test('deletes a draft thirty days after its last change', async () => {
    const client = await world.logIn(emailOf('requester-honda'))
    const { id } = await begin(client, { amount: '9' })
    const rows = () => world.database.read.selectFrom('drafts').select('id').where('id', '=', id).execute()
    world.clock.advance(draftsKeptForDays * 86_400_000)
    await sweep(world.services)
    expect(await rows()).toHaveLength(1)
    world.clock.advance(1)
    await sweep(world.services)
    expect(await rows()).toEqual([])
  })
})

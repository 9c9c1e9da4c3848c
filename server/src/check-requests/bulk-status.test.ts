import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { bulkStatusBody } from '@check-requests/domain/check-requests/fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName, RoleWord } from '../testing/organization.ts'
import { type Raised, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

type Body = z.input<typeof bulkStatusBody>

const missing = 'This check request doesn’t exist, or you have no access to it.'
const ownWork =
  'You raised this request or edited its payment details, so someone else has to decide on it (separation of duties).'

onBothDatabases('bulk status changes on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const workshop = 'NWG/TOY/SVC'
  const raiseHere = () => raise(world, 'requester-group', workshop)
  const as = (name: PersonName, role?: RoleWord) => world.as(name, role)
  const shown = ({ id, version }: Raised, more: object = {}) => ({ id, version, ...more })

  async function move(name: PersonName, body: Body, role?: RoleWord) {
    return (await as(name, role)).call(endpoints.changeStatuses, { body })
  }

  async function detailOf(id: number) {
    return (await (await as('admin-super')).call(endpoints.detail, { params: { id } })).data
  }

  /** The number of history entries and audit entries of a request. */
  async function traces(id: number) {
    const { read } = world.database
    const history = await read.selectFrom('status_history').select('id').where('check_request_id', '=', id).execute()
    const trail = await read
      .selectFrom('audit_entries')
      .select('seq')
      .where('entity', '=', 'check-request')
      .where('entity_id', '=', id)
      .execute()
    return [history.length, trail.length]
  }

  test('approves or refuses each request separately, and returns results in the order of the call', async () => {
    const [free, changed, rejected] = [await raiseHere(), await raiseHere(), await raiseTo(world, 8, 'everyone', 'NWG')]
    const own = await raise(world, 'everyone', workshop)
    const elsewhere = await raise(world, 'requester-eastside', 'EAS/KIA/SVC')
    const last = await raiseHere()
    const urgent = { priority_level: 'urgent', version: changed.version } as const
    await (await as('requester-group')).call(endpoints.changePriority, { params: { id: changed.id }, body: urgent })
    const items = [free, changed, { ...rejected, version: 2 }, own, elsewhere, { ...last, id: 999_999 }, last]
    const reply = await move('everyone', { status_id: 3, items: items.map((item) => shown(item)) }, 'approver')
    expect([reply.status, reply.message]).toEqual([200, '2 of 7 check requests updated'])
    expect(reply.data.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    const outcomes = reply.data.map((result) =>
      result.done ? result.entry.status_name : [result.status, result.error.code, result.message],
    )
    const meantime =
      'requester-group Tester changed the priority of this request in the meantime. Review it before you continue.'
    const wrong = 'This request is Rejected now. Only a request that is Request or Processing can be set to Approved.'
    expect(outcomes).toEqual([
      'approved',
      [409, 'CONFLICT', meantime],
      [409, 'CONFLICT', wrong],
      [403, 'FORBIDDEN', ownWork],
      [404, 'NOT_FOUND', missing],
      [404, 'NOT_FOUND', missing],
      'approved',
    ])
    for (const { id } of [free, last]) {
      expect(await detailOf(id)).toMatchObject({ status_name: 'approved', version: 2 })
      expect(await traces(id)).toEqual([2, 2])
    }
    for (const { id } of [own, elsewhere]) {
      expect(await detailOf(id)).toMatchObject({ status_name: 'request', version: 1 })
      expect(await traces(id)).toEqual([1, 1])
    }
  })

  test('writes the same history and audit entries, and returns the same response, as single changes', async () => {
    const [single, several] = [await raiseHere(), await raiseHere()]
    const approver = await as('approver-group')
    const change = { status_id: 8, note: 'Paid already' }
    const one = await approver.call(endpoints.changeStatus, {
      params: { id: single.id },
      body: { ...change, version: 1 },
    })
    const [other] = (await move('approver-group', { ...change, items: [shown(several)] })).data
    expect(other?.done && { ...other.entry, id: 0 }).toEqual({ ...one.data, id: 0 })
    const entryOf = (id: number) =>
      world.database.read
        .selectFrom('audit_entries')
        .select(['actor_name', 'role_id', 'action', 'payload'])
        .where('entity', '=', 'check-request')
        .where('entity_id', '=', id)
        .where('action', '=', 'check-request.change-status')
        .executeTakeFirst()
    expect(await entryOf(several.id)).toEqual(await entryOf(single.id))
  })

  test('refuses to reject or send back a request without a note', async () => {
    const raised = await raiseHere()
    for (const status_id of [8, 9]) {
      const { data } = await move('approver-group', { status_id, note: '  ', items: [shown(raised)] })
      expect(data[0]).toMatchObject({ done: false, status: 422, error: { code: 'INVALID_FIELDS' } })
    }
    expect(await detailOf(raised.id)).toMatchObject({ status_name: 'request', version: 1 })
  })

  test('gives each check its own number, and refuses only taken or missing numbers', async () => {
    const printed = await Promise.all([1, 2, 3, 4].map(() => raiseTo(world, 4, 'requester-group', workshop)))
    const numbers = ['420001', '420001', null, '420002']
    const items = printed.map((raised, index) => ({ ...shown(raised), version: 3, check_number: numbers[index] }))
    const { data } = await move('processor-group', { status_id: 5, items })
    expect(data.map((result) => (result.done ? result.entry.check_number : result.error.fields))).toEqual([
      '420001',
      { check_number: `Check number 420001 is already on ${printed[0]?.request_number}.` },
      { check_number: 'Check number is required' },
      '420002',
    ])
  })

  test.each([
    ['no requests', [], { items: 'Choose at least one check request.' }],
    ['a repeated request', [1, 1], { items: 'List each check request only once.' }],
    [
      '101 requests',
      Array.from({ length: 101 }, (_, index) => index + 1),
      { items: 'Choose at most 100 check requests.' },
    ],
  ])('rejects the whole call with %s', async (_, ids, fields) => {
    const reply = await move('approver-group', { status_id: 3, items: ids.map((id) => ({ id, version: 1 })) })
    expect([reply.status, reply.error]).toEqual([422, { code: 'INVALID_FIELDS', fields }])
  })

  test('refuses only the approval that lacks a version', async () => {
    const [seen, unseen] = [await raiseHere(), await raiseHere()]
    const reply = await move('approver-group', { status_id: 3, items: [{ id: unseen.id }, shown(seen)] })
    expect(reply.data.map((row) => (row.done ? 201 : [row.status, row.message]))).toEqual([
      [409, 'The version of the request is missing. Review the request before you decide.'],
      201,
    ])
  })

  test('rejects the whole call when a version or check number is malformed', async () => {
    const raised = await raiseHere()
    const approver = await as('approver-group')
    for (const item of [{ id: raised.id, version: 0 }, shown(raised, { check_number: '10A' })]) {
      const body = { status_id: 3, items: [shown(raised), item] }
      const reply = await approver.send('POST', '/api/v1/status/bulk', { body })
      expect(reply.status).toBe(422)
      expect(Object.keys(reply.body.error.fields)[0]).toMatch(/^items\.1\./)
    }
    expect((await detailOf(raised.id)).version).toBe(1)
  })

  test('accepts one hundred requests in one call', async () => {
    const raised = await Promise.all(Array.from({ length: 100 }, raiseHere))
    const { data } = await move('approver-group', { status_id: 3, items: raised.map((item) => shown(item)) })
    expect(data.map((result) => [result.id, result.done])).toEqual(raised.map(({ id }) => [id, true]))
  })

  test('refuses bulk changes by admins', async () => {
    const reply = await move('admin-super', { status_id: 3, items: [shown(await raiseHere())] })
    expect([reply.status, reply.error.code]).toEqual([403, 'FORBIDDEN'])
  })
})

import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { bodyAt, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const approvers = [
  'approver-super',
  'approver-group',
  'approver-dealership',
  'approver-department',
  'everyone',
] as const
const rounds = 5

onBothDatabases('simultaneous calls on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function traces(id: number) {
    const { read } = world.database
    const history = await read
      .selectFrom('status_history')
      .select('action')
      .where('check_request_id', '=', id)
      .orderBy('id')
      .execute()
    const audit = await read
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'check-request')
      .where('entity_id', '=', id)
      .orderBy('seq')
      .execute()
    return { history: history.map((row) => row.action), audit: audit.map((row) => row.action.split('.')[1]) }
  }

  function count(replies: { status: number }[]): Record<number, number> {
    const counts: Record<number, number> = {}
    for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  const approve = (client: Client, id: number, version?: number) =>
    client.call(endpoints.changeStatus, { params: { id }, body: { status_id: 3, version } })

  test.each(Array.from({ length: rounds }, (_, index) => index + 1))(
    'applies exactly one of a hundred identical approvals in round %i',
    async () => {
      const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
      const clients = await Promise.all(approvers.map((name) => world.as(name, 'approver')))
      const version = 1
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, index) => approve(clients[index % clients.length] as Client, id, version)),
      )
      expect(count(replies)).toEqual({ 201: 1, 409: 99 })
      const winner = replies.find((reply) => reply.status === 201)?.data.user_name
      for (const { status, message } of replies) if (status === 409) expect(message).toMatch(/is Approved now|meantime/)
      expect(await traces(id)).toEqual({ history: ['created', 'status'], audit: ['create', 'change-status'] })
      const detail = (await (await world.as('admin-super')).call(endpoints.detail, { params: { id } })).data
      expect(detail).toMatchObject({ status_id: 3, version: 2 })
      expect(detail.status_history[1]?.user_name).toBe(winner)
    },
  )

  test('applies exactly one of a hundred different decisions', async () => {
    const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    const approver = await world.as('approver-group')
    const decide = (index: number) => {
      const status_id = [3, 8, 9][index % 3] as number
      return approver.call(endpoints.changeStatus, { params: { id }, body: { status_id, note: 'Because', version: 1 } })
    }
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => decide(index)))
    expect(count(replies)).toEqual({ 201: 1, 409: 99 })
    expect((await traces(id)).history).toHaveLength(2)
  })

  test('gives fifty simultaneous new requests consecutive numbers', async () => {
    const before = await counterOf('NWG')
    const places = ['NWG/TOY/SVC', 'NWG/TOY', 'NWG/HON/SVC', 'NWG'] as const
    const raised = await Promise.all(
      Array.from({ length: 50 }, (_, index) => raise(world, 'requester-group', places[index % 4] ?? 'NWG')),
    )
    const counters = raised.map(({ request_number }) => Number(request_number.split('-').at(-1)))
    counters.sort((a, b) => a - b)
    expect(counters).toEqual(Array.from({ length: 50 }, (_, index) => before + 1 + index))
  })

  async function counterOf(code: string): Promise<number> {
    const row = await world.database.read
      .selectFrom('request_number_counters')
      .select('last_number')
      .where('group_code', '=', code)
      .executeTakeFirst()
    return row?.last_number ?? 0
  }

  test('applies either an approval or a priority change of the same version, and names the user who won', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, version } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
      const requester = await world.as('requester-department')
      const body = { priority_level: 'urgent', version } as const
      const replies = await Promise.all([
        approve(await world.as('approver-group'), id, version),
        requester.call(endpoints.changePriority, { params: { id }, body }),
      ])
      const [won, lost] = replies[0].status === 201 ? replies : [replies[1], replies[0]]
      expect([won.status, lost.status]).toEqual([won === replies[0] ? 201 : 200, 409])
      expect(lost.message).toBe(
        won === replies[0]
          ? 'approver-group Tester set this request to Approved in the meantime. Review it before you continue.'
          : 'requester-department Tester changed the priority of this request in the meantime. Review it before you continue.',
      )
    }
  })

  test('applies an edit and refuses a simultaneous approval of the earlier version in twenty rounds', async () => {
    const [requester, approver] = [await world.as('requester-department'), await world.as('approver-group')]
    for (let round = 0; round < 20; round += 1) {
      const { id } = await raiseTo(world, 9, 'requester-department', 'NWG/TOY/SVC')
      const body = { ...bodyAt(world.ids, 'NWG/TOY/SVC', { amount: 99_999 }), version: 2 }
      const edit = () => requester.call(endpoints.update, { params: { id }, body })
      const calls = round % 2 === 0 ? [edit, () => approve(approver, id, 2)] : [() => approve(approver, id, 2), edit]
      const replies = await Promise.all(calls.map((call) => call()))
      expect(count(replies)).toEqual({ 200: 1, 409: 1 })
      expect((await traces(id)).history).toEqual(['created', 'status', 'resubmitted'])
    }
  })

  test('applies either a priority change or an approval of the same version in twenty rounds', async () => {
    const [requester, approver] = [await world.as('requester-department'), await world.as('approver-group')]
    for (let round = 0; round < 20; round += 1) {
      const { id, version } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
      const change = { params: { id }, body: { priority_level: 'urgent' as const, version } }
      const replies = await Promise.all([
        requester.call(endpoints.changePriority, change),
        approve(approver, id, version),
      ])
      expect(replies.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
      expect(replies.map(({ status }) => status)).toContain(409)
    }
  })

  test('applies either an approval or a deletion, and refuses the second call', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
      const requester = await world.as('requester-department')
      const [approval, removal] = await Promise.all([
        approve(await world.as('approver-group'), id, 1),
        requester.call(endpoints.remove, { params: { id } }),
      ])
      expect([
        [201, 409],
        [404, 200],
        [409, 200],
      ]).toContainEqual([approval.status, removal.status])
    }
  })

  test('applies only one of two simultaneous edits of a sent-back request', async () => {
    const { id } = await raiseTo(world, 9, 'requester-department', 'NWG/TOY/SVC')
    const edit = async (client: Promise<Client>, amount: number) =>
      (await client).call(endpoints.update, { params: { id }, body: bodyAt(world.ids, 'NWG/TOY/SVC', { amount }) })
    const replies = await Promise.all([edit(world.as('requester-department'), 10), edit(world.as('admin-group'), 20)])
    expect(count(replies)).toEqual({ 200: 1, 409: 1 })
    expect((await traces(id)).history).toEqual(['created', 'status', 'resubmitted'])
  })

  test('applies a call sent twenty times with one Idempotency-Key once, and returns identical responses', async () => {
    const requester = (await world.as('requester-group')).with({ 'idempotency-key': 'twenty-at-once' })
    const before = await counterOf('NWG')
    const body = bodyAt(world.ids, 'NWG/TOY/SVC')
    const replies = await Promise.all(Array.from({ length: 20 }, () => requester.call(endpoints.create, { body })))
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
    expect(count(replies)).toEqual({ 201: 20 })
    expect(await counterOf('NWG')).toBe(before + 1)
    expect((await traces(replies[0]?.data.id as number)).audit).toEqual(['create'])
  })
})

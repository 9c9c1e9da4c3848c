import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName, PlaceName } from '../testing/organization.ts'
import { bodyAt, placeBody, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onBothDatabases('request numbers on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function preview(name: PersonName, place: PlaceName) {
    const { dealer_group_id, dealership_id, department_id } = placeBody(world.ids, place)
    const query = {
      dealer_group_id,
      ...(dealership_id && { dealership_id }),
      ...(department_id && { department_id }),
    }
    return (await world.as(name)).call(endpoints.nextNumber, { query })
  }

  test('joins the codes of the location, and counts per dealer group', async () => {
    const numbers: string[] = []
    for (const place of ['NWG/TOY/SVC', 'NWG/TOY', 'NWG', 'NWG/HON/SVC'] as const)
      numbers.push((await raise(world, 'requester-group', place)).request_number)
    expect(numbers).toEqual(['NWG-TOY-SVC-000001', 'NWG-TOY-000002', 'NWG-000003', 'NWG-HON-SVC-000004'])
    expect((await raise(world, 'requester-eastside', 'EAS/KIA')).request_number).toBe('EAS-KIA-000001')
  })

  test('assigns the request number on the server regardless of the number that a client sends', async () => {
    const { request_number } = await raise(world, 'requester-group', 'NWG/TOY', { request_number: 'NWG-TOY-999999' })
    expect(request_number).toMatch(/^NWG-TOY-0000\d\d$/)
  })

  test('previews the number of the next request without using it', async () => {
    for (const place of ['NWG/TOY/SVC', 'NWG/TOY', 'NWG'] as const) {
      const first = await preview('requester-group', place)
      const again = await preview('admin-group', place)
      expect(again.data).toEqual(first.data)
      expect((await raise(world, 'requester-group', place)).request_number).toBe(first.data.request_number)
    }
  })

  test('never reuses a number after a deletion', async () => {
    const { id, request_number } = await raise(world, 'requester-group', 'NWG')
    const requester = await world.as('requester-group')
    expect((await requester.call(endpoints.remove, { params: { id } })).status).toBe(200)
    const next = await raise(world, 'requester-group', 'NWG')
    const counter = (number: string) => Number(number.slice(-6))
    expect(counter(next.request_number)).toBe(counter(request_number) + 1)
    expect(next.id).toBeGreaterThan(id)
  })

  test('keeps the number when a request moves to another department', async () => {
    const { id, request_number } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const approver = await world.as('approver-group')
    const sendBack = { status_id: 9, note: 'Wrong department', version: 1 }
    await approver.call(endpoints.changeStatus, { params: { id }, body: sendBack })
    const body = bodyAt(world.ids, 'NWG/HON/SVC', { request_number: 'NWG-HON-SVC-000001' })
    const reply = await (await world.as('requester-group')).call(endpoints.update, { params: { id }, body })
    expect([reply.status, reply.data.request_number]).toEqual([200, request_number])
    const detail = await approver.call(endpoints.detail, { params: { id } })
    expect(detail.data).toMatchObject({ request_number, dealership_name: 'Dealership HON', department_name: 'SVC' })
  })

  test.each([
    ['requester-group', 'EAS'],
    ['requester-group', 'EAS/KIA/SVC'],
    ['admin-group', 'EAS'],
    ['requester-dealership', 'NWG/HON'],
    ['requester-dealership', 'NWG/HON/SVC'],
    ['requester-department', 'NWG/TOY/SAL'],
    ['admin-department', 'NWG/HON'],
  ] as const)('returns 404 to user %s for a preview at the out-of-scope location %s', async (name, place) => {
    const reply = await preview(name, place)
    expect(reply.status).toBe(404)
    expect(reply.message).toBe(
      'This dealer group, dealership, or department doesn’t exist, or you have no access to it.',
    )
  })

  test.each([
    ['requester-dealership', 'NWG', /^NWG-\d{6}$/],
    ['requester-department', 'NWG', /^NWG-\d{6}$/],
    ['requester-department', 'NWG/TOY', /^NWG-TOY-\d{6}$/],
  ] as const)('gives user %s a preview at location %s, which is incomplete', async (name, place, shape) => {
    expect((await preview(name, place)).data.request_number).toMatch(shape)
  })

  test('gives the same response for a nonexistent, inconsistent, or out-of-scope location', async () => {
    const foreign = await preview('requester-group', 'EAS')
    const { places } = world.ids
    const client = await world.as('requester-group')
    for (const query of [
      { dealer_group_id: 99_999 },
      { dealer_group_id: places.NWG, dealership_id: places['EAS/KIA'] },
      { dealer_group_id: places.NWG, dealership_id: places['NWG/HON'], department_id: places['NWG/TOY/SVC'] },
      { dealer_group_id: places.NWG, department_id: places['NWG/TOY/SVC'] },
    ])
      expect((await client.call(endpoints.nextNumber, { query })).text).toBe(foreign.text)
  })

  test.each(['approver-group', 'processor-group'] as const)(
    'refuses a preview to user %s without the right to create requests',
    async (name) => {
      expect((await preview(name, 'NWG')).status).toBe(403)
    },
  )

  test('continues after number 999,999 with seven digits', async () => {
    await world.database.transact(async (trx) => {
      await trx
        .updateTable('request_number_counters')
        .set({ last_number: 999_999 })
        .where('group_code', '=', 'EAS')
        .execute()
    })
    expect((await raise(world, 'requester-eastside', 'EAS')).request_number).toBe('EAS-1000000')
    expect((await raise(world, 'requester-eastside', 'EAS')).request_number).toBe('EAS-1000001')
  })
})

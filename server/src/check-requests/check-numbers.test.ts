import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName, PlaceName } from '../testing/organization.ts'
import { planOf } from '../testing/query-plan.ts'
import { raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { findLastCheckNumber } from './queries/write/numbers.ts'

const onlyWhenSigned = 'A check number can be entered only when the printed check is signed.'

onBothDatabases('check numbers on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function sign(id: number, check_number: unknown) {
    const processor = await world.as('processor-super')
    const body = { status_id: 5, check_number: check_number as string }
    return processor.call(endpoints.changeStatus, { params: { id }, body })
  }

  const printed = (place: PlaceName) => raiseTo(world, 4, 'requester-group', place)

  test.each([
    ['absent', undefined, 'Check number is required'],
    ['null', null, 'Check number is required'],
    ['empty', '', 'Check number is required'],
    ['blank', '   ', 'Check number is required'],
    ['not numeric', '10A', 'Enter a check number of 1 to 12 digits.'],
    ['negative', '-1', 'Enter a check number of 1 to 12 digits.'],
    ['13 digits long', '1234567890123', 'Enter a check number of 1 to 12 digits.'],
    ['all zeros', '000', 'Enter a check number other than 0.'],
    ['in non-Latin digits', '١٢٣', 'Enter a check number of 1 to 12 digits.'],
  ])('refuses to sign a check with a number that is %s', async (_, number, text) => {
    const { id } = await printed('NWG/TOY/SVC')
    const reply = await sign(id, number)
    expect(reply.status).toBe(422)
    expect(reply.error.fields).toEqual({ check_number: text })
  })

  test.each(['1', '000123', '999999999999'])(
    'signs a check with the number %s, and keeps the number as entered',
    async (number) => {
      const { id } = await printed('NWG/TOY/SVC')
      const reply = await sign(id, ` ${number} `)
      expect(reply.status).toBe(201)
      expect(reply.data.check_number).toBe(number)
      const detail = await (await world.as('admin-group')).call(endpoints.detail, { params: { id } })
      expect(detail.data.check_number).toBe(number)
      expect(detail.data.status_history.at(-1)?.check_number).toBe(number)
    },
  )

  test.each([
    ['approver-super', 1, 3],
    ['processor-super', 3, 4],
    ['processor-super', 5, 6],
    ['processor-super', 6, 7],
  ] as const)('refuses a check number from user %s for a move from status %i to status %i', async (name, from, to) => {
    const { id } = await raiseTo(world, from, 'requester-group', 'NWG/TOY/SVC')
    const body = { status_id: to, check_number: '4711', ...(to === 3 && { version: 1 }) }
    const reply = await (await world.as(name)).call(endpoints.changeStatus, { params: { id }, body })
    expect(reply.status).toBe(422)
    expect(reply.error.fields).toEqual({ check_number: onlyWhenSigned })
  })

  test.each([
    ['the same dealership', 'NWG/TOY/SVC', 'NWG/TOY/SAL', true],
    ['the same dealership, without departments', 'NWG/TOY', 'NWG/TOY', true],
    ['the same group, without dealerships', 'NWG', 'NWG', true],
    ['another dealership of the group', 'NWG/TOY/SVC', 'NWG/HON/SVC', false],
    ['a dealership and its group', 'NWG/TOY', 'NWG', false],
  ] as const)(
    'refuses a check number used twice in %s (locations %s and %s, expected: %s)',
    async (where, first, second, refused) => {
      const number = String(800_000 + where.length)
      const one = await printed(first)
      const other = await printed(second)
      expect((await sign(one.id, number)).status).toBe(201)
      const reply = await sign(other.id, number)
      expect(reply.status).toBe(refused ? 409 : 201)
      if (!refused) return
      const text = `Check number ${number} is already on ${one.request_number}.`
      expect(reply.message).toBe(text)
      expect(reply.error).toEqual({ code: 'CONFLICT', fields: { check_number: text } })
      expect((await sign(other.id, `${number}1`)).status).toBe(201)
    },
  )

  test('treats 104, 0104, and 000104 as the same number, but shows each number as entered', async () => {
    const [one, other] = [await printed('NWG/TOY/SVC'), await printed('NWG/TOY/SVC')]
    expect((await sign(one.id, '0104')).data.check_number).toBe('0104')
    for (const number of ['104', '0104', '000104']) {
      const reply = await sign(other.id, number)
      expect([reply.status, reply.message]).toEqual([
        409,
        `Check number ${number} is already on ${one.request_number}.`,
      ])
    }
  })

  test('refuses equal check numbers with a unique key in the database, too', async () => {
    const ids = [(await printed('NWG/TOY/SVC')).id, (await printed('NWG/TOY/SVC')).id]
    const write = (id: number | undefined, check_number: string) =>
      world.database.transact((trx) =>
        trx
          .updateTable('check_requests')
          .set({ check_number })
          .where('id', '=', id as number)
          .execute(),
      )
    await write(ids[0], '9104')
    await expect(write(ids[1], '0009104')).rejects.toThrow(/unique/i)
  })

  test('lists earlier duplicate numbers for admins in scope, and refuses to issue those numbers again', async () => {
    const [one, two, third] = [await printed('NWG/HON/SVC'), await printed('NWG/HON/SVC'), await printed('NWG/HON/SVC')]
    await sign(one.id, '7104')
    await world.database.transact((trx) =>
      trx
        .updateTable('check_requests')
        .set({ check_number: '07104', check_number_exempt: 1 })
        .where('id', '=', two.id)
        .execute(),
    )
    const clashesFor = async (name: 'admin-group' | 'admin-eastside' | 'approver-group') =>
      (await world.as(name)).call(endpoints.numberClashes)
    expect((await clashesFor('admin-group')).data).toEqual([
      { id: one.id, request_number: one.request_number, check_number: '7104' },
      { id: two.id, request_number: two.request_number, check_number: '07104' },
    ])
    expect((await clashesFor('admin-eastside')).data).toEqual([])
    expect((await clashesFor('approver-group')).status).toBe(403)
    expect((await sign(third.id, '007104')).status).toBe(409)
  })

  describe('suggested next check numbers', () => {
    const suggested = async (name: PersonName, ids: readonly number[]) =>
      (await world.as(name)).call(endpoints.nextCheckNumbers, { query: { ids: ids.join() } })

    test('suggests the next free number after the last one at each dealership', async () => {
      const [toyota, other] = [await printed('NWG/TOY/SVC'), await printed('NWG/TOY/SAL')]
      const [honda, group] = [await printed('NWG/HON'), await printed('NWG')]
      await sign((await printed('NWG/TOY')).id, '000610')
      await sign((await printed('NWG/TOY')).id, '607')
      await sign((await printed('NWG/TOY')).id, '000608')
      await sign((await printed('NWG/HON')).id, '77')
      const reply = await suggested('processor-group', [toyota.id, honda.id, other.id])
      expect([reply.status, reply.data]).toEqual([
        200,
        [
          { id: toyota.id, check_number: '000609' },
          { id: honda.id, check_number: '78' },
          { id: other.id, check_number: '000611' },
        ],
      ])
      await sign(group.id, '999999999999')
      expect((await suggested('processor-group', [(await printed('NWG')).id])).data).toEqual([])
    })

    test('suggests numbers only to processors for requests in their scope', async () => {
      const { id } = await printed('NWG/TOY/SVC')
      expect((await suggested('approver-group', [id])).status).toBe(403)
      await sign((await printed('NWG/HON')).id, '8800')
      const honda = await printed('NWG/HON')
      expect((await suggested('processor-dealership', [honda.id])).data).toEqual([])
      const processor = await world.as('processor-group')
      expect((await processor.call(endpoints.nextCheckNumbers, { query: { ids: '1,x' } })).status).toBe(422)
    })
  })

  test('gives a number to one of twenty simultaneous signers, and tells the others that it is taken', async () => {
    const requests = await Promise.all(Array.from({ length: 20 }, () => printed('NWG/TOY/SVC')))
    const replies = await Promise.all(requests.map(({ id }) => sign(id, '555001')))
    const refused = replies.filter((reply) => reply.status === 409)
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(refused).toHaveLength(19)
    for (const reply of refused)
      expect(reply.error.fields?.check_number).toMatch(/already on NWG|just given to another request/)
  })
})

test('finds the last number with an index without scanning the history', async () => {
  const sqlite = databases.find(({ name }) => name === 'SQLite') as DatabaseKind
  const database = await sqlite.open('empty')
  const place = { dealerGroupId: 1, dealershipId: 2, departmentId: null }
  const steps = (await planOf(database, (read) => findLastCheckNumber(read, place))).join('\n')
  expect(steps).toContain('status_history_check_numbers')
  expect(steps).not.toMatch(/SCAN (status_history|check_requests)/)
  await database.close()
})

import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { runs } from '@check-requests/domain/testing/random.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { testsBegin } from '../testing/clock.ts'
import { type ModelQuery, modelList, modelSees, modelSorts, modelViews } from '../testing/list-model.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { filterShape, filtersOfShape, queryOfFilters } from '../testing/random-filters.ts'
import {
  insertRandom,
  type ModelPerson,
  type ModelRequest,
  organizationShape,
  searchShape,
} from '../testing/random-organization.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const queryShape = fc.record({
  caller: fc.nat({ max: 1000 }),
  view: fc.constantFrom(...modelViews),
  status: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 9 })),
  search: searchShape,
  within: fc.constantFrom(0, 0, 30, 90),
  sort: fc.constantFrom(...modelSorts),
  filters: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: filterShape }),
  limit: fc.integer({ min: 1, max: 9 }),
})
type QueryShape = typeof queryShape extends fc.Arbitrary<infer Shape> ? Shape : never

onBothDatabases('lists on $name', (kind) => {
  let world: World
  const all: ModelRequest[] = []
  let serial = 0
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function allPages(client: Client, { filters = {}, ...query }: ModelQuery & { limit: number }) {
    const ids: number[] = []
    let sum = 0
    let cursor: string | undefined
    do {
      const { data, status, text } = await client.call(endpoints.list, {
        query: { ...query, ...queryOfFilters(filters), ...(cursor && { cursor }) },
      })
      if (status !== 200) throw new Error(text)
      ids.push(...data.items.map(({ id }) => id))
      sum += data.items.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0)
      expect(data.items.length).toBeLessThanOrEqual(query.limit)
      expect(data).toMatchObject({ total_is_lower_bound: false, newest_only: false })
      cursor = data.next_cursor ?? undefined
      if (cursor === undefined) expect(data).toMatchObject({ total: ids.length, sum: sum / 100 })
    } while (cursor !== undefined)
    return ids
  }

  async function comparedForCaller(client: Client, person: ModelPerson): Promise<void> {
    const visible = all.filter((request) => modelSees(person, request)).sort((a, b) => b.id - a.id)
    const invisible = all.filter((request) => !modelSees(person, request))
    const hidden = invisible.find((request) => request.requester === person.id) ?? invisible[0]
    expect((await client.call(endpoints.byUser)).data.map(({ id }) => id)).toEqual(visible.map(({ id }) => id))
    const { data: summary } = await client.call(endpoints.summary)
    const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => visible.filter(({ status }) => status === id).length)
    expect(Object.values(summary.counts)).toEqual(counts)
    expect(summary.total).toBe(visible.length)
    if (visible[0]) expect((await client.call(endpoints.detail, { params: { id: visible[0].id } })).status).toBe(200)
    if (hidden) expect((await client.call(endpoints.detail, { params: { id: hidden.id } })).status).toBe(404)
  }

  function wordsOf(search: QueryShape['search']): string {
    if (typeof search === 'string') return search.slice(0, 100)
    const texts = Object.values(all[search.request % all.length]?.texts ?? {})
    const letters = [...texts.join(' ')]
    const start = search.at % Math.max(1, letters.length)
    return letters.slice(start, start + search.length).join('')
  }

  test('returns the same pages, whole lists, and counts as a simple model for any user and query', {
    timeout: 240_000,
  }, async () => {
    const { password_hash: hash } = await world.database.read
      .selectFrom('users')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    const property = fc.asyncProperty(
      organizationShape,
      fc.array(queryShape, { minLength: 12, maxLength: 20 }),
      async (shape, queries) => {
        serial += 1
        const { people, requests } = await world.database.transact((trx) => insertRandom(trx, shape, hash, serial))
        world.services.freshness.bumpAll()
        all.push(...requests)
        const clients = await Promise.all(people.map(({ email }) => world.logIn(email)))
        await Promise.all(people.map((person, index) => comparedForCaller(clients[index] as Client, person)))
        for (const { caller, limit, filters, ...rest } of queries) {
          const person = people[caller % people.length] as ModelPerson
          const chosen = filters ? filtersOfShape(filters, all, wordsOf) : {}
          const query = { ...rest, search: wordsOf(rest.search), filters: chosen }
          const expected = modelList(all, person, query, testsBegin)
          expect(
            await allPages(clients[caller % people.length] as Client, { ...query, limit }),
            JSON.stringify({ person, query }),
          ).toEqual(expected)
        }
      },
    )
    await fc.assert(property, { ...runs({ gate: 4, nightly: 60 }), endOnFailure: true })
  })

  test.each(modelSorts)('returns each row once when sorting by %s while other requests are created', async (sort) => {
    const client = await world.as('admin-group')
    for (let index = 0; index < 12; index += 1)
      await raise(world, 'requester-group', 'NWG/TOY', { amount: (index % 3) + 1 })
    const query = { view: 'all', status: 0, search: '', within: 0, sort } as const
    const before = await allPages(client, { ...query, limit: 100 })
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const { data } = await client.call(endpoints.list, { query: { ...query, limit: 5, ...(cursor && { cursor }) } })
      seen.push(...data.items.map(({ id }) => id))
      cursor = data.next_cursor ?? undefined
      if (seen.length < 40) await raise(world, 'requester-group', 'NWG/TOY', { amount: 2, priority_level: 'urgent' })
    } while (cursor !== undefined)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => before.includes(id))).toEqual(before)
  })

  test('shows the latest reason for sending back or rejecting a request', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: 'Told Why LLC' })
    const reason = async () => {
      const { data } = await (await world.as('requester-group')).call(endpoints.list, { query: { search: 'Told Why' } })
      return data.items.find((item) => item.id === id)?.reason
    }
    const approver = await world.as('approver-group')
    const decide = async (status_id: number, note?: string) => {
      const { data } = await approver.call(endpoints.detail, { params: { id } })
      const body = { status_id, version: data.version, ...(note && { note }) }
      expect((await approver.call(endpoints.changeStatus, { params: { id }, body })).status).toBe(201)
    }
    expect(await reason()).toBeNull()
    await decide(9, 'The invoice is missing')
    expect(await reason()).toBe('The invoice is missing')
    const body = { status_id: 1, note: 'Here it is' }
    await (await world.as('requester-group')).call(endpoints.changeStatus, { params: { id }, body })
    expect(await reason()).toBeNull()
    await decide(9, 'Still missing')
    expect(await reason()).toBe('Still missing')
    await (await world.as('requester-group')).call(endpoints.changeStatus, { params: { id }, body })
    await decide(8, 'Paid already')
    expect(await reason()).toBe('Paid already')
  })

  test('returns no server error for a cursor from another sort order', async () => {
    const client = await world.as('admin-group')
    for (const sort of modelSorts) {
      const { data } = await client.call(endpoints.list, { query: { sort, limit: 1 } })
      for (const other of modelSorts) {
        const query = { sort: other, cursor: data.next_cursor ?? '', limit: 1 }
        expect([200, 422]).toContain((await client.call(endpoints.list, { query })).status)
      }
    }
  })

  test.each([
    ['view', 'everything'],
    ['status', '10'],
    ['status', 'x'],
    ['sort', 'random'],
    ['within', '60'],
    ['limit', '0'],
    ['limit', '101'],
    ['search', 'x'.repeat(101)],
    ['unknown', '1'],
  ])('rejects the list parameter %s with the value %s', async (name, value) => {
    const reply = await (await world.as('admin-group')).send('GET', '/api/v1/check-requests', {
      query: { [name]: value },
    })
    expect([400, 422]).toContain(reply.status)
    expect(reply.body.success).toBe(false)
  })

  test.each([
    ['statuses', 'approved,done'],
    ['waiting_on', 'nobody'],
    ['overdue', '1'],
    ['dealership', '1,x'],
    ['department', '0'],
    ['purpose', Array.from({ length: 51 }, (_, index) => index + 1).join()],
    ['priority', 'high'],
    ['payee', 'x'.repeat(101)],
    ['amount_from', '-1'],
    ['amount_to', '1.234'],
    ['due_from', '2026-02-30'],
    ['raised_to', 'yesterday'],
    ['time_zone', 'Mars/Olympus'],
  ])('rejects the filter %s with the value %s, and names the filter', async (name, value) => {
    const reply = await (await world.as('admin-group')).send('GET', '/api/v1/check-requests', {
      query: { [name]: value },
    })
    expect(reply.status).toBe(422)
    expect(reply.body.error.fields[name]).toMatch(/\w+/)
  })

  test.each([
    ['amount', '100', '99.99'],
    ['due', '2026-11-02', '2026-11-01'],
    ['raised', '2026-11-02', '2026-11-01'],
    ['completed', '2026-11-02', '2026-11-01'],
  ])('rejects a filter by %s whose upper limit is below the lower limit', async (name, from, to) => {
    const reply = await (await world.as('admin-group')).send('GET', '/api/v1/check-requests', {
      query: { [`${name}_from`]: from, [`${name}_to`]: to },
    })
    expect(reply.status).toBe(422)
    expect(reply.body.error.fields[`${name}_to`]).toMatch(/below|before/)
  })
})

import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { meaningOf } from '@check-requests/domain/check-requests/list/query.ts'
import { searchFields } from '@check-requests/domain/check-requests/list/views.ts'
import { inboxEndpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { byProfile, seed } from '@check-requests/domain/testing/random.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Dice } from '../demo/dice.ts'
import { ImmediateAdapter } from '../platform/database/sqlite/dialect.ts'
import type { Client } from '../testing/client.ts'
import { databases } from '../testing/databases.ts'
import { holdsWords } from '../testing/list-model.ts'
import { addManyRequests, manyRequests as amount, payeeOf } from '../testing/many-requests.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { anyone, putInForce } from '../testing/policies.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { guessMatches } from './queries/list/search-ids.ts'

onBothDatabases(`large lists on $name from seed ${seed}`, (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await addManyRequests(world)
  })
  afterAll(() => world.close())

  const newestFirst = Array.from({ length: amount }, (_, index) => amount - index)

  function matching(words: string): number[] {
    return newestFirst.filter((n) =>
      [`nwg-${n}\n${payeeOf(n)}\nrequester-group tester`, 'customer refund'].some((text) => holdsWords(text, words)),
    )
  }

  async function pages(client: Client, query: Record<string, string | number>, atMost = 20) {
    const ids: number[] = []
    let cursor: string | undefined
    for (let page = 0; page < atMost; page += 1) {
      const reply = await client.call(endpoints.list, { query: { limit: 100, ...query, ...(cursor && { cursor }) } })
      ids.push(...reply.data.items.map(({ id }) => id))
      cursor = reply.data.next_cursor ?? undefined
      if (cursor === undefined) break
    }
    return ids
  }

  const dice = new Dice(seed + databases.indexOf(kind))
  /** Picks one case in the gate profile, where paging through thousands of rows in each would take too long. */
  const some = <One>(all: readonly One[]) => byProfile({ gate: [dice.pick(all)], nightly: all })

  test.each([
    'Needle in the stack',
    'needle',
    'harbor "paint"',
    '"pai',
    'supply pain',
    'nwg-595 vendor',
    'stack needlé in',
    '100%_sure',
    '\\fine',
    'and (not*) near',
    'near',
    'İZMİR',
    'çelik',
    'izmir celik',
    'ΟΔΟΣ',
    '日本自動車',
    '𝓐𝓑𝓒',
    'nwg-59',
    'vendor 5999',
    'nowhere',
    "'; drop table check_requests --",
  ])('finds the same requests as a full text scan when searching for %s in either order', async (search) => {
    const expected = matching(search)
    const newest = await pages(await world.as('approver-group'), { search })
    const whole = expected.filter((n) => `nwg-${n}` === search)
    expect(newest).toEqual([...new Set([...whole, ...expected])].slice(0, 2000))
    const sorted = await pages(await world.as('approver-department'), { search, sort: 'oldest' })
    expect(sorted).toEqual(expected.toReversed().slice(0, 2000))
  })

  test('returns the exact number of all search results', async () => {
    const client = await world.as('approver-group')
    const { data } = await client.call(endpoints.list, { query: { search: 'vendor', limit: 10 } })
    const vendors = matching('vendor')
    expect(data).toMatchObject({ total: vendors.length, total_is_lower_bound: false, newest_only: false })
    expect(data.sum).toBe(moneyOf(vendors))
    const second = await client.call(endpoints.list, { query: { search: 'vendor', cursor: data.next_cursor ?? '' } })
    expect(second.data).toMatchObject({ total: vendors.length, sum: moneyOf(vendors) })
    const { data: few } = await client.call(endpoints.list, { query: { search: 'nwg-123', limit: 10 } })
    expect(few).toMatchObject({ total: matching('nwg-123').length, total_is_lower_bound: false })
  })

  test.each([
    ['two letters', { search: 'zm' }],
    ['one letter', { search: '日' }],
    ['two letters sorted by amount', { search: 'zm', sort: 'amount-high' }],
  ] as const)('searches only the newest 5,000 requests for %s, and marks the result incomplete', async (_, query) => {
    const client = await world.as('approver-group')
    const reply = await client.call(endpoints.list, { query: { ...query, limit: 10 } })
    expect(reply.data).toMatchObject({ newest_only: true, total_is_lower_bound: true })
    // Amounts increase with the ids in this test, so both orders are the same.
    const expected = matching(query.search).filter((n) => n > amount - 5000)
    expect(reply.data.items.map(({ id }) => id)).toEqual(expected.slice(0, 10))
    expect(reply.data.total).toBe(expected.length)
  })

  test('sorts up to 500 search results by amount, or only the newest of more results', async () => {
    const client = await world.as('approver-group')
    const { data } = await client.call(endpoints.list, { query: { search: 'harbor', sort: 'amount-low', limit: 10 } })
    const expected = matching('harbor').toReversed()
    expect(data).toMatchObject({ total: expected.length, newest_only: false, total_is_lower_bound: false })
    expect(data.items.map(({ id }) => id)).toEqual(expected.slice(0, 10))
    const many = await client.call(endpoints.list, { query: { search: 'vendor', sort: 'amount-low', limit: 10 } })
    const vendors = matching('vendor')
    expect(many.data).toMatchObject({ total: vendors.length, newest_only: true, total_is_lower_bound: false })
    expect(many.data.items.map(({ id }) => id)).toEqual(vendors.slice(0, 501).toReversed().slice(0, 10))
  })

  const cents = (n: number) => 100 + n
  const moneyOf = (ids: readonly number[]) => ids.reduce((sum, n) => sum + cents(n), 0) / 100

  test('returns the total of an unfiltered list from the status counters', async () => {
    const client = await world.as('approver-group')
    const all = await client.call(endpoints.list, { query: { limit: 1 } })
    expect(all.data).toMatchObject({ total: amount, sum: moneyOf(newestFirst) })
    const closed = newestFirst.filter((n) => n % 3 === 0)
    for (const query of [{ status: 7 }, { statuses: 'closed,rejected' }] as const) {
      const { data } = await client.call(endpoints.list, { query: { ...query, limit: 1 } })
      expect(data).toMatchObject({ total: closed.length, sum: moneyOf(closed) })
    }
  })

  test('returns exact counts and totals for filters with thousands of results', async () => {
    const client = await world.as('approver-group')
    const query = { amount_from: '1', limit: 10 } as const
    const all = { total: amount, total_is_lower_bound: false, newest_only: false, sum: moneyOf(newestFirst) }
    for (const sort of ['newest', 'due', 'amount-low'] as const)
      expect((await client.call(endpoints.list, { query: { ...query, sort } })).data).toMatchObject(all)
    const some = newestFirst.filter((n) => n % 4 !== 3)
    const { data } = await client.call(endpoints.list, { query: { ...query, priority: 'normal,medium,urgent' } })
    expect(data).toMatchObject({ ...all, total: some.length, sum: moneyOf(some) })
  })

  test('returns an exact count and total for two combined filters', async () => {
    const client = await world.as('approver-group')
    const expected = newestFirst.filter((n) => n % 4 === 3 && cents(n) >= 2000)
    const query = { priority: 'critical', amount_from: '20', limit: 10 }
    const { data } = await client.call(endpoints.list, { query })
    expect(data).toMatchObject({ total: expected.length, total_is_lower_bound: false, sum: moneyOf(expected) })
    expect(await pages(client, { ...query, limit: 100 }, 100)).toEqual(expected)
  })

  const odd = (n: number) => n % 2 === 1
  const orders = [
    ['newest', newestFirst],
    ['oldest', newestFirst.toReversed()],
    ['amount-high', newestFirst],
    ['amount-low', newestFirst.toReversed()],
    ['due', newestFirst.toReversed()],
    ['priority', newestFirst.toSorted((a, b) => (b % 4) - (a % 4) || b - a)],
  ] as const
  test.each(some(orders))(
    'pages to the end of thousands of filtered results in the order %s',
    async (sort, ordered) => {
      const client = await world.as('approver-group')
      const query = { sort, amount_from: '1', priority: 'normal,medium,urgent,critical' }
      expect(await pages(client, query, 100)).toEqual(ordered)
      expect(await pages(client, { ...query, statuses: 'processing,closed' }, 100)).toEqual(
        ordered.filter((n) => odd(n) || n % 3 === 0),
      )
    },
  )

  test('marks a page as incomplete after reading 5,000 requests, and exports the rest', async () => {
    const client = await world.as('approver-group')
    const near = await client.call(endpoints.list, { query: { payee: 'dl', amount_from: '1' } })
    expect(near.data).toMatchObject({ total: 1, newest_only: true, total_is_lower_bound: true, sum: null })
    expect(near.data.items.map(({ id }) => id)).toEqual([4321])
    const query = { payee: 'qu', amount_from: '1' }
    const far = await client.call(endpoints.list, { query })
    expect(far.data).toMatchObject({ items: [], total: 0, newest_only: true, next_cursor: null })
    const { text } = await client.send('GET', '/api/v1/check-requests/export/csv', { query })
    expect(text.trim().split('\n')).toHaveLength(2)
    expect(text).toContain('NWG-7,')
  })

  test('applies filters to all text matches, or to the newest 500 when sorting by amount', async () => {
    const client = await world.as('approver-group')
    const rare = await client.call(endpoints.list, { query: { search: 'needle', amount_from: '1' } })
    expect(rare.data).toMatchObject({ total: 1, newest_only: false, sum: cents(4321) / 100 })
    const query = { search: 'nwg', payee: 'harbor', amount_from: '1' }
    const common = await client.call(endpoints.list, { query: { ...query, limit: 5 } })
    const expected = matching('harbor')
    const total = { total: expected.length, total_is_lower_bound: false, sum: moneyOf(expected) }
    expect(common.data).toMatchObject({ ...total, newest_only: false })
    expect(common.data.items.map(({ id }) => id)).toEqual(expected.slice(0, 5))
    const cut = await client.call(endpoints.list, { query: { ...query, limit: 50, sort: 'amount-low' } })
    expect(cut.data).toMatchObject({ ...total, newest_only: true, next_cursor: null })
    expect(cut.data.items.map(({ id }) => id)).toEqual(expected.slice(0, 25).toReversed())
    const { text } = await client.send('GET', '/api/v1/check-requests/export/csv', { query })
    expect(text.trim().split('\n')).toHaveLength(1 + expected.length)
  })

  test.each([
    ['harbor', true],
    ['nowhere', true],
    ['vendor', false],
    ['refund', false],
  ])('finds the word “%s” among thousands of cleared requests (few matches expected: %s)', async (search, isRare) => {
    const words = { words: search, fields: searchFields, meaning: meaningOf(search) }
    expect((await guessMatches(world.database.read, words, 500)) < 500).toBe(isRare && kind.name === 'SQLite')
    const client = await world.as('approver-group')
    const query = { search, view: 'completed', within: 30, sort: 'oldest' } as const
    const expected = matching(search).filter((n) => n % 3 === 0)
    const { data } = await client.call(endpoints.list, { query: { ...query, limit: 10 } })
    expect(data).toMatchObject({ total: expected.length, sum: moneyOf(expected), newest_only: false })
    expect(await pages(client, { ...query, limit: 100 }, 100)).toEqual(expected.toReversed())
  })

  test.each([
    ['two letters', { search: 'zm' }, true],
    ['two letters among cleared requests', { search: 'zm', view: 'completed' as const, within: 30 as const }, true],
    ['two letters with a filter', { search: 'zm', amount_from: '1' }, true],
    ['a word with thousands of matches', { search: 'vendo' }, true],
    ['the same word again', { search: 'vendo' }, false],
    ['a filter with thousands of matches', { amount_from: '1.01' }, true],
    ['a rare word', { search: 'needle' }, false],
    ['the newest requests', {}, false],
  ])('runs the query for %s in a separate SQLite thread only if it takes long', async (_, query, isLong) => {
    const { adapter } = world.database.read.getExecutor()
    const apart = adapter instanceof ImmediateAdapter ? vi.spyOn(adapter, 'executeApart') : undefined
    await (await world.as('approver-group')).call(endpoints.list, { query })
    if (apart) expect(apart.mock.calls.length > 0).toBe(isLong)
    apart?.mockRestore()
  })

  test('reads all candidates in a search when there are few', async () => {
    const client = await world.as('approver-group')
    const reply = await client.call(endpoints.list, { query: { search: 'zm', status: 9 } })
    expect(reply.data).toMatchObject({ total: 0, newest_only: false, total_is_lower_bound: false })
  })

  test('lists thousands of closed requests once each, starting with the latest completion', async () => {
    const expected = newestFirst.filter((n) => n % 3 === 0).sort((a, b) => (b % 10) - (a % 10) || b - a)
    const client = await world.as('approver-group')
    expect(await pages(client, { sort: 'completed' }, 100)).toEqual(expected)
    const one = await client.call(endpoints.list, { query: { sort: 'completed', limit: 2 } })
    expect(one.data).toMatchObject({ total: expected.length, total_is_lower_bound: false })
  })

  test('lists thousands of requests once each, in pages and in the whole list', async () => {
    const client = await world.as('approver-group')
    expect(await pages(client, {}, 100)).toEqual(newestFirst)
    expect((await client.call(endpoints.byUser)).data.map(({ id }) => id)).toEqual(newestFirst)
    const one = await client.call(endpoints.list, { query: { limit: 1 } })
    expect(one.data).toMatchObject({ total: amount, total_is_lower_bound: false })
  })

  test('pages through an approver’s pending requests in every order, and counts them', async () => {
    const steps = [{ name: 'Approval', approvers: anyone }]
    await putInForce(world, { rules: [], otherwise: { steps } })
    const { id: own } = await raise(world, 'everyone', 'NWG/TOY/SVC')
    const pending = newestFirst.filter((n) => n % 3 !== 0)
    const people = ['approver-group', 'approver-department', 'everyone'] as const
    const paging = some(people)
    for (const name of people) {
      const client = await world.as(name, 'approver')
      const waiting = name === 'everyone' ? pending : [own, ...pending]
      const query = { view: 'pending' } as const
      if (paging.includes(name)) {
        expect(await pages(client, query, 100)).toEqual(waiting)
        expect(await pages(client, { ...query, sort: 'amount-low' }, 100)).toEqual(
          pending.toReversed().concat(own).slice(0, waiting.length),
        )
      }
      const { data } = await client.call(endpoints.list, { query: { ...query, limit: 10 } })
      expect(data).toMatchObject({ total: waiting.length, total_is_lower_bound: false })
      const inbox = await client.call(inboxEndpoints.list, { query: { limit: 100 } })
      expect(inbox.data.items.map(({ request }) => request?.id)).toContain(waiting[0])
      const found = await client.call(endpoints.list, { query: { ...query, search: 'needle' } })
      expect(found.data.items.map(({ id }) => id)).toEqual([4321])
    }
  })

  test('returns the number of results up to 10,000 and marks a higher number as a lower bound', async () => {
    const client = await world.as('approver-group')
    await addManyRequests(world, 7001, 11_500)
    const more = { total: 10_000, total_is_lower_bound: true, sum: null }
    for (const query of [{ search: 'nwg' }, { amount_from: '1' }, { search: 'nwg', amount_from: '1' }])
      expect((await client.call(endpoints.list, { query })).data, JSON.stringify(query)).toMatchObject(more)
    for (const query of [{ search: 'vendor' }, { amount_from: '1', priority: 'normal,medium,urgent' }] as const) {
      const { data } = await client.call(endpoints.list, { query })
      expect(data.total, JSON.stringify(query)).toBeGreaterThan(7800)
      expect(data, JSON.stringify(query)).toMatchObject({ total_is_lower_bound: false, sum: expect.any(Number) })
    }
  })
})

import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import { apiBase } from '@check-requests/domain/api/endpoint.ts'
import { listSorts } from '@check-requests/domain/check-requests/list/views.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { onBothDatabases } from './testing/on-databases.ts'
import { startWorld, type World } from './testing/world.ts'

const message = 'This cursor isn’t from an earlier response. Start again from the first page.'
const packed = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')

const wrong: [string, string][] = [
  ['empty', ''],
  ['a word', 'abc'],
  ['not base64', '%%%'],
  ['a null byte', '\0'],
  ['JSON of another kind', packed({ id: 1 })],
  ['a fraction', packed([1.5, 2, 3, 0, 0])],
  ['an object as its key', packed([{}, 2, 3, 0, 0])],
  ['too short', packed([1, 2])],
  ['a number beyond any id', Buffer.from('[1e300,1e300,3,0,0]').toString('base64url')],
  ['a negative number', packed([-1, -1, -1, 0, 0])],
  ['a flag that is none', packed([1, 1, 1, 7, 7])],
  ['a day that is none', packed(['2026-02-30', 1, 1, 0, 0])],
  ['half a moment', packed(['2026', 1, 1, 0, 0])],
  ['a null byte in its key', packed(['\0', 1, 1, 0, 0])],
  ['half of a pair', '1'],
  ['a pair beyond any entry', '99999999999999999999.1'],
  ['a pair with an end beyond any entry', '1.99999999999999999999'],
  ['a pair that names nothing', '1.2147483646'],
]

const lists = allEndpoints.filter(({ query }) => query instanceof z.ZodObject && 'cursor' in query.shape)

test('uses cursors in exactly five lists', () => {
  const ids = ['listCheckRequests', 'listPayeesOfGroup', 'listChecks', 'listInbox', 'listAuditEntries']
  expect(lists.map(({ id }) => id)).toEqual(ids)
})

onBothDatabases('list cursors on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const sorted = lists.flatMap(({ id, path }) => {
    const sorts = id === 'listCheckRequests' ? listSorts : [undefined]
    return sorts.map((sort) => [path, sort] as const)
  })

  test.each(sorted)('rejects malformed cursors in %s (sort order: %s)', async (path, sort) => {
    for (const person of ['admin-group', 'admin-super'] as const) {
      const client = await world.as(person)
      for (const [what, cursor] of wrong) {
        const { status, body } = await client.send('GET', `${apiBase}${path}`, {
          query: { cursor, ...(sort && { sort }) },
        })
        expect({ person, what, status }).toEqual({ person, what, status: 422 })
        expect(body).toMatchObject({ message, error: { fields: { cursor: message } } })
      }
    }
  })

  test('rejects a cursor from the trail of another dealer group', async () => {
    const query = { limit: 1 }
    const { data } = await (await world.as('admin-group')).call(auditEndpoints.list, { query })
    const other = await (await world.as('admin-eastside')).call(auditEndpoints.list, {
      query: { cursor: data.next_cursor ?? '' },
    })
    expect(other.status).toBe(422)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, RawReply } from '../testing/client.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { emailOf } from '../testing/organization.ts'
import { bodyAt, raise } from '../testing/requests.ts'
import { testPassword } from '../testing/templates.ts'
import { startWorld, type World } from '../testing/world.ts'

const create = '/api/v1/check-requests/create-check-req'
const json = { 'content-type': 'application/json' }

/** Request bodies that aren't valid JSON objects for this API. */
const brokenBodies: readonly (readonly [what: string, body: string | Buffer, says: RegExp])[] = [
  ['truncated', '{"amount": 1', /isn’t valid JSON/],
  ['a bare word', 'amount', /isn’t valid JSON/],
  ['JSON with a comment', '{"amount": 1 /* one */}', /isn’t valid JSON/],
  ['JSON with a trailing comma', '{"amount": 1,}', /isn’t valid JSON/],
  ['JSON with NaN', '{"amount": NaN}', /isn’t valid JSON/],
  ['an array', '[]', /must be a JSON object/],
  ['a text', '"amount"', /must be a JSON object/],
  ['a number', '12', /must be a JSON object/],
  ['null', 'null', /must be a JSON object/],
  ['empty', '', /must be a JSON object/],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), /isn’t valid UTF-8/],
  ['in UTF-16', Buffer.from('{"amount": 1}', 'utf16le'), /isn’t valid/],
  ['JSON with a NUL in a text', '{"notes": "a\\u0000b"}', /can’t be stored/],
  ['JSON with half a surrogate pair', '{"notes": "\\ud800"}', /can’t be stored/],
  ['JSON with a duplicate field', '{"amount": 1, "amount": 9000}', /names a field twice/],
  ['JSON with a duplicate, escaped field', '{"amount": 1, "\\u0061mount": 9000}', /names a field twice/],
  ['JSON with a prototype', '{"__proto__": {"role": 1}}', /can’t be stored/],
]

/** Content types other than JSON, some of which browsers send without a preflight request. */
const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json-patch+json',
  'text/json',
  'application /json',
  'json',
]

onBothDatabases('failed calls on $name', (kind) => {
  let world: World
  let requester: Client
  beforeAll(async () => {
    world = await startWorld(kind)
    requester = await world.as('requester-group')
  })
  afterAll(() => world.close())

  // Without the lock, PostgreSQL would answer the first of many calls before the last call arrives.
  async function whileReadingIsHeldUp(work: () => Promise<void>): Promise<void> {
    if (kind.name === 'SQLite') return work()
    await world.database.transact(async (trx) => {
      await sql`lock table purposes`.execute(trx)
      await work()
    })
  }

  function expectFailure(reply: RawReply, status: number, code: string): void {
    expect(reply.status).toBe(status)
    expect(Object.keys(reply.body)).toEqual(['success', 'message', 'error'])
    expect(reply.body.success).toBe(false)
    expect(reply.body.error.code).toBe(code)
    expect(reply.body.message).toMatch(/^[A-Z].*[.\w]$/)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  }

  test.each(brokenBodies)('400: refuses a body that is %s and explains why', async (_, body, says) => {
    const reply = await requester.send('POST', create, { body, headers: json })
    expectFailure(reply, 400, 'BAD_REQUEST')
    expect(reply.body.message).toMatch(says)
  })

  test.each([
    ['a URL that can’t be decoded', '/api/v1/check-requests/%zz', 400, 'BAD_REQUEST'],
    ['a URL with an overlong part', `/api/v1/check-requests/${'9'.repeat(3000)}`, 404, 'NOT_FOUND'],
  ])('refuses %s with an explanation', async (_, url, status, code) => {
    const reply = await requester.send('GET', url)
    expectFailure(reply, status, code)
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  })

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    '401: refuses the method %s without a session',
    async (method) => {
      const urls = {
        GET: '/api/v1/check-requests',
        POST: create,
        PUT: '/api/v1/check-requests/1',
        PATCH: '/api/v1/check-requests/1/change-priority',
        DELETE: '/api/v1/check-requests/1',
      }
      for (const headers of [
        {},
        { 'x-auth-token': 't1.unknown' },
        { 'x-auth-token': 'bootstrap' },
        { 'x-auth-token': '' },
      ]) {
        const reply = await world.anyone.send(method, urls[method], { headers: headers as Record<string, string> })
        expectFailure(reply, 401, 'UNAUTHENTICATED')
        expect(reply.body.message).toBe('Unauthorized access...')
      }
    },
  )

  test('401: refuses a wrong password without saying which part was wrong', async () => {
    const body = { email: emailOf('requester-group'), password: 'wrong' }
    const reply = await world.anyone.send('POST', '/api/v1/auth/login', { body })
    expectFailure(reply, 401, 'UNAUTHENTICATED')
    expect(reply.body.message).toBe('Wrong email or password.')
  })

  test('403: refuses a user whose role lacks the right', async () => {
    const reply = await (await world.as('approver-group')).send('POST', create, { body: bodyAt(world.ids, 'NWG') })
    expectFailure(reply, 403, 'FORBIDDEN')
  })

  test('404: answers calls for missing and out-of-scope records with the same bytes', async () => {
    const { id } = await raise(world, 'requester-eastside', 'EAS')
    const foreign = await requester.send('GET', `/api/v1/check-requests/${id}`)
    expectFailure(foreign, 404, 'NOT_FOUND')
    const missing = await requester.send('GET', '/api/v1/check-requests/987654321')
    expect(missing.text).toBe(foreign.text)
  })

  test.each(['/api/v1/nothing', '/api/nothing', '/api/v2/check-requests', '/api'])(
    '404: finds no route for the path %s',
    async (url) => {
      expectFailure(await requester.send('GET', url), 404, 'NOT_FOUND')
      expectFailure(await requester.send('POST', url, { body: {} }), 404, 'NOT_FOUND')
    },
  )

  test.each([
    ['PATCH', '/api/v1/check-requests'],
    ['DELETE', '/api/v1/auth/login'],
    ['PUT', '/api/v1/users'],
  ] as const)('404: finds no route for the method %s at the path %s', async (method, url) => {
    expectFailure(await requester.send(method, url, { body: {} }), 404, 'NOT_FOUND')
  })

  test('409: refuses changes that the current status doesn’t allow', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG')
    const approver = await world.as('approver-group')
    const url = `/api/v1/status/check-request-history/${id}`
    expect((await approver.send('POST', url, { body: { status_id: 3, version: 1 } })).status).toBe(201)
    expectFailure(await approver.send('POST', url, { body: { status_id: 2 } }), 409, 'CONFLICT')
  })

  test('413: refuses a body above 64 KiB', async () => {
    const body = JSON.stringify({ notes: 'x'.repeat(66_000) })
    expectFailure(await requester.send('POST', create, { body, headers: json }), 413, 'TOO_LARGE')
  })

  test.each(otherTypes)('415: refuses a body sent as %s', async (type) => {
    const body = JSON.stringify(bodyAt(world.ids, 'NWG'))
    const before = await countRequests()
    expectFailure(await requester.send('POST', create, { body, headers: { 'content-type': type } }), 415, 'NOT_JSON')
    expect(await countRequests()).toBe(before)
  })

  async function countRequests(): Promise<number> {
    return (await requester.send('GET', '/api/v1/check-requests/summary')).body.data.total
  }

  test('422: names an invalid field with a message', async () => {
    const reply = await requester.send('POST', create, { body: bodyAt(world.ids, 'NWG', { amount: 0 }) })
    expectFailure(reply, 422, 'INVALID_FIELDS')
    expect(reply.body.error.fields).toEqual({ amount: 'Amount must be at least 0.01.' })
  })

  test.each(['abc', '0', '-1', '1.5', '1e3', '0x1', '%20', '12345678901234567890'])(
    '422: refuses %s as an id',
    async (id) => {
      expectFailure(await requester.send('GET', `/api/v1/check-requests/${id}`), 422, 'INVALID_FIELDS')
    },
  )

  test('423: refuses the login of an inactive account and states the reason', async () => {
    const body = { email: emailOf('inactive'), password: testPassword }
    const reply = await world.anyone.send('POST', '/api/v1/auth/login', { body })
    expectFailure(reply, 423, 'INACTIVE')
    expect(reply.body.message).toBe('This account is inactive. Ask your admin to activate it.')
  })

  test('429: refuses too many attempts, and says when to retry', async () => {
    const body = { email: 'nobody@test.example', password: 'wrong' }
    const replies: RawReply[] = []
    for (let attempt = 0; attempt < 6; attempt += 1)
      replies.push(await world.anyone.send('POST', '/api/v1/auth/login', { body, from: '10.1.1.1' }))
    expect(replies.map((reply) => reply.status)).toEqual([401, 401, 401, 401, 401, 429])
    expectFailure(replies[5] as RawReply, 429, 'TOO_MANY')
    expect(replies[5]?.headers['retry-after']).toBe('1')
  })

  test('429: limits a user to a hundred calls in progress without delaying other users', async () => {
    const processor = await world.as('processor-group')
    const calls: Promise<RawReply>[] = []
    await whileReadingIsHeldUp(async () => {
      for (let count = 0; count < 150; count += 1) calls.push(processor.send('GET', '/api/v1/check-requests/by-user'))
      await Promise.any(calls)
    })
    const other = requester.send('GET', '/api/v1/check-requests/summary')
    const replies = await Promise.all(calls)
    expect((await other).status).toBe(200)
    const refused = replies.filter((reply) => reply.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(replies.filter((reply) => reply.status === 200).length).toBeGreaterThanOrEqual(100)
    for (const reply of refused) expect(reply.headers['retry-after']).toBe('1')
    expect((await processor.send('GET', '/api/v1/check-requests/by-user')).status).toBe(200)
  })

  test('500: answers an internal error with one plain sentence that reveals no internal details', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG')
    await world.database.transact(async (trx) => {
      await trx.updateTable('status_history').set({ changes: 'broken' }).where('check_request_id', '=', id).execute()
    })
    const reply = await requester.send('GET', `/api/v1/check-requests/${id}`)
    expectFailure(reply, 500, 'INTERNAL')
    expect(reply.body.message).toContain('Your data is unchanged')
    expect(reply.text).not.toMatch(/broken|JSON|token|at |\.ts|select/)
  })

  test('500: doesn’t claim that data is unchanged after a failed write', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG')
    const url = `/api/v1/check-requests/${id}/change-priority`
    const parts = { body: { priority_level: 'urgent' }, headers: { 'idempotency-key': 'broken-answer' } }
    expect((await requester.send('PATCH', url, parts)).status).toBe(200)
    await world.database.transact(async (trx) => {
      await trx.updateTable('answered_calls').set({ answer: 'broken' }).where('key', '=', 'broken-answer').execute()
    })
    const reply = await requester.send('PATCH', url, parts)
    expectFailure(reply, 500, 'INTERNAL')
    expect(reply.body.message).toBe(
      'Something went wrong on our side. Check whether your change was made before you try again.',
    )
  })
})

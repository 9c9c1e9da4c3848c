// @vitest-environment node

import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { expect, test } from 'vitest'
import { createApiClient, type SessionEvent } from '#platform/api-client.ts'
import { ApiFailure } from '#platform/api-failure.ts'
import { eventually } from '#testing/eventually.ts'
import { answerJson, startServer } from '#testing/local-server.ts'

const ok = (data: unknown) => ({ success: true, message: 'Done', data })

async function clientOf(answer: Parameters<typeof startServer>[0]) {
  const { address, seen } = await startServer(answer)
  const api = createApiClient(address)
  const events: SessionEvent[] = []
  api.subscribe((event) => events.push(event))
  return { api, seen, events }
}

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof ApiFailure)) throw new Error('The call did not fail as calls do')
  return failure
}

test('a read has its path, its query without blanks, and the token', async () => {
  const { api, seen } = await clientOf((_, response) => answerJson(response, 200, ok({ items: [] })))
  api.carryToken('w1.abc')
  await api.call(checkRequestEndpoints.list, { query: { search: 'a&b', status: 3, cursor: undefined } }, { poll: true })
  await api.call(checkRequestEndpoints.detail, { params: { id: 12 } })
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /check-requests?search=a%26b&status=3',
    'GET /check-requests/12',
  ])
  expect(seen[0]?.headers).toMatchObject({ 'x-auth-token': 'w1.abc', 'x-activity': 'poll' })
  expect(seen[1]?.headers).not.toHaveProperty('x-activity')
})

test('a write sends JSON and the key it was given', async () => {
  const { api, seen } = await clientOf((_, response) => answerJson(response, 200, ok({ id: 1 })))
  const body = { message: null, priority_level: 'urgent', version: 4 } as const
  await api.call(checkRequestEndpoints.changePriority, { params: { id: 1 }, body }, { idempotencyKey: 'k1' })
  expect(seen[0]).toMatchObject({ method: 'PATCH', url: '/check-requests/1/change-priority', body })
  expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k1' })
})

test.each([
  ['data is missing', 200, { success: true, message: 'Done' }],
  ['success is missing', 200, { message: 'Done', data: [] }],
  ['success is false', 200, { success: false, message: 'Done', data: [] }],
  ['the answer is no JSON', 502, undefined],
  ['the failure has no message', 500, { success: false }],
])('a call fails with its own default when %s', async (_, status, body) => {
  const { api } = await clientOf((_request, response) => {
    if (body) answerJson(response, status, body)
    else response.writeHead(status).end('<html>Bad gateway</html>')
  })
  const failure = await failureOf(api.call(checkRequestEndpoints.list, { query: {} }))
  expect(failure).toMatchObject({ message: 'Failed to get checks...', status })
})

test('a refusal carries the server’s sentence, code and fields', async () => {
  const { api } = await clientOf((_, response) =>
    answerJson(response, 422, {
      success: false,
      message: 'Amount is required',
      error: { code: 'INVALID_FIELDS', fields: { amount: 'Amount is required' } },
    }),
  )
  const failure = await failureOf(api.call(checkRequestEndpoints.list, { query: {} }))
  expect(failure).toMatchObject({
    message: 'Amount is required',
    status: 422,
    code: 'INVALID_FIELDS',
    fields: { amount: 'Amount is required' },
  })
})

test('no answer at all becomes a sentence that people can act on', async () => {
  const { address, server } = await startServer(() => undefined)
  server.close()
  const failure = await failureOf(createApiClient(address).call(checkRequestEndpoints.list, { query: {} }))
  expect(failure).toMatchObject({
    status: 0,
    message: 'The server cannot be reached. Check your connection and try again.',
  })
})

test('a call that was canceled raises no notice', async () => {
  const { api } = await clientOf(() => undefined)
  const abort = new AbortController()
  const call = api.call(checkRequestEndpoints.list, { query: {} }, { signal: abort.signal })
  abort.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('an unchanged read costs a 304 and gives the very same data, until the session changes', async () => {
  const { api, seen } = await clientOf(({ headers }, response) => {
    if (headers['if-none-match'] === '"v1"') response.writeHead(304).end()
    else answerJson(response, 200, ok({ items: [1] }), { etag: '"v1"' })
  })
  api.carryToken('w1.a')
  const first = await api.call(checkRequestEndpoints.list, { query: {} })
  expect(await api.call(checkRequestEndpoints.list, { query: {} })).toBe(first)
  await api.call(checkRequestEndpoints.list, { query: { status: 1 } })
  api.carryToken('w1.b')
  await api.call(checkRequestEndpoints.list, { query: {} })
  expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"', undefined, undefined])
})

test('a 401 says that the session is over, but not at login, nor when it answers an older session', async () => {
  const { api, events } = await clientOf((_, response) => {
    const answer = () => answerJson(response, 401, { success: false, message: 'Unauthorized access...' })
    setTimeout(answer, 20)
  })
  await failureOf(api.call(sessionEndpoints.login, { body: { email: 'a@b.example', password: 'x' } }))
  await failureOf(api.call(sessionEndpoints.current, {}, { token: 'bootstrap' }))
  api.carryToken('w1.old')
  const late = failureOf(api.call(checkRequestEndpoints.list, { query: {} }))
  api.carryToken('w1.new')
  await late
  expect(events).toEqual([])
  await failureOf(api.call(checkRequestEndpoints.list, { query: {} }))
  expect(events).toEqual(['unauthorized'])
})

test('a conflict is the session’s only when it says so', async () => {
  const { api, events } = await clientOf(({ url }, response) => {
    const code = url.includes('summary') ? 'SESSION_CHANGED' : 'CONFLICT'
    answerJson(response, 409, { success: false, message: 'No', error: { code } })
  })
  api.carryToken('w1.a')
  await failureOf(api.call(checkRequestEndpoints.detail, { params: { id: 1 } }))
  expect(events).toEqual([])
  await failureOf(api.call(checkRequestEndpoints.summary, {}))
  expect(events).toEqual(['session-changed'])
})

test('a stream that is refused says what happened to the session', async () => {
  const { api, events } = await clientOf((_, response) => answerJson(response, 401, { success: false, message: 'No' }))
  api.carryToken('w1.a')
  const response = await api.open('/live', new AbortController().signal)
  expect(response.status).toBe(401)
  expect(events).toEqual(['unauthorized'])
})

test('a file comes as it is, with the filters and the token of the call, and a refusal as its sentence', async () => {
  const { api, seen } = await clientOf(({ url }, response) => {
    if (url.includes('person=7')) response.writeHead(200, { 'content-type': 'text/csv' }).end('Time,Person\r\n')
    else answerJson(response, 403, { success: false, message: 'Your role cannot do this.' })
  })
  api.carryToken('w1.a')
  const file = await api.file(auditEndpoints.exportCsv, { query: { person: 7, action: undefined } })
  expect(await file.text()).toBe('Time,Person\r\n')
  expect(seen[0]).toMatchObject({ url: '/audit/export?person=7', headers: { 'x-auth-token': 'w1.a' } })
  const failure = await failureOf(api.file(auditEndpoints.exportCsv, {}))
  expect(failure).toMatchObject({ status: 403, message: 'Your role cannot do this.' })
})

test('a file that is cut off on its way is one that did not arrive', async () => {
  const { api } = await clientOf((_, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('Time,Person')
    setTimeout(() => response.destroy(), 50)
  })
  const failure = await failureOf(api.file(auditEndpoints.exportCsv, {}))
  expect(failure).toMatchObject({ status: 0, code: 'NETWORK' })
})

test('a file may arrive more slowly than an answer may begin', async () => {
  const { api } = await clientOf((_, response) => {
    response.writeHead(200).write('Time,')
    setTimeout(() => response.end('Person'), 600)
  })
  const file = await api.file({ ...auditEndpoints.exportCsv, patience: 300 }, {})
  expect(await file.text()).toBe('Time,Person')
})

test.each(['call', 'file'] as const)('an answer to a %s that does not begin in time is none', async (way) => {
  const { api } = await clientOf(() => {})
  const failure = await failureOf(api[way]({ ...sessionEndpoints.current, patience: 100 }, {}))
  expect(failure).toMatchObject({ status: 0, code: 'NETWORK' })
})

test('whoever does not want a file any more stops it', async () => {
  const { api, seen } = await clientOf((_, response) => void response.writeHead(200).write('Time,Person'))
  const stop = new AbortController()
  const file = api.file(auditEndpoints.exportCsv, {}, stop.signal)
  await eventually(() => expect(seen).toHaveLength(1))
  stop.abort()
  await expect(file).rejects.toMatchObject({ name: 'AbortError' })
})

const proofNeeded = { code: 'FRESH_PROOF_NEEDED', proof: { ways: ['passkey', 'code'] } }

test('a call that needs a fresh proof is sent again as it was once it is given; calls refused meanwhile wait with it', async () => {
  let proved = false
  const { api, seen } = await clientOf((_, response) => {
    if (proved) answerJson(response, 200, ok({ id: 1 }))
    else answerJson(response, 403, { success: false, message: 'Prove that it is you', error: proofNeeded })
  })
  let asked = 0
  let answer: ((given: boolean) => void) | undefined
  api.askForProofs((ways) => {
    asked += 1
    expect(ways).toEqual(['passkey', 'code'])
    return new Promise((resolve) => {
      answer = resolve
    })
  })
  const body = { message: null, priority_level: 'urgent', version: 4 } as const
  const one = api.call(checkRequestEndpoints.changePriority, { params: { id: 1 }, body }, { idempotencyKey: 'k1' })
  const other = api.file(auditEndpoints.exportCsv, {})
  await eventually(() => expect(answer && seen.length === 2).toBe(true))
  proved = true
  answer?.(true)
  expect(await one).toEqual({ id: 1 })
  await other
  expect(asked).toBe(1)
  const sent = seen.filter(({ method }) => method === 'PATCH')
  expect(sent.map(({ body, headers }) => [body, headers['idempotency-key']])).toEqual([
    [body, 'k1'],
    [body, 'k1'],
  ])
})

test('a call fails as it did when the person would rather not prove anything, or nobody is there to ask', async () => {
  const { api, seen } = await clientOf((_, response) =>
    answerJson(response, 403, { success: false, message: 'Prove that it is you', error: proofNeeded }),
  )
  const stop = api.askForProofs(async () => false)
  const refused = { status: 403, code: 'FRESH_PROOF_NEEDED', message: 'Prove that it is you' }
  expect(await failureOf(api.call(checkRequestEndpoints.summary, {}))).toMatchObject(refused)
  stop()
  expect(await failureOf(api.call(checkRequestEndpoints.summary, {}))).toMatchObject(refused)
  expect(seen).toHaveLength(2)
})

test('the day from which a second factor is needed comes while somebody works: the session is read again', async () => {
  const { api, events } = await clientOf((_, response) =>
    answerJson(response, 403, { success: false, message: 'No', error: { code: 'SECOND_FACTOR_REQUIRED' } }),
  )
  api.carryToken('w1.a')
  await failureOf(api.call(checkRequestEndpoints.summary, {}))
  expect(events).toEqual(['session-changed'])
})

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
  if (!(failure instanceof ApiFailure)) throw new Error('The call didn’t fail as calls do')
  return failure
}

test('sends a read with its path, its nonblank query, and the session token', async () => {
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

test('sends a write as JSON with the given idempotency key', async () => {
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
  ['the response isn’t JSON', 502, undefined],
  ['the failure has no message', 500, { success: false }],
])('fails with the call’s default message when %s', async (_, status, body) => {
  const { api } = await clientOf((_request, response) => {
    if (body) answerJson(response, status, body)
    else response.writeHead(status).end('<html>Bad gateway</html>')
  })
  const failure = await failureOf(api.call(checkRequestEndpoints.list, { query: {} }))
  expect(failure).toMatchObject({ message: 'Failed to get checks...', status })
})

test('passes on the message, code, and fields of a refusal', async () => {
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

test('reports a missing response with advice on what to do', async () => {
  const { address, server } = await startServer(() => undefined)
  server.close()
  const failure = await failureOf(createApiClient(address).call(checkRequestEndpoints.list, { query: {} }))
  expect(failure).toMatchObject({
    status: 0,
    message: 'The server can’t be reached. Check your connection and try again.',
  })
})

test('shows no notice for a canceled call', async () => {
  const { api } = await clientOf(() => undefined)
  const abort = new AbortController()
  const call = api.call(checkRequestEndpoints.list, { query: {} }, { signal: abort.signal })
  abort.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('reuses unchanged data on a 304 until the session changes', async () => {
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

test('ends the session on a 401 except during a login or for a call of an earlier session', async () => {
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

test('ends the session on a conflict only if the error code requires it', async () => {
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

test('reports the reason when a stream is refused', async () => {
  const { api, events } = await clientOf((_, response) => answerJson(response, 401, { success: false, message: 'No' }))
  api.carryToken('w1.a')
  const response = await api.open('/live', new AbortController().signal)
  expect(response.status).toBe(401)
  expect(events).toEqual(['unauthorized'])
})

test('downloads a file with the call’s filters and token, and reports the message of a refusal', async () => {
  const { api, seen } = await clientOf(({ url }, response) => {
    if (url.includes('person=7')) response.writeHead(200, { 'content-type': 'text/csv' }).end('Time,Person\r\n')
    else
      answerJson(response, 403, {
        success: false,
        message: 'Your role doesn’t include this action. Switch roles, or ask a user whose role does.',
      })
  })
  api.carryToken('w1.a')
  const file = await api.file(auditEndpoints.exportCsv, { query: { person: 7, action: undefined } })
  expect(await file.text()).toBe('Time,Person\r\n')
  expect(seen[0]).toMatchObject({ url: '/audit/export?person=7', headers: { 'x-auth-token': 'w1.a' } })
  const failure = await failureOf(api.file(auditEndpoints.exportCsv, {}))
  expect(failure).toMatchObject({
    status: 403,
    message: 'Your role doesn’t include this action. Switch roles, or ask a user whose role does.',
  })
})

test('reports a truncated file as a failure', async () => {
  const { api } = await clientOf((_, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('Time,Person')
    setTimeout(() => response.destroy(), 50)
  })
  const failure = await failureOf(api.file(auditEndpoints.exportCsv, {}))
  expect(failure).toMatchObject({ status: 0, code: 'NETWORK' })
})

test('allows a file transfer to take longer than the response time limit', async () => {
  const { api } = await clientOf((_, response) => {
    response.writeHead(200).write('Time,')
    setTimeout(() => response.end('Person'), 600)
  })
  const file = await api.file({ ...auditEndpoints.exportCsv, patience: 300 }, {})
  expect(await file.text()).toBe('Time,Person')
})

test.each(['call', 'file'] as const)('fails if the response to a %s doesn’t begin in time', async (way) => {
  const { api } = await clientOf(() => {})
  const failure = await failureOf(api[way]({ ...sessionEndpoints.current, patience: 100 }, {}))
  expect(failure).toMatchObject({ status: 0, code: 'NETWORK' })
})

test('stops a download when the user cancels it', async () => {
  const { api, seen } = await clientOf((_, response) => void response.writeHead(200).write('Time,Person'))
  const stop = new AbortController()
  const file = api.file(auditEndpoints.exportCsv, {}, stop.signal)
  await eventually(() => expect(seen).toHaveLength(1))
  stop.abort()
  await expect(file).rejects.toMatchObject({ name: 'AbortError' })
})

const proofNeeded = { code: 'FRESH_PROOF_NEEDED', proof: { ways: ['passkey', 'code'] } }

test('repeats a call after identity verification, together with calls refused in the meantime', async () => {
  let proved = false
  const { api, seen } = await clientOf((_, response) => {
    if (proved) answerJson(response, 200, ok({ id: 1 }))
    else answerJson(response, 403, { success: false, message: 'Verify your identity', error: proofNeeded })
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

test('fails a call if the user cancels identity verification or no dialog can ask for it', async () => {
  const { api, seen } = await clientOf((_, response) =>
    answerJson(response, 403, { success: false, message: 'Verify your identity', error: proofNeeded }),
  )
  const stop = api.askForProofs(async () => false)
  const refused = { status: 403, code: 'FRESH_PROOF_NEEDED', message: 'Verify your identity' }
  expect(await failureOf(api.call(checkRequestEndpoints.summary, {}))).toMatchObject(refused)
  stop()
  expect(await failureOf(api.call(checkRequestEndpoints.summary, {}))).toMatchObject(refused)
  expect(seen).toHaveLength(2)
})

test('reloads the session when the second-factor deadline passes', async () => {
  const { api, events } = await clientOf((_, response) =>
    answerJson(response, 403, { success: false, message: 'No', error: { code: 'SECOND_FACTOR_REQUIRED' } }),
  )
  api.carryToken('w1.a')
  await failureOf(api.call(checkRequestEndpoints.summary, {}))
  expect(events).toEqual(['session-changed'])
})

import { describe, expect, test } from 'vitest'
import { ApiFailure, createProofGate, failureNotice, isFinal, messageOf } from '#platform/api-failure.ts'
import { urlOf } from '#platform/call.ts'
import { counted } from '#platform/counted.ts'
import { changedFields } from '#platform/stored-row.ts'

const call = { method: 'GET', path: '/users/:id/sessions/:session', failure: 'Failed' } as const

describe('call URL', () => {
  test('encodes parameters in the path', () => {
    expect(urlOf(call, { params: { id: 7, session: 'a/b c' } })).toBe('/users/7/sessions/a%2Fb%20c')
  })

  test('includes only nonblank parameters in the query', () => {
    const query = { search: 'a b', status: 0, within: '', sort: null, cursor: undefined, unread: false }
    expect(urlOf({ ...call, path: '/check-requests' }, { query })).toBe(
      '/check-requests?search=a+b&status=0&unread=false',
    )
  })

  test('omits the question mark if there is no query', () => {
    expect(urlOf({ ...call, path: '/check-requests' }, { query: { search: '' } })).toBe('/check-requests')
    expect(urlOf({ ...call, path: '/check-requests' }, {})).toBe('/check-requests')
  })
})

describe('failures', () => {
  test.each([
    [400, true],
    [401, true],
    [404, true],
    [409, true],
    [422, true],
    [0, false],
    [429, false],
    [500, false],
    [503, false],
  ])('treats a failure with HTTP status %i as final (expected: %s)', (status, final) => {
    expect(isFinal(new ApiFailure('Failed', status, 'X'))).toBe(final)
  })

  test('never treats a missing response as final, and gives it no message', () => {
    expect(isFinal(new TypeError('x is undefined'))).toBe(false)
    expect(messageOf(new TypeError('x is undefined'))).toBe('Something went wrong!')
  })

  test('reports a failure with the attempted action and the server’s message', () => {
    expect(failureNotice('Not saved', new ApiFailure('Another user was faster.', 409, 'CONFLICT'))).toEqual({
      title: 'Not saved',
      description: 'Another user was faster.',
      destructive: true,
    })
  })

  test('reports a 401 only as an ended session', () => {
    const notice = failureNotice('Not saved', new ApiFailure('The session is over.', 401, 'UNAUTHENTICATED'))
    expect(notice).toEqual({ title: 'Unauthorized access...', destructive: true })
  })
})

describe('calls that require identity verification', () => {
  const needed = new ApiFailure('Prove it.', 403, 'FRESH_PROOF_NEEDED', undefined, { ways: ['password'] })

  function sending(...results: (string | ApiFailure)[]) {
    return async () => {
      const result = results.shift()
      if (result === undefined || result instanceof ApiFailure) throw result
      return result
    }
  }

  test('repeats the call after verification', async () => {
    const gate = createProofGate()
    gate.open(async () => true)
    expect(await gate.pass(sending(needed, 'done'))).toBe('done')
  })

  test('fails the call without verification', async () => {
    const gate = createProofGate()
    gate.open(async () => false)
    await expect(gate.pass(sending(needed, 'done'))).rejects.toBe(needed)
  })

  test('fails the call if no dialog can ask for verification', async () => {
    const gate = createProofGate()
    gate.open(async () => true)()
    await expect(gate.pass(sending(needed, 'done'))).rejects.toBe(needed)
  })

  test('shares one verification among all refused calls', async () => {
    let asked = 0
    const gate = createProofGate()
    gate.open(async () => {
      asked += 1
      return true
    })
    const both = await Promise.all([gate.pass(sending(needed, 'one')), gate.pass(sending(needed, 'other'))])
    expect([both, asked]).toEqual([['one', 'other'], 1])
  })

  test('fails the call on any other error without asking the user', async () => {
    const gate = createProofGate()
    const conflict = new ApiFailure('Another user was faster.', 409, 'CONFLICT')
    gate.open(() => Promise.reject(new Error('Asked for a proof')))
    await expect(gate.pass(sending(conflict))).rejects.toBe(conflict)
  })
})

test.each([
  [0, 'user', '0 users'],
  [1, 'user', '1 user'],
  [1250, 'check request', '1,250 check requests'],
])('formats a count of %i with the noun “%s” as “%s”', (count, name, text) => {
  expect(counted(count, name)).toBe(text)
})

test.each([
  [{ name: 'A', code: 'X' }, { name: 'A', code: 'X' }, {}],
  [{ name: 'A', code: 'X' }, { name: 'B', code: 'X' }, { name: 'B' }],
  [{ ids: [1, 2] }, { ids: [1, 2] }, {}],
  [{ ids: [1, 2] }, { ids: [2, 1] }, { ids: [2, 1] }],
  [{ name: 'A' }, { name: null }, { name: null }],
  [{}, { name: undefined }, {}],
])('finds the differences between %j and %j (expected: %j)', (before, after, changed) => {
  expect(changedFields<Record<string, unknown>>(before, after)).toEqual(changed)
})

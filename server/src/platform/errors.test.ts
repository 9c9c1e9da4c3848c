import { describe, expect, test } from 'vitest'
import { Failure, failureStatus, invalidFields, isDatabaseUnavailable, isUniqueViolation, notFound } from './errors.ts'

describe('a database error', () => {
  test.each([
    ['SQLite is busy', { errcode: 5 }, true],
    ['SQLite is busy with an outdated snapshot', { errcode: 517 }, true],
    ['a SQLite table is locked', { errcode: 6 }, true],
    ['SQLite’s disk fails', { errcode: 10 }, true],
    ['SQLite’s disk is full', { errcode: 13 }, true],
    ['PostgreSQL is shutting down', { code: '57P01' }, true],
    ['PostgreSQL has crashed', { code: '57P02' }, true],
    ['PostgreSQL is starting', { code: '57P03' }, true],
    ['the connection to PostgreSQL is lost', { code: 'ECONNRESET' }, true],
    ['PostgreSQL refuses connections', { code: 'ECONNREFUSED' }, true],
    ['PostgreSQL has no Unix socket', { code: 'ENOENT', syscall: 'connect' }, true],
    ['a file is missing', { code: 'ENOENT', syscall: 'open' }, false],
    ['PostgreSQL is read-only', { code: '25006' }, true],
    ['PostgreSQL canceled a query', { code: '57014' }, true],
    ['PostgreSQL waited too long for a lock', { code: '55P03' }, true],
    ['PostgreSQL detected a deadlock on every try', { code: '40P01' }, true],
    ['PostgreSQL doesn’t answer', { message: 'Query read timeout' }, true],
    ['PostgreSQL has no connection left', { code: '53300' }, true],
    ['the PostgreSQL connection breaks', { message: 'Connection terminated unexpectedly' }, true],
    [
      'the PostgreSQL connection was already broken',
      { message: 'Client has encountered a connection error and is not queryable' },
      true,
    ],
    ['the pool has no connection left', { message: 'timeout exceeded when trying to connect' }, true],
    ['a SQLite constraint is violated', { errcode: 19 }, false],
    ['a statement is wrong', { code: '42601' }, false],
    ['the code has a bug', new TypeError('x isn’t a function'), false],
  ])('is classified as temporary if %s (expected: %s)', (_, error, helps) => {
    expect(isDatabaseUnavailable(error)).toBe(helps)
  })

  test.each([
    [{ code: '23505', constraint: 'check_requests_check_number' }, 'check_number', true],
    [{ code: '23505', constraint: 'users_email' }, 'check_number', false],
    [{ errcode: 2067, message: "UNIQUE constraint failed: index 'check_requests_check_number'" }, 'check_number', true],
    [{ errcode: 2067, message: 'UNIQUE constraint failed: users.email' }, 'check_number', false],
    [{ errcode: 1555, message: 'UNIQUE constraint failed: provider_domains.domain' }, 'provider_domains', true],
    [{ errcode: 787, message: 'FOREIGN KEY constraint failed' }, 'check_number', false],
  ])('such as %j is classified as a unique violation of %s (expected: %s)', (error, key, answer) => {
    expect(isUniqueViolation(error, key)).toBe(answer)
  })
})

test('assigns the documented HTTP status to each failure code', () => {
  expect(failureStatus).toMatchObject({
    BAD_REQUEST: 400,
    UNAUTHENTICATED: 401,
    FORBIDDEN: 403,
    NOT_FOUND: 404,
    CONFLICT: 409,
    INVALID_FIELDS: 422,
    INACTIVE: 423,
    TOO_MANY: 429,
    UNAVAILABLE: 503,
  })
})

test('uses the first field’s sentence as the message of a field failure', () => {
  const failure = invalidFields({ amount: 'Amount is required', purpose_id: 'Purpose is required' })
  expect(failure).toBeInstanceOf(Failure)
  expect([failure.code, failure.message]).toEqual(['INVALID_FIELDS', 'Amount is required'])
})

test('uses the same sentence for missing and out-of-scope records', () => {
  expect(notFound('check request').message).toBe('This check request doesn’t exist, or you have no access to it.')
})

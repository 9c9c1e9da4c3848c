/** The codes of failed calls, each with its HTTP status (A2). */
export const failureStatus = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  SESSION_EXPIRED: 401,
  SIGN_IN_EXPIRED: 401,
  FORBIDDEN: 403,
  SECOND_FACTOR_NEEDED: 403,
  FRESH_PROOF_NEEDED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  SESSION_CHANGED: 409,
  REAUTHENTICATE: 409,
  TOO_LARGE: 413,
  NOT_JSON: 415,
  WRONG_TYPE: 415,
  NO_SUCH_RANGE: 416,
  UNSAFE_FILE: 422,
  INVALID_FIELDS: 422,
  IDEMPOTENCY_MISMATCH: 422,
  INACTIVE: 423,
  TOO_MANY: 429,
  UNAVAILABLE: 503,
  NO_ROOM: 507,
} as const

export type FailureCode = keyof typeof failureStatus

/** The current state of a record that a call would overwrite: its version, and when and by whom it was changed. */
export interface CurrentState {
  readonly version: number
  readonly updated_at: string
  readonly updated_by: string
}

/**
 * The ways in which the caller can verify their identity. At a login, includes the token for the second step and when
 * it expires.
 */
export interface NeededProof {
  readonly ways: readonly string[]
  readonly pending_token?: string
  readonly pending_until?: string
}

interface FailureDetails {
  readonly fields?: Record<string, string> | undefined
  readonly current?: CurrentState | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly proof?: NeededProof
  /** True if the connection should be closed, because further calls on it would be too costly. */
  readonly endsConnection?: boolean
}

/** Returns a value that must exist, or throws an error that names it. */
export function present<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`Required but missing: ${name}.`)
  return value
}

/** An expected refusal, whose message is a sentence that the caller can act on. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: FailureCode
  readonly fields: Record<string, string> | undefined
  readonly current: CurrentState | undefined
  readonly retryAfterSeconds: number | undefined
  readonly proof: NeededProof | undefined
  readonly endsConnection: boolean

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message)
    this.code = code
    this.fields = details.fields
    this.current = details.current
    this.retryAfterSeconds = details.retryAfterSeconds
    this.proof = details.proof
    this.endsConnection = details.endsConnection ?? false
  }
}

/** The single response for records that don't exist and records outside the caller's scope (A2). */
export function notFound(what: string): Failure {
  return new Failure('NOT_FOUND', `This ${what} doesn’t exist, or you have no access to it.`)
}

/** The failure for invalid fields, each with its sentence (A2). */
export function invalidFields(fields: Record<string, string>): Failure {
  const [first = 'Some fields are invalid. Correct them and try again.'] = Object.values(fields)
  return new Failure('INVALID_FIELDS', first, { fields })
}

/** Throws if there are any field errors, each with its sentence. */
export function refuseMissing(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

// SQLite has separate codes for violations of unique keys and of primary keys.
const uniqueOrPrimaryKey = new Set([2067, 1555])

/**
 * Returns true if a write violated a unique or primary key, in either database. `key` is part of the index or column
 * name.
 */
export function isUniqueViolation(error: unknown, key: string): boolean {
  if (propertyOf(error, 'code') === '23505') return String(propertyOf(error, 'constraint')).includes(key)
  const isUnique = uniqueOrPrimaryKey.has(Number(propertyOf(error, 'errcode')))
  return isUnique && String(propertyOf(error, 'message')).includes(key)
}

// 25006: the database is read-only, as after a failover. 55P03: another session held a lock for too long. 57014: a
// query was canceled by its time limit or by an operator. 40001 and 40P01: the transaction kept losing to other
// transactions. 53100: the disk is full.
const unavailableCodes = new Set(
  '25006 25P03 40001 40P01 53100 55P03 57014 57P01 57P02 57P03 08006 08001 53300 ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT'.split(
    ' ',
  ),
)
const sqliteBusy = 5
const lostConnection = /^Connection terminated|is not queryable|^timeout exceeded|^Query read timeout/
// SQLite's codes for a busy database, a locked table, a failing disk, and a full disk.
const sqliteUnavailable = new Set([sqliteBusy, 6, 10, 13])

/** Returns true if the database can't be reached, is busy, or its disk is full, so that a retry might help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (unavailableCodes.has(String(propertyOf(error, 'code'))) || lacksSocket(error)) return true
  if (isRefusedByPooler(error)) return true
  const errcode = sqliteCode(error)
  if (errcode !== undefined) return sqliteUnavailable.has(errcode)
  return lostConnection.test(String(propertyOf(error, 'message')))
}

/** Returns true if a write failed because a disk is full, either the server's or PostgreSQL's. */
export function isDiskFull(error: unknown): boolean {
  return fullCodes.has(String(propertyOf(error, 'code'))) || sqliteCode(error) === 13
}

const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

// PgBouncer uses this one code for everything: PostgreSQL can't be reached, went away, or had no free session for too
// long.
function isRefusedByPooler(error: unknown): boolean {
  return propertyOf(error, 'code') === '08P01' && propertyOf(error, 'severity') === 'FATAL'
}

// Between a crash of PostgreSQL and its next start, there is no Unix socket to connect to.
function lacksSocket(error: unknown): boolean {
  return propertyOf(error, 'code') === 'ENOENT' && propertyOf(error, 'syscall') === 'connect'
}

/** Returns true if another process holds the lock on a SQLite database. */
export function isSqliteBusy(error: unknown): boolean {
  return sqliteCode(error) === sqliteBusy
}

/** Returns true if a file isn't an intact SQLite database. */
export function isSqliteDamaged(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === 11 || code === 26
}

// The lowest byte of a SQLite code is the error, and the other bytes add detail.
function sqliteCode(error: unknown): number | undefined {
  const errcode = propertyOf(error, 'errcode')
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Returns a property of a value of unknown shape, such as a thrown value, or undefined if the property is missing. */
export function propertyOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

const nodesAdvice = '; if the root CA is installed locally, try running Node.js with --use-system-ca'

/** In a message about an unreachable server, replaces Node's advice about certificates with ours. */
export function inOwnWords(message: string): string {
  return message.replace(nodesAdvice, '; for your own certificate authority, name its file in NODE_EXTRA_CA_CERTS')
}

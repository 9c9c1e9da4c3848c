import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Endpoint } from '@check-requests/domain/api/endpoint.ts'
import type { FastifyInstance, onRequestHookHandler, preHandlerHookHandler } from 'fastify'
import { Failure } from '../errors.ts'

const json = 'application/json'
const form = 'multipart/form-data'
const fields = 'application/x-www-form-urlencoded'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time limit for a call's body to arrive, in milliseconds. */
    bodyWithin?: number
    /** The id of the endpoint that a route serves. */
    endpoint?: string
  }
}

/** The default time limit for a body to arrive, in milliseconds. */
export const bodyArrivesWithin = 15_000
/**
 * The time limit for a file to arrive, in milliseconds. A stalled upload is cut off earlier, like any other silent
 * connection.
 */
export const fileArrivesWithin = 300_000

/**
 * Makes the app read only strict JSON, and forms on routes that take them. Forms with a file are left to the routes
 * that read them while they arrive.
 */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(json, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  app.addContentTypeParser<string>(fields, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  )
  app.addContentTypeParser(form, (_request, _payload, done) => done(null))
}

/** Route options that refuse a body of another type than the endpoint takes before it is read. */
export function takes({ id, method, takes, mostBytes }: Endpoint) {
  const type = typeOf(takes)
  const onRequest: onRequestHookHandler = ({ headers }, _reply, done) =>
    isOther(headers['content-type'], type) ? done(wrongType(type)) : done()
  return {
    config: { endpoint: id, ...(takes === 'file' && { bodyWithin: fileArrivesWithin }) },
    ...(mostBytes !== undefined && { bodyLimit: mostBytes }),
    ...(method !== 'GET' && { onRequest }),
    ...((method === 'PUT' || method === 'PATCH') && { preHandler: takeFromData }),
  }
}

/** Unwraps a body that is one object under `data`, which is how the specification sends updates (F7). */
const takeFromData: preHandlerHookHandler = (request, _reply, done) => {
  const { body } = request
  if (isObject(body) && Object.keys(body).join() === 'data' && isObject(body.data)) request.body = body.data
  done()
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typeOf(takes: Endpoint['takes']): string {
  if (takes === 'fields') return fields
  return takes === 'file' ? form : json
}

// A body without a type is refused when it is read.
function isOther(sent: string | undefined, type: string): boolean {
  return sent !== undefined && sent.split(';')[0]?.trim().toLowerCase() !== type
}

/** The refusal for a call without the required form. */
export function noForm(): Failure {
  return wrongType(form)
}

/** Answers 408 and closes the connection if the body takes longer to arrive than this many milliseconds. */
export function limitArrival(request: IncomingMessage, response: ServerResponse, within: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  const timer = setTimeout(() => closeLate(request.socket), within)
  const stop = () => clearTimeout(timer)
  request.once('end', stop)
  response.once('close', stop)
}

function closeLate(socket: Socket): void {
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
}

function wrongType(type: string): Failure {
  return new Failure(type === json ? 'NOT_JSON' : 'WRONG_TYPE', `Send the request body as ${type}.`)
}

const decoder = new TextDecoder('utf-8', { fatal: true })
const deepest = 20

/**
 * Parses a JSON body strictly: valid UTF-8 only, no NUL or lone surrogate (PostgreSQL can't store them), no duplicate
 * keys in an object, no `__proto__`, and limited nesting. An empty body is `undefined`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  const value = parse(text)
  // Every field has a colon, so a body with as many colons as fields has no duplicate keys.
  if (countColons(text) !== countFields(value) && hasDuplicateKey(text))
    throw new Failure('BAD_REQUEST', 'The request body names a field twice.')
  return value
}

function parse(text: string): unknown {
  const isSuspicious = text.includes('\\u') || text.includes('__proto__')
  try {
    return JSON.parse(text, isSuspicious ? refuseUnsafe : undefined)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('BAD_REQUEST', 'The request body isn’t valid JSON.')
  }
}

function countColons(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count += 1
  return count
}

function countFields(body: unknown): number {
  let count = 0
  let level = [body]
  for (let depth = 0; depth <= deepest; depth += 1) {
    const containers = level.filter((part): part is object => typeof part === 'object' && part !== null)
    for (const part of containers) if (!Array.isArray(part)) count += Object.keys(part).length
    level = containers.flatMap((part): unknown[] => Object.values(part))
    if (level.length === 0) return count
  }
  throw new Failure('BAD_REQUEST', 'The request body is nested too deeply.')
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Failure('BAD_REQUEST', 'The request body isn’t valid UTF-8.')
  }
}

function refuseUnsafe(key: string, value: unknown): unknown {
  const unsafeText = typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())
  if (key === '__proto__' || unsafeText)
    throw new Failure('BAD_REQUEST', `The field “${key || 'body'}” contains characters that can’t be stored.`)
  return value
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

// JSON.parse silently keeps the last of two equal keys, so two readers could see different amounts.
function hasDuplicateKey(text: string): boolean {
  const open: (Set<string> | null)[] = []
  let last = ''
  for (const [found] of text.matchAll(token)) {
    if (found === '{') open.push(new Set())
    else if (found === '[') open.push(null)
    else if (found === '}' || found === ']') open.pop()
    else if (found === ':' && isSecond(open.at(-1), last)) return true
    last = found
  }
  return false
}

function isSecond(keys: Set<string> | null | undefined, literal: string): boolean {
  if (!keys) return false
  const key = literal.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (keys.has(key)) return true
  keys.add(key)
  return false
}

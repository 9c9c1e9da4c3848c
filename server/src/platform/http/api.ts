import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import {
  answersUsuallyWithin,
  answersWithin,
  apiBase,
  type Endpoint,
  type FreshBy,
} from '@check-requests/domain/api/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { canonicalFingerprint } from '../crypto/hashes.ts'
import { Failure } from '../errors.ts'
import { callOf } from '../measures/current-call.ts'
import { finishedCalls } from '../measures/measures.ts'
import { LongReads } from '../threads/long-reads.ts'
import { within } from '../threads/promises.ts'
import type { RepeatableCall } from './answered-calls.ts'
import { fileArrivesWithin, takes } from './bodies.ts'
import { type Share, Shares } from './concurrency-limits.ts'
import { sendUnchanged, type UnchangedPolls } from './connections.ts'
import { asJson, type Download, sendDownload } from './large-answers.ts'
import { parse } from './validation.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** A call that passed the guard, with its parsed parts and its caller, unless the call is public. */
type ApiCall<Row extends Endpoint, Identity> = CallParts<Row> & (Row['policy'] extends 'public' ? unknown : Identity)

/** The parts of a call. `body` is missing if a route chooses the schema itself or reads a form with a file. */
interface CallParts<Row extends Endpoint> {
  readonly params: Parsed<Row['params']>
  readonly query: Parsed<Row['query']>
  readonly body: Row extends { readonly takes: 'file' } ? undefined : Parsed<Row['body']>
  /** Set if the client can repeat the call: a key it chose, bound to the call's content. */
  readonly repeatable: RepeatableCall | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A response: a sentence with data, which is a value, JSON text from the database, or streamed items; or a file. */
export type Answer<Row extends Endpoint> =
  | { readonly message: string; readonly data: z.input<Row['reply']> }
  | { readonly message: string; readonly json: string }
  | { readonly message: string; readonly items: AsyncIterable<readonly unknown[]> }
  | File
  | Download

interface File {
  readonly fileName: string
  readonly parts: AsyncIterable<string> | Uint8Array
}

// The payload that Fastify sends once the handler has ended. Handlers don't return the reply itself: it is a thenable,
// so each function that returned it would add listeners and wait for the end of the response.
type Payload = string | Uint8Array | Readable | undefined

/** The session functions that the API calls. */
export interface Guard<Identity> {
  /** Returns the current session's caller if they may make this call. Otherwise throws. */
  admit(
    request: FastifyRequest,
    policy: Exclude<Endpoint['policy'], 'public'>,
    row?: Partial<Pick<Endpoint, 'id' | 'freshProof' | 'setsUp'>>,
  ): Promise<Identity>
  /**
   * Returns the response's ETag while nothing has changed, without reading anything, or undefined if the ETag is
   * unknown.
   */
  tag(request: FastifyRequest, policy: Exclude<Endpoint['policy'], 'public'>, topic: FreshBy): string | undefined
  /** Returns a function that tells whether `tag` would still return the same for this call. */
  watchTag(request: FastifyRequest, topic: FreshBy): () => boolean
  /** Runs a caller's work so that the database shows only rows that the caller may ever see. */
  forTenant<Result>(identity: Identity, work: () => Result): Result
  shareOf(identity: Identity): Share
  roleOf(identity: Identity): string
}

/** Options for a route. */
interface RouteOptions {
  /** Answers 304 to a poll while nothing on this topic has changed in the caller's scope. */
  readonly freshBy?: FreshBy
  /** Set if the route parses the body itself, because its schema depends on the caller. */
  readonly ownBody?: true
}

type Handler<Row extends Endpoint, Identity> = (call: ApiCall<Row, Identity>) => Promise<Answer<Row>>

interface Route<Row extends Endpoint, Identity> extends RouteOptions {
  readonly row: Row
  readonly handler: Handler<Row, Identity>
}

/** Extra time for sending an answer that is found at the last moment, in milliseconds. */
const grace = 1000

/**
 * Registers endpoints, each below the versioned and the plain base (A1), with its policy, parsing, and envelope (A2).
 */
export class Api<Identity> {
  readonly #app: FastifyInstance
  readonly #guard: Guard<Identity>
  readonly #polls: UnchangedPolls | undefined
  readonly #shares = new Shares()
  readonly #longReads = new LongReads()
  readonly #running = new Set<Promise<Payload>>()
  readonly registered = new Set<Endpoint>()
  /** The ids of calls that answer 304 while nothing has changed. */
  readonly polled = new Set<string>()

  constructor(app: FastifyInstance, guard: Guard<Identity>, polls?: UnchangedPolls) {
    this.#app = app
    this.#guard = guard
    this.#polls = polls
    // A server closes when its connections have, and the client of a running call might have disconnected.
    app.addHook('onClose', () => Promise.allSettled(this.#running))
  }

  on<Row extends Endpoint>(row: Row, handler: Handler<Row, Identity>, options: RouteOptions = {}): void {
    if (this.registered.has(row)) throw new Error(`${row.method} ${row.path} is registered twice`)
    this.registered.add(row)
    if (options.freshBy) this.polled.add(row.id)
    const served: Route<Row, Identity> = { row, handler, ...options }
    const handle = async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = callOf(request.raw).run(() => this.#answer(served, request, reply))
      this.#running.add(answer)
      return answer.finally(() => this.#running.delete(answer))
    }
    const route = { method: row.method, handler: handle, ...takes(row) }
    this.#app.route({ ...route, url: `${apiBase}${row.path}` })
    this.#app.route({ ...route, url: `/api${row.path}` })
  }

  async #answer<Row extends Endpoint>(
    route: Route<Row, Identity>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Payload> {
    const { policy } = route.row
    if (policy === 'public') {
      this.#shares.takeAnonymously(reply, request.ip)
      return this.#run(route, request, reply, undefined)
    }
    const findTag = () => route.freshBy && this.#guard.tag(request, policy, route.freshBy)
    const early = findTag()
    if (isUnchanged(request, early)) return this.#answerUnchanged(route, request, reply, early)
    const identity = await this.#guard.admit(request, policy, route.row)
    callOf(request.raw).userId = this.#guard.shareOf(identity).userId
    const tag = early ?? findTag()
    if (isUnchanged(request, tag)) return this.#answerUnchanged(route, request, reply, tag)
    this.#shares.take(reply, this.#guard.shareOf(identity))
    return this.#guard.forTenant(identity, () => this.#run(route, request, reply, identity, tag))
  }

  #answerUnchanged(
    { row, freshBy }: Pick<Route<Endpoint, Identity>, 'row' | 'freshBy'>,
    request: FastifyRequest,
    reply: FastifyReply,
    tag: string,
  ): undefined {
    // Traces need each call from the framework.
    if (freshBy && !finishedCalls.hasSubscribers) {
      const isUnchanged = this.#guard.watchTag(request, freshBy)
      this.#polls?.remember(request.raw, { endpoint: row.id, address: request.ip, tag, isUnchanged })
    }
    // While the server shuts down, the answer closes the connection.
    const connection = reply.getHeader('connection')
    if (connection) reply.raw.setHeader('connection', connection)
    reply.hijack()
    sendUnchanged(reply.raw, tag)
  }

  async #run<Row extends Endpoint>(
    { row, handler, ownBody }: Route<Row, Identity>,
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity | undefined,
    tag?: string,
  ): Promise<Payload> {
    const call = {
      ...identity,
      params: row.params && parse(row.params, request.params),
      query: row.query && parse(row.query, request.query),
      body: ownBody || row.takes === 'file' ? undefined : row.body && parse(row.body, request.body),
      repeatable: identity && this.#repeatable(row, identity, request),
      request,
      reply,
    } as ApiCall<Row, Identity>
    const answer = await this.#answered(row, handler(call), reply)
    if (tag) reply.header('etag', tag)
    const tenant = identity ? this.#guard.shareOf(identity).tenant : null
    if ('download' in answer) return sendDownload(request, reply, answer)
    if ('parts' in answer) return this.#payloadOfFile(reply, row, answer, tenant)
    reply.code(row.status).type('application/json; charset=utf-8')
    const text = 'items' in answer ? streamedEnvelope(answer) : envelope(answer, callOf(request.raw).waits)
    return typeof text === 'string' ? text : this.#longReads.stream(text, { tenant })
  }

  /** Extends the connection's idle timeout while the call is processed. */
  async #answered<Row extends Endpoint>(
    row: Row,
    work: Promise<Answer<Row>>,
    { raw, server: { server } }: FastifyReply,
  ): Promise<Answer<Row>> {
    const own = answersWithin(row)
    const takesLonger = own > answersUsuallyWithin && raw.socket instanceof Socket
    if (takesLonger) raw.setTimeout(own + grace)
    try {
      return await within(arrivesWithin(row) + own, work, tookTooLong)
    } finally {
      if (takesLonger) raw.setTimeout(server.timeout)
    }
  }

  #payloadOfFile(
    reply: FastifyReply,
    { produces }: Endpoint,
    { fileName, parts }: File,
    tenant: number | null,
  ): Payload {
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
    if (parts instanceof Uint8Array) {
      reply.type(produces ?? 'application/octet-stream')
      return parts
    }
    reply.type(`${produces}; charset=utf-8`)
    return this.#longReads.stream(parts, { tenant })
  }

  #repeatable(row: Endpoint, identity: Identity, request: FastifyRequest): RepeatableCall | undefined {
    const key = request.headers['idempotency-key']
    if (row.method === 'GET' || key === undefined) return undefined
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
      throw new Failure('BAD_REQUEST', 'An Idempotency-Key must have 1 to 255 visible characters.')
    const fingerprint = canonicalFingerprint([row.method, request.url, this.#guard.roleOf(identity), request.body])
    return { userId: this.#guard.shareOf(identity).userId, key, fingerprint }
  }
}

function isUnchanged(request: FastifyRequest, tag: string | undefined): tag is string {
  return tag !== undefined && request.headers['if-none-match'] === tag
}

// For all other calls, the body has arrived before the work begins.
function arrivesWithin({ takes }: Endpoint): number {
  return takes === 'file' ? fileArrivesWithin : 0
}

// This failure isn't an expected one, so it belongs in the log.
function tookTooLong(): Error {
  return Object.assign(new Error(`the call exceeded its time limit`), { statusCode: 503 })
}

function envelope(answer: { message: string; data?: unknown; json?: string }, waits: string | undefined) {
  const before = `{"success":true,"message":${JSON.stringify(answer.message)},"data":`
  const after = waits === undefined ? '}' : `,"waits":${JSON.stringify(waits)}}`
  return answer.json === undefined ? asJson(answer.data, [before, after]) : before + answer.json + after
}

async function* streamedEnvelope({ message, items }: { message: string; items: AsyncIterable<readonly unknown[]> }) {
  yield `{"success":true,"message":${JSON.stringify(message)},"data":[`
  let separator = ''
  for await (const part of items) {
    if (part.length === 0) continue
    yield separator + part.map((item) => JSON.stringify(item)).join(',')
    separator = ','
  }
  yield ']}'
}

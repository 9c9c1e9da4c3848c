import type { IncomingMessage, Server } from 'node:http'
import { mostBytesOfJson } from '@check-requests/domain/api/endpoint.ts'
import underPressure from '@fastify/under-pressure'
import {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Failure } from '../errors.ts'
import { callOf, countQueries } from '../measures/current-call.ts'
import { measureOwnLoad, type OwnLoad } from '../measures/measures.ts'
import { tellFinished } from '../measures/trace-export.ts'
import { isApiAddress, isPlainPath, namesTwoHosts } from './addresses.ts'
import { bodyArrivesWithin, fileArrivesWithin, limitArrival, readJsonOnly } from './bodies.ts'
import { Connections, type UnchangedPoll, UnchangedPolls } from './connections.ts'
import { sendUnreadable } from './error-handler.ts'
import { cleanForwarded } from './networks.ts'

/** Fastify options whose defaults are too permissive. Times are in milliseconds, and sizes in bytes. */
export function serverOptions(options: {
  logLevel: string
  slowAfter: number
  trustedProxies: string[]
  nextId: () => string
}): FastifyHttpOptions<Server> {
  return {
    logger: {
      level: options.logLevel,
      redact: ['req.headers["x-auth-token"]', 'req.headers.cookie', 'res.headers["set-cookie"]'],
    },
    logController: new CallLog(options.slowAfter),
    childLoggerFactory: (logger, bindings, childOptions, request) =>
      logger.child({ ...bindings, traceId: callOf(request).trace.id }, childOptions),
    // Fastify's own compilers take long to load and have nothing to compile, because endpoint schemas parse the calls.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    genReqId: options.nextId,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    // Runs first for each call, before its URL is read or logged.
    rewriteUrl: ({ headers, url = '/' }) => {
      cleanForwarded(headers)
      // The page reads this token in the browser.
      return url.replace(/^\/decide\/[^?]*/, '/decide')
    },
    bodyLimit: mostBytesOfJson,
    // The limit for files. `limitArrival` is stricter for all other calls.
    requestTimeout: fileArrivesWithin,
    connectionTimeout: 30_000,
    // Calls on existing connections are still answered, and the answer closes the connection.
    return503OnClosing: false,
    frameworkErrors: sendUnreadable,
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: 8000, connectionsCheckingInterval: 2000, maxHeaderSize: 16_384 },
  }
}

function noCompiler(): never {
  throw new Error('Fastify must not compile any schemas.')
}

interface HardenOptions {
  readonly https: boolean
  readonly longestDelay: number
  readonly bodyWithin?: number
  readonly polls?: UnchangedPolls
}

/**
 * Adds strict JSON bodies, strict headers, and load shedding. `https` is true if users reach this server over HTTPS.
 * `longestDelay` is how late the event loop can be before calls are refused, in milliseconds, or 0 for no limit.
 * `bodyWithin` is how long a body can take to arrive, in milliseconds.
 */
export async function harden(
  app: FastifyInstance,
  { https, longestDelay, bodyWithin = bodyArrivesWithin, polls = new UnchangedPolls(() => {}) }: HardenOptions,
): Promise<void> {
  readJsonOnly(app)
  const connections = new Connections()
  connections.guard(app.server, polls)
  app.addHook('preClose', async () => polls.stop())
  const headersOf = securityHeaders({ https })
  app.addHook('onRequest', (request, reply, done) => {
    if (!connections.admit(request.raw.socket, reply.raw)) return void reply.hijack()
    reply.headers(headersOf(request.url))
    limitArrival(request.raw, reply.raw, request.routeOptions.config.bodyWithin ?? bodyWithin)
    done(refusalOf(request))
  })
  app.addHook('onResponse', (request, reply, done) => {
    tellFinished(request, reply)
    done()
  })
  await refuseWhenOverloaded(app, longestDelay)
}

function refusalOf({ url, raw }: FastifyRequest): Failure | undefined {
  if (namesTwoHosts(raw)) return new Failure('BAD_REQUEST', 'Send exactly one Host header.')
  return isPlainPath(url)
    ? undefined
    : new Failure('NOT_FOUND', 'Nothing was found at this URL. Check the URL for mistakes.')
}

const tooMuchToDo = 'The server is overloaded. Try again in a few seconds.'
const measuredEvery = 1000
const saturated = 0.5

/**
 * Refuses calls while the event loop is late because of its own work. On a busy machine, other processes can also delay
 * it, and refusing calls wouldn't help then. Half a core counts as saturated, because other processes might use the
 * other half. Nothing is refused during the first two measurements, to ignore the work of starting up.
 */
export async function refuseWhenOverloaded(app: FastifyInstance, longestDelay: number, every = measuredEvery) {
  let load: OwnLoad | undefined
  app.addHook('onListen', async () => {
    load = measureOwnLoad(every)
  })
  app.addHook('onClose', async () => load?.stop())
  await app.register(underPressure, {
    maxEventLoopDelay: longestDelay,
    sampleInterval: every,
    pressureHandler: () => {
      if (load && load.share() >= saturated) throw new Failure('UNAVAILABLE', tooMuchToDo, { retryAfterSeconds: 5 })
    },
  })
}

const shownStatements = 5
/** The number of characters of a statement to log, which is enough to find it in the code. */
const shownOfStatement = 500
const talkative = new Set(['info', 'debug', 'trace'])

/**
 * Logs one line per call when it has been answered. It includes the path without the query, because search terms don't
 * belong in a log. A call that took longer than `slowAfter` milliseconds is logged as a warning, with its slowest
 * statements.
 */
class CallLog extends LogController {
  readonly #slowAfter: number

  constructor(slowAfter: number) {
    super()
    this.#slowAfter = slowAfter
    countQueries()
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { log } = request
    const call = callOf(request.raw)
    const isSlow = call.worked > this.#slowAfter
    if (!isSlow && !talkative.has(log.level)) return
    const line = { ...lineOf(request, reply), ...(error && { err: error }) }
    if (isSlow) log.warn({ ...line, statements: call.slowest(shownStatements).map(inShort) }, 'slow call')
    else log.info(line, 'call')
  }
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { queries, userId, worked } = callOf(request.raw)
  return {
    method: request.method,
    path: pathOf(request.url),
    endpoint: request.routeOptions.config.endpoint,
    status: reply.statusCode,
    milliseconds: Math.round(reply.elapsedTime),
    worked: Math.round(worked),
    queries: rounded(queries),
    userId,
    address: request.ip,
  }
}

function rounded<Spent extends { milliseconds: number }>(spent: Spent): Spent {
  return { ...spent, milliseconds: Math.round(spent.milliseconds) }
}

function inShort<Spent extends { milliseconds: number; sql: string }>(spent: Spent): Spent {
  const sql = spent.sql.replace(/\s+/g, ' ').slice(0, shownOfStatement)
  return { ...rounded(spent), sql }
}

/** Logs a call that was answered before the framework, like all others. */
export function logUnchanged(
  { log }: FastifyInstance,
  nextId: () => string,
  request: IncomingMessage,
  { endpoint, address }: UnchangedPoll,
): void {
  if (!talkative.has(log.level)) return
  const { method, url = '' } = request
  const ids = { reqId: nextId(), traceId: callOf(request).trace.id }
  const spent = { milliseconds: 0, worked: 0, queries: { times: 0, milliseconds: 0 } }
  log.info({ ...ids, method, path: pathOf(url), endpoint, status: 304, ...spent, address }, 'call')
}

function pathOf(url: string): string {
  return url.replace(/\?.*/s, '')
}

const self = "'self'"
const none = "'none'"

/** Headers for every response. */
const common = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Additional headers for pages, which isolate them from other sites' windows. */
const ofPages = {
  ...common,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
}

/** Blocks all other sources, scripts, and frames, and markup made from text. */
const policyOfPages = {
  'default-src': none,
  'script-src': self,
  'style-src': self,
  'img-src': `${self} data:`,
  'font-src': self,
  'connect-src': self,
  'manifest-src': self,
  'base-uri': none,
  'form-action': none,
  'frame-ancestors': none,
  'object-src': none,
  'require-trusted-types-for': "'script'",
  // The policy that the web app creates for worker URLs. No other policy is allowed.
  'trusted-types': 'workers',
}

// The API documentation is a separate page that generates its own styles and markup. It has no logged-in user.
const { 'require-trusted-types-for': _, 'trusted-types': __, ...withoutTrustedTypes } = policyOfPages
const policyOfDocs = { ...withoutTrustedTypes, 'style-src': `${self} 'unsafe-inline'` }

const policyOfApi = { 'default-src': none, 'frame-ancestors': none }

const year = 31_536_000

/**
 * Returns a response's security headers by path. They never change, so they are built once: computing them for each
 * response cost as much as the rest of the framework. `https` is true if users reach this server over HTTPS.
 */
export function securityHeaders({ https }: { https: boolean }): (path: string) => Record<string, string> {
  const transport = https ? { 'strict-transport-security': `max-age=${year}; includeSubDomains` } : {}
  const upgrade = https ? { 'upgrade-insecure-requests': '' } : {}
  const api = { ...common, ...transport, ...policy(policyOfApi), 'cache-control': 'no-store' }
  const docs = { ...ofPages, ...transport, ...policy(policyOfDocs) }
  const pages = { ...ofPages, ...transport, ...policy({ ...policyOfPages, ...upgrade }) }
  return (path) => {
    if (isApiAddress(path)) return api
    return /^\/docs(\/|$)/.test(path) ? docs : pages
  }
}

function policy(directives: Record<string, string>): { 'content-security-policy': string } {
  const parts = Object.entries(directives).map(([name, sources]) => `${name} ${sources}`.trim())
  return { 'content-security-policy': parts.join('; ') }
}

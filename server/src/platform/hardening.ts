import type { Server } from 'node:http'
import { mostBytesOfJson } from '@check-requests/domain/api/endpoint.ts'
import underPressure from '@fastify/under-pressure'
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify'
import { isPlainPath, namesTwoHosts } from './addresses.ts'
import { bodyArrivesWithin, fileArrivesWithin, limitArrival, readJsonOnly } from './bodies.ts'
import { CallLog } from './call-log.ts'
import { Connections } from './connections.ts'
import { callOf } from './current-call.ts'
import { sendUnreadable } from './error-handler.ts'
import { Failure } from './errors.ts'
import { cleanForwarded } from './networks.ts'
import { measureOwnLoad, type OwnLoad } from './own-load.ts'
import { type Random, shortIds } from './random.ts'
import { securityHeaders } from './security-headers.ts'
import { tellFinished } from './trace-export.ts'

/** Fastify options whose defaults are too permissive. Times in milliseconds, sizes in bytes. */
export function serverOptions(options: {
  logLevel: string
  slowAfter: number
  trustedProxies: string[]
  random: Random
}): FastifyHttpOptions<Server> {
  return {
    logger: {
      level: options.logLevel,
      redact: ['req.headers["x-auth-token"]', 'req.headers.cookie', 'res.headers["set-cookie"]'],
    },
    logController: new CallLog(options.slowAfter),
    childLoggerFactory: (logger, bindings, childOptions, request) =>
      logger.child({ ...bindings, traceId: callOf(request).trace.id }, childOptions),
    // Those of Fastify, which take long to load, have nothing to compile: calls are parsed by their endpoints' schemas.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    genReqId: shortIds(options.random),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    // The first thing that runs for a call, before its address is read or logged.
    rewriteUrl: ({ headers, url = '/' }) => {
      cleanForwarded(headers)
      return url
    },
    bodyLimit: mostBytesOfJson,
    // For files; `limitArrival` is stricter with everything else.
    requestTimeout: fileArrivesWithin,
    connectionTimeout: 30_000,
    // Whoever has a connection already is answered; the answer closes it.
    return503OnClosing: false,
    frameworkErrors: sendUnreadable,
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: 8000, connectionsCheckingInterval: 2000, maxHeaderSize: 16_384 },
  }
}

function noCompiler(): never {
  throw new Error('No route has a schema that Fastify compiles.')
}

interface HardenOptions {
  readonly https: boolean
  readonly longestDelay: number
  readonly bodyWithin?: number
}

/**
 * Strict JSON bodies, strict headers and load shedding. `https`: people reach this server over HTTPS.
 * `longestDelay`: how many milliseconds late the event loop may be before calls are refused; 0 for never. `bodyWithin`:
 * how many milliseconds a body may take to arrive.
 */
export async function harden(
  app: FastifyInstance,
  { https, longestDelay, bodyWithin = bodyArrivesWithin }: HardenOptions,
): Promise<void> {
  readJsonOnly(app)
  const connections = new Connections()
  connections.guard(app.server)
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
  if (namesTwoHosts(raw)) return new Failure('BAD_REQUEST', 'A request names its host once.')
  return isPlainPath(url) ? undefined : new Failure('NOT_FOUND', 'There is nothing at this address.')
}

const tooMuchToDo = 'The server has too much to do. Try again in a few seconds.'
const measuredEvery = 1000
const saturated = 0.5

/**
 * Refuses calls while the event loop is late because of its own work. Lateness alone proves nothing: on a busy machine
 * other processes cause it, and refusing calls would not help. Half a core counts as saturated: others may need half.
 * What the start of the server took does not count: for two measurements nothing is refused.
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

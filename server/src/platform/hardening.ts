import type { Server } from 'node:http'
import underPressure from '@fastify/under-pressure'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { sendUnreadable } from './error-handler.ts'
import { Failure } from './errors.ts'
import { parseJsonBody } from './json-body.ts'
import { type Random, shortIds } from './random.ts'
import { securityHeaders } from './security-headers.ts'

/** Fastify's options where its defaults are too trusting. Times in milliseconds, sizes in bytes. */
export function serverOptions(options: {
  logLevel: string
  trustedProxies: string[]
  random: Random
}): FastifyHttpOptions<Server> {
  return {
    logger: {
      level: options.logLevel,
      redact: ['req.headers["x-auth-token"]', 'req.headers.cookie', 'res.headers["set-cookie"]'],
    },
    genReqId: shortIds(options.random),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: 65_536,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    return503OnClosing: true,
    frameworkErrors: sendUnreadable,
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: 8000, connectionsCheckingInterval: 2000, maxHeaderSize: 16_384 },
  }
}

/**
 * Strict bodies, strict headers and a way out when there is too much to do. `https`: people reach this server by HTTPS.
 * `longestDelay`: how many milliseconds behind the event loop may be before calls are refused; 0 for never.
 */
export async function harden(
  app: FastifyInstance,
  { https, longestDelay }: { https: boolean; longestDelay: number },
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  const headersOf = securityHeaders({ https })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url))
    done()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: longestDelay,
    retryAfter: 5,
    pressureHandler: () => {
      throw new Failure('UNAVAILABLE', 'The server has too much to do. Try again in a few seconds.', {
        retryAfterSeconds: 5,
      })
    },
  })
}

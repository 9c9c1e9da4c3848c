import type { Server } from 'node:http'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { Failure } from './errors.ts'
import { parseJsonBody } from './json-body.ts'
import { type Random, shortId } from './random.ts'

const docsPath = /^\/docs(\/|$)/

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
    genReqId: () => shortId(options.random),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: 65_536,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    handlerTimeout: 20_000,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: 8000, connectionsCheckingInterval: 2000, maxHeaderSize: 16_384 },
  }
}

/** Strict bodies, strict headers and a way out when there is too much to do. `https`: people reach this server by HTTPS. */
export async function harden(app: FastifyInstance, { https }: { https: boolean }): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  await app.register(helmet, helmetOptions(https))
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
    if (docsPath.test(request.url)) relaxForDocs(reply)
  })
  await app.register(underPressure, {
    maxEventLoopDelay: 1000,
    retryAfter: 5,
    pressureHandler: () => {
      throw new Failure('UNAVAILABLE', 'The server has too much to do. Try again in a few seconds.', {
        retryAfterSeconds: 5,
      })
    },
  })
}

function helmetOptions(https: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    hsts: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginOpenerPolicy: { policy: 'same-origin' as const },
    crossOriginResourcePolicy: { policy: 'same-origin' as const },
    xFrameOptions: { action: 'deny' as const },
  }
}

// The API's documentation is a page of its own that writes styles and markup itself; nobody is signed in there.
function relaxForDocs(reply: { header(name: string, value: string): unknown }): void {
  reply.header(
    'content-security-policy',
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
}

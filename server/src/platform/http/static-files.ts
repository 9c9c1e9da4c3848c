import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { opensPage } from './addresses.ts'
import { sendNotFound } from './error-handler.ts'

const year = 31_536_000

/**
 * Serves the web app: hashed files are cached forever, and the page itself, at any path that users open, is never
 * cached (R026).
 */
export async function serveBrowserPart(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    const usual = { preCompressed: true, index: false, cacheControl: false } as const
    const assets = { ...usual, root: join(folder, 'assets'), prefix: '/assets/', decorateReply: false }
    // One route for all files: a route for each would take a tenth of the startup time.
    await app.register(fastifyStatic, { ...assets, setHeaders: cached(`public, max-age=${year}, immutable`) })
    const others = { ...usual, root: folder, wildcard: false, globIgnore: ['assets/**'] }
    await app.register(fastifyStatic, { ...others, setHeaders: cached('no-cache') })
  }
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && opensPage(request)) return reply.sendFile('index.html', { cacheControl: false })
    return sendNotFound(reply)
  })
}

function cached(directives: string) {
  return (reply: FastifyReply) => void reply.header('cache-control', directives)
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { opensPage } from './addresses.ts'
import { sendNotFound } from './error-handler.ts'

const year = 31_536_000

/**
 * Serves the web app: hashed files are cached forever, and the page itself, at any path that users open, is never
 * cached (R026).
 */
export async function serveBrowserPart(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
      },
    })
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && opensPage(request)) return reply.sendFile('index.html', { cacheControl: false })
    return sendNotFound(reply)
  })
}

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { opensPage } from './addresses.ts'
import { sendNotFound } from './error-handler.ts'

const year = 31_536_000

/**
 * Serves the web app: hashed files are cached forever, and the page itself, at any path that users open, is never
 * cached (R026). Each page names the scripts of the screen at its path. A browser for which `isWithoutSession` is true
 * gets the page that leads to the login.
 */
export async function serveBrowserPart(
  app: FastifyInstance,
  folder: string,
  isWithoutSession: (request: FastifyRequest) => boolean,
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    const usual = { preCompressed: true, index: false, cacheControl: false } as const
    const assets = { ...usual, root: join(folder, 'assets'), prefix: '/assets/', decorateReply: false }
    // One route for all files: a route for each would take a tenth of the startup time.
    await app.register(fastifyStatic, { ...assets, setHeaders: cached(`public, max-age=${year}, immutable`) })
    const others = { ...usual, root: folder, wildcard: false, globIgnore: ['assets/**', 'pages/**'] }
    await app.register(fastifyStatic, { ...others, setHeaders: cached('no-cache') })
  }
  const pageOf = isBuilt ? findPages(folder) : undefined
  app.setNotFoundHandler((request, reply) => {
    if (pageOf && opensPage(request)) {
      const page = isWithoutSession(request) ? 'none' : addressed(request.url)
      return reply.sendFile(pageOf(page), { cacheControl: false })
    }
    return sendNotFound(reply)
  })
}

/**
 * Returns a function that finds the built file for a page by the page's name. Any other name gets the general page,
 * which names no screen's scripts.
 */
function findPages(folder: string): (name: string) => string {
  const pages = join(folder, 'pages')
  const names = new Set(existsSync(pages) ? readdirSync(pages) : [])
  return (name) => (names.has(`${name}.html`) ? `pages/${name}.html` : 'index.html')
}

/** The name of the page at this URL, such as `checks` or `checks.id`. */
function addressed(url: string): string {
  const [, name = 'index', id] = /^\/([a-z-]*)(\/\d+)?(?:\?|$)/.exec(url) ?? []
  return `${name || 'dashboard'}${id ? '.id' : ''}`
}

function cached(directives: string) {
  return (reply: FastifyReply) => void reply.header('cache-control', directives)
}

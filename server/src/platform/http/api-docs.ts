import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Facts about the installation and the product for the API description. */
export interface ApiInfo {
  readonly title: string
  readonly version: string
  /** The server's public URL. If undefined, clients use the server that served the OpenAPI description. */
  readonly publicUrl: string | undefined
  /** The ids of calls that answer 304 while nothing has changed. */
  readonly polled: readonly string[]
}

/** The description page and the files that it loads, except the files of the library that shows the page. */
export const docPaths = ['/docs', '/docs/', '/docs/json', '/docs/yaml', '/docs/static/swagger-initializer.js'] as const
export type DocPath = (typeof docPaths)[number]

export interface Doc {
  readonly contentType: string
  readonly bytes: Uint8Array
}

const { resolve } = createRequire(import.meta.url)

/** The folder with the files of the library that shows the description. */
export function folderOfDocFiles(): string {
  return dirname(resolve('@fastify/swagger-ui/static/swagger-ui.css'))
}

/**
 * Serves OpenAPI 3.1 from the schemas that parse the calls, as a page at /docs and as /docs/json and /docs/yaml. The
 * description is large and never changes, so a thread writes it on first use, and it is then sent from memory. `info`
 * is called on first use.
 */
export async function serveApiDocs(app: FastifyInstance, info: () => ApiInfo): Promise<void> {
  let written: Promise<ReadonlyMap<DocPath, Doc>> | undefined
  const docOf = async (path: DocPath) => {
    written ??= write(info()).catch((error) => {
      written = undefined
      throw error
    })
    return (await written).get(path)
  }
  for (const path of docPaths)
    app.get(path, async (_request, reply) => {
      const doc = await docOf(path)
      return reply.type(doc?.contentType ?? '').send(doc?.bytes)
    })
  app.get('/docs/static/index.html', (_request, reply) => reply.redirect('/docs/'))
  await app.register(fastifyStatic, { root: folderOfDocFiles(), prefix: '/docs/static/', decorateReply: false })
}

// Building the document takes a second, and the code needs more memory than the rest of an idle server.
async function write(info: ApiInfo): Promise<ReadonlyMap<DocPath, Doc>> {
  const thread = new Worker(new URL('./api-docs-thread.ts', import.meta.url), { workerData: info })
  try {
    const [docs] = await once(thread, 'message')
    return docs
  } finally {
    await thread.terminate()
  }
}

import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './errors.ts'
import type { Metrics } from './metrics.ts'
import { sha256 } from './random.ts'

/** Counts the calls of an app and, where a token is set, answers `GET /metrics` to whoever shows it. */
export function measureCalls(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.addHook('onResponse', async (request, reply) => metrics.count(request.routeOptions.config.endpoint, reply))
  app.addHook('onClose', async () => metrics.stop())
  if (token === undefined) return
  app.get('/metrics', async (request, reply) => {
    demandToken(request, token)
    reply.type(metrics.contentType)
    return metrics.text()
  })
}

/** Answers `GET /metrics` on a port of its own, which is for the monitoring only. */
export async function listenForMetrics(metrics: Metrics, place: { host: string; port: number }): Promise<Server> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.text())
  })
  server.listen(place)
  await once(server, 'listening')
  return server
}

// Hashes are as long as each other, whatever was sent.
function demandToken({ headers }: FastifyRequest, token: string): void {
  const sent = Buffer.from(sha256(headers.authorization ?? ''))
  if (!timingSafeEqual(sent, Buffer.from(sha256(`Bearer ${token}`))))
    throw new Failure('UNAUTHENTICATED', 'The metrics are for whoever has the token.')
}

import { apiBase, topics } from '@check-requests/domain/api/endpoint.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hashSecret } from '../../access/sessions/commands/secrets.ts'
import { isOver, type SessionGuard } from '../../access/sessions/guard.ts'
import { scopeNamesOf } from '../../access/sessions/queries/accounts.ts'
import { findSession } from '../../access/sessions/queries/caller.ts'
import { Failure } from '../../platform/errors.ts'
import { ConcurrencyLimit } from '../../platform/http/concurrency-limits.ts'
import type { Services } from '../../services.ts'
import { Subscribers } from './subscribers.ts'

const streamsPerUser = 20

/**
 * Registers server-sent events: hints that something in the caller's view has changed, never data (C2). Returns a
 * function that counts the open streams.
 */
export function registerLive(app: FastifyInstance, guard: SessionGuard, services: Services): () => number {
  const subscribers = new Subscribers(services.feed, topics)
  const shares = new ConcurrencyLimit(streamsPerUser)
  app.addHook('preClose', async () => subscribers.close())
  app.get(`${apiBase}/live`, async (request, reply) => {
    const { caller, secret } = await guard.admit(request, 'session.use')
    if (!shares.enter(caller.userId))
      throw new Failure('TOO_MANY', 'Too many pages are open. Close some of them.', { retryAfterSeconds: 60 })
    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 1000\n: connected\n\n')
    const remove = subscribers.add({
      scopes: new Set([`sessions:${caller.userId}`, ...topics.flatMap((topic) => scopeNamesOf(caller, topic))]),
      stillAllowed: async () => {
        const session = await findSession(services.database.read, hashSecret(secret), services.clock())
        return session?.caller !== undefined && !isOver(session, services.clock())
      },
      send: (text) => sendNow(raw, text),
      end: () => raw.end(),
    })
    raw.on('close', () => {
      remove()
      shares.leave(caller.userId)
    })
  })
  return () => subscribers.count
}

// Sends the text immediately. Otherwise, Node would buffer writes to thousands of streams until the end of this turn of
// the event loop and send them all then.
function sendNow(response: FastifyReply['raw'], text: string): void {
  response.socket?.cork()
  response.write(text)
  response.socket?.uncork()
}

import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { registerCheckRequests } from './check-requests/routes.ts'
import { registerLive } from './live/routes.ts'
import { registerOrganisation } from './organisation/routes.ts'
import { Api } from './platform/api.ts'
import { documentApi } from './platform/api-docs.ts'
import { handleErrors } from './platform/error-handler.ts'
import { Failure } from './platform/errors.ts'
import { harden, serverOptions } from './platform/hardening.ts'
import { RateLimit } from './platform/rate-limit.ts'
import { serveBrowserPart } from './platform/static-files.ts'
import type { Services } from './services.ts'
import { type Admitted, SessionGuard } from './sessions/guard.ts'
import { registerSessions } from './sessions/routes.ts'
import { registerUsers } from './users/routes.ts'

/** Calls that one network may make: far above what people and their pages do, far below what stops the server. */
const callsPerNetwork = { perSecond: 5000, burst: 50_000 }

/** What the app is built from beside its services. */
export interface AppOptions {
  readonly browserFolder: string
  readonly version: string
}

/** Builds the whole server: the visible list of its features. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { config, clock, random, database } = services
  const app = Fastify(serverOptions({ ...config, random }))
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  handleErrors(app)
  await harden(app, { https: config.publicUrl?.protocol === 'https:' })
  await app.register(cookie)
  await documentApi(app, 'Check requests', options.version)
  limitCalls(app, new RateLimit({ ...callsPerNetwork, clock }))

  const guard = new SessionGuard(services)
  const api = new Api<Admitted>(app, guard)
  registerSessions(api, services)
  registerUsers(api, services)
  registerOrganisation(api, services)
  registerCheckRequests(api, services)
  registerLive(app, guard, services)
  demandAllEndpoints(api)

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await database.read.selectFrom('delivery_methods').select('id').limit(1).execute()
    return { status: 'ready' }
  })
  await serveBrowserPart(app, options.browserFolder)
  return app
}

function limitCalls(app: FastifyInstance, limit: RateLimit): void {
  app.addHook('onRequest', async (request) => {
    if (limit.take(request.ip)) return
    throw new Failure('TOO_MANY', 'Too many calls from your network. Try again in a few seconds.', {
      retryAfterSeconds: 1,
    })
  })
}

// An endpoint that is promised and not served is a fault of ours: better not to start.
function demandAllEndpoints(api: Api<Admitted>): void {
  const missing = allEndpoints.filter((row) => !api.registered.has(row))
  if (missing.length > 0) throw new Error(`Not served: ${missing.map((row) => `${row.method} ${row.path}`).join(', ')}`)
}

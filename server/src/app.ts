import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import { controlsWithoutRow } from '@check-requests/domain/people/controls/controls.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { registerIdentityProviders, registerSecondFactor, registerTokens } from './access/routes.ts'
import { type Authenticated, isWithoutSession, SessionGuard } from './access/sessions/guard.ts'
import { registerProviderSignIn } from './access/sessions/routes/providers.ts'
import { registerSessions, registerSignIn } from './access/sessions/routes/sessions.ts'
import { registerDelegations } from './approvals/delegations/routes.ts'
import { registerApprovals } from './approvals/routes.ts'
import { registerBanking } from './bank/routes.ts'
import { registerAccounting, registerJournal } from './books/routes.ts'
import { registerComments } from './check-requests/comments/routes.ts'
import { registerDrafts } from './check-requests/drafts/routes.ts'
import { registerRecurring } from './check-requests/recurring/routes.ts'
import { registerRequirements } from './check-requests/required/routes.ts'
import { registerCheckRequests } from './check-requests/routes.ts'
import { registerViews } from './check-requests/views/routes.ts'
import { registerChecks } from './checks/routes/checks.ts'
import { registerDashboard } from './dashboard/routes.ts'
import { demoAccounts } from './demo/accounts.ts'
import { registerAttachments, registerByMail } from './documents/attachments/routes/attachments.ts'
import { registerCaseFiles } from './documents/case-files/routes.ts'
import { registerIncomingMail } from './documents/incoming-mail/routes.ts'
import { registerReadings } from './documents/readings/routes.ts'
import { registerInbox } from './notices/inbox/routes.ts'
import { registerLive } from './notices/live/routes.ts'
import { registerWebhooks } from './notices/webhooks/routes.ts'
import {
  registerImports,
  registerInstallation,
  registerJobs,
  registerMetrics,
  registerRemoval,
} from './operation/routes.ts'
import { registerOrganization } from './organization/routes.ts'
import { registerPayees } from './payees/routes.ts'
import { registerDirectory } from './people/directory/routes.ts'
import { registerAuditors, registerConfirmations, registerControls } from './people/routes.ts'
import { registerUsers } from './people/users/routes.ts'
import { shortIds } from './platform/crypto/hashes.ts'
import { Failure } from './platform/errors.ts'
import { DiskRoom } from './platform/files/data-folder.ts'
import { Api } from './platform/http/api.ts'
import { serveApiDocs } from './platform/http/api-docs.ts'
import { UnchangedPolls } from './platform/http/connections.ts'
import { fullDisk, handleErrors } from './platform/http/error-handler.ts'
import { harden, logUnchanged, serverOptions } from './platform/http/hardening.ts'
import { serveBrowserPart } from './platform/http/static-files.ts'
import type { Services } from './services.ts'
import { registerAudit } from './trail/routes.ts'

/** The options for building the app, in addition to its services. */
export interface AppOptions {
  readonly browserFolder: string
  readonly version: string
  /** The maximum delay of the event loop, in milliseconds, before calls are refused, or 0 for no limit. */
  readonly longestDelay: number
  /** True during shutdown, so that load balancers stop sending calls here. */
  readonly isLeaving?: () => boolean
}

/** Builds the server from the explicit list of its features. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { config, random } = services
  const { isLeaving = () => false } = options
  const nextId = shortIds(random)
  const app = Fastify(serverOptions({ ...config, nextId }))
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  const room = new DiskRoom(services.clock, config.databaseUrl ? undefined : config.dataDir)
  handleErrors(app, () => room.noteFull())
  const polls = new UnchangedPolls((request, poll) => {
    logUnchanged(app, nextId, request, poll)
    services.metrics?.count(poll.endpoint, { statusCode: 304, elapsedTime: 0 })
  })
  await harden(app, { https: config.publicUrl?.protocol === 'https:', longestDelay: options.longestDelay, polls })
  await app.register(cookie)
  // On a kept-alive connection, the next call could arrive after the server has stopped.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isLeaving()) reply.header('connection', 'close')
    done()
  })

  const guard = new SessionGuard(services)
  const api = new Api<Authenticated>(app, guard, polls)
  registerSignIn(api, services)
  registerProviderSignIn(api, services)
  registerSessions(api, services, demoAccounts)
  registerSecondFactor(api, services)
  registerConnections(api, services)
  registerPeople(app, api, services)
  registerControls(api, services)
  registerOrganization(api, services)
  registerRemoval(api, services)
  registerCheckRequests(api, services)
  registerApprovals(api, services)
  registerPayees(api, services)
  registerRequirements(api, services)
  registerAccounting(api, services)
  registerImports(api, services)
  registerDelegations(api, services)
  registerJournal(api, services)
  registerBanking(api, services)
  registerChecks(api, services)
  registerComments(api, services)
  registerDocuments(api, services)
  registerUnfinished(api, services)
  registerViews(api, services)
  registerInbox(api, services)
  registerJobs(api, services)
  registerAudit(api, services)
  registerAuditors(api, services)
  registerIdentityProviders(api, services)
  registerInstallation(api, services, options.version)
  registerMetrics(app, services, registerLive(app, guard, services))
  requireAllEndpoints(api)
  requireControls(api)

  serveHealth(app, services, { isLeaving, room })
  await serveApiDocs(app, () => ({
    title: 'Check requests',
    version: options.version,
    publicUrl: config.publicUrl?.href,
    polled: [...api.polled],
  }))
  await serveBrowserPart(app, options.browserFolder, (request) => isWithoutSession(request, config))
  return app
}

function serveHealth(
  app: FastifyInstance,
  { database }: Services,
  { isLeaving, room }: { readonly isLeaving: () => boolean; readonly room: DiskRoom },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (isLeaving()) throw new Failure('UNAVAILABLE', 'This server is shutting down. Use another server.')
    if (await room.isFull()) throw new Failure('UNAVAILABLE', fullDisk)
    await database.read.selectFrom('delivery_methods').select('id').limit(1).execute()
    return { status: 'ready' }
  })
}

function registerPeople(app: FastifyInstance, api: Api<Authenticated>, services: Services): void {
  registerUsers(api, services)
  registerConfirmations(api, services)
  registerDirectory(app, services)
}

function registerDocuments(api: Api<Authenticated>, services: Services): void {
  registerAttachments(api, services)
  registerByMail(api, services)
  registerCaseFiles(api, services)
  registerReadings(api, services)
  registerIncomingMail(api, services)
}

/** Requests that aren't submitted yet. */
function registerUnfinished(api: Api<Authenticated>, services: Services): void {
  registerDrafts(api, services)
  registerRecurring(api, services)
}

function registerConnections(api: Api<Authenticated>, services: Services): void {
  registerDashboard(api, services)
  registerTokens(api, services)
  registerWebhooks(api, services)
}

// Fails at startup if an endpoint has no decision on whether it needs a second person (F10).
function requireControls(api: Api<Authenticated>): void {
  const missing = controlsWithoutRow([...api.registered])
  if (missing.length > 0)
    throw new Error(
      `These endpoints have no row in the controls table, or a row that names a different proof: ${listWithAnd(missing)}.`,
    )
}

// An endpoint that is declared but not served is a bug in the product, so startup fails.
function requireAllEndpoints(api: Api<Authenticated>): void {
  const missing = allEndpoints.filter((row) => !api.registered.has(row))
  if (missing.length > 0)
    throw new Error(
      `These endpoints are declared but not served: ${listWithAnd(missing.map((row) => `${row.method} ${row.path}`))}.`,
    )
}

import { mayDo, openWhileWaiting, type permissions } from '@check-requests/domain/access/permissions.ts'
import type { Endpoint, FreshBy } from '@check-requests/domain/api/endpoint.ts'
import { sentences } from '@check-requests/domain/check-requests/refusals.ts'
import { refusalToAct } from '@check-requests/domain/people/confirmations/rules.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { moment } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import type { Guard } from '../../platform/http/api.ts'
import type { Share } from '../../platform/http/concurrency-limits.ts'
import { SharedReads, SharedWork } from '../../platform/threads/promises.ts'
import type { Services } from '../../services.ts'
import { TokenAdmission } from '../tokens/commands/admit.ts'
import { requireFreshProof, requireSecondFactor } from './commands/required-proof.ts'
import { hashSecret, tabToken } from './commands/secrets.ts'
import { scopeNamesOf } from './queries/accounts.ts'
import { type Caller, type FoundSession, findSession } from './queries/caller.ts'
import { deleteSessions, noteHumanActivity, wasJustReplaced } from './queries/sessions.ts'

type Action = keyof typeof permissions

/** The requirements of an endpoint in addition to its policy. */
type Asked = Partial<Pick<Endpoint, 'id' | 'freshProof' | 'setsUp'>>

/** The credentials that a request sends for its session. */
export interface Credentials {
  readonly kind: 'web' | 'api'
  readonly secret: string
}

/** A caller, and the session that the caller used. */
export interface Authenticated {
  readonly caller: Caller
  readonly session: FoundSession
  readonly secret: string
}

/** A session in which its user can act. */
type LiveSession = FoundSession & { readonly caller: Caller }

/** A session, and the state of its user's sessions when it was read. */
interface KnownSession {
  readonly validBy: string | undefined
  readonly session: FoundSession
  readonly caller: Caller
}

/** Days begin on a quarter hour in every time zone, and some lists depend on the current day. */
const quarterHour = 900_000
const hour = 3_600_000
const humanActivityNotedEvery = 60_000
const goneMessage = 'Unauthorized access...'
const ownPasswordFirst = 'An admin chose your password. Change it to continue.'

/**
 * Identifies the caller by the current session, and checks whether the call is allowed. On SQLite, this process knows
 * every change before the response to it is sent, so a session is read again only after its user's sessions have
 * changed. PostgreSQL announces changes by other processes a moment later, so there the cache only shows that nothing
 * has changed.
 */
export class SessionGuard implements Guard<Authenticated> {
  readonly #services: Services
  readonly #known = new Map<string, KnownSession>()
  // Parallel calls of one session must not take all database connections.
  readonly #reads = new SharedReads<string, KnownSession>()
  readonly #notes = new SharedWork<string, void>()
  readonly #tokens: TokenAdmission

  constructor(services: Services) {
    this.#services = services
    this.#tokens = new TokenAdmission(services)
  }

  async admit(request: FastifyRequest, policy: Action, row: Asked = {}): Promise<Authenticated> {
    const bearer = readBearer(request)
    if (bearer !== undefined) return this.#admitToken(bearer, request.ip, policy, row)
    const credentials = readCredentials(request, this.#services.config)
    if (!credentials) throw new Failure('UNAUTHENTICATED', goneMessage)
    const isCertain = this.#services.database.dialect === 'sqlite'
    const known = (isCertain && this.#recall(credentials)) || (await this.#readOnce(credentials))
    const { session, caller } = known
    if (credentials.kind === 'web') refuseForeignOrigin(request, this.#services.config)
    this.#checkTab(request, credentials)
    this.#requireRights(caller, policy)
    if (!row.setsUp) this.#requireSetUp(caller)
    if (row.freshProof) requireFreshProof(caller, this.#services.clock())
    if (this.#isNewsOfPerson(request, session)) await this.#noteActivity(credentials, session)
    return { caller, session, secret: credentials.secret }
  }

  async #admitToken(secret: string, address: string, policy: Action, { id = '' }: Asked): Promise<Authenticated> {
    const caller = await this.#tokens.admit(secret, address, id)
    this.#requireRights(caller, policy)
    this.#requireSetUp(caller)
    const at = this.#services.clock()
    const idleHours = 0
    const times = { authenticatedAt: moment(at), lastHumanAt: at, expiresAt: at, idleHours, changesAt: undefined }
    return { caller, session: { id: caller.sessionId, kind: 'api', ...times, caller }, secret }
  }

  #requireRights(caller: Caller, policy: Action): void {
    if (!mayDo(rightsOf(caller), policy))
      throw new Failure(
        'FORBIDDEN',
        caller.isAuditor
          ? sentences.auditsOnly
          : 'Your role or access level doesn’t include this action. Ask your admin.',
      )
    if (caller.waitingRoles.includes(caller.roleId) && !openWhileWaiting(policy))
      throw new Failure('FORBIDDEN', refusalToAct(caller.roleId).sentence)
  }

  tag(request: FastifyRequest, policy: Action, topic: FreshBy): string | undefined {
    const { freshness, clock } = this.#services
    const credentials = readCredentials(request, this.#services.config)
    const known = credentials && this.#recall(credentials)
    if (!known || !mayDo(rightsOf(known.caller), policy)) return undefined
    if (credentials.kind === 'web') refuseForeignOrigin(request, this.#services.config)
    this.#checkTab(request, credentials)
    this.#requireSetUp(known.caller)
    const { userId, role } = known.caller
    const question = `${userId} ${role} ${Math.floor(clock() / quarterHour)} ${request.url}`
    return freshness.tag(scopeNamesOf(known.caller, topic), question)
  }

  watchTag(request: FastifyRequest, topic: FreshBy): () => boolean {
    const { freshness, clock } = this.#services
    const credentials = readCredentials(request, this.#services.config)
    const known = credentials && this.#recall(credentials)
    if (!known) return () => false
    const scopes = scopeNamesOf(known.caller, topic)
    const period = () => Math.floor(clock() / quarterHour)
    const [began, state] = [period(), freshness.state(scopes)]
    return () =>
      state !== undefined &&
      this.#recall(credentials) === known &&
      freshness.state(scopes) === state &&
      period() === began
  }

  forTenant<Result>({ caller }: Authenticated, work: () => Result): Result {
    return this.#services.database.forTenant(caller.scope.dealerGroupId, work)
  }

  shareOf({ caller }: Authenticated): Share {
    return { userId: caller.userId, tenant: caller.scope.dealerGroupId, tokenId: caller.token?.id }
  }

  roleOf({ caller }: Authenticated): string {
    return caller.role
  }

  /** The cached session, unless something about its user's sessions has changed since it was read. */
  #recall({ kind, secret }: Credentials): KnownSession | undefined {
    const known = this.#known.get(secret)
    const now = this.#services.clock()
    if (!known || known.session.kind !== kind || isOver(known.session, now)) return undefined
    if (known.session.changesAt !== undefined && now >= known.session.changesAt) return undefined
    return known.validBy === this.#stateOf(known.caller) ? known : undefined
  }

  #readOnce(credentials: Credentials): Promise<KnownSession> {
    return this.#reads.read(`${credentials.kind} ${credentials.secret}`, () => this.#read(credentials))
  }

  async #read(credentials: Credentials): Promise<KnownSession> {
    const before = this.#stateOfAll()
    const session = await this.#findLive(credentials)
    const { caller } = session
    const known = { validBy: this.#stateOf(caller), session, caller }
    if (before !== undefined && before === this.#stateOfAll()) this.#remember(credentials.secret, known)
    return known
  }

  async #findLive({ kind, secret }: Credentials): Promise<LiveSession> {
    const { database, clock } = this.#services
    const now = clock()
    const session = await findSession(database.read, hashSecret(secret), now)
    if (!session) {
      if (await wasJustReplaced(database.read, hashSecret(secret), moment(now)))
        throw new Failure('SESSION_CHANGED', 'Your session has changed in another tab. Reload the page.')
      throw new Failure('UNAUTHENTICATED', goneMessage)
    }
    if (session.kind !== kind) throw new Failure('UNAUTHENTICATED', goneMessage)
    const { caller } = session
    if (caller && !isOver(session, now)) return { ...session, caller }
    await database.transact((trx) => deleteSessions(trx, [session.id]))
    throw new Failure(caller ? 'SESSION_EXPIRED' : 'UNAUTHENTICATED', goneMessage)
  }

  #checkTab(request: FastifyRequest, { kind, secret }: Credentials): void {
    const token = request.headers['x-auth-token']
    if (kind === 'api' || token === tabToken(secret)) return
    if (token === 'bootstrap' && request.routeOptions.url?.endsWith('/auth/session')) return
    throw new Failure('SESSION_CHANGED', 'Your session has changed in another tab. Reload the page.')
  }

  /** Throws if the caller must first set up a password or a second factor. */
  #requireSetUp(caller: Caller): void {
    if (caller.passwordByAdmin && this.#services.config.forcePasswordChange)
      throw new Failure('FORBIDDEN', ownPasswordFirst)
    requireSecondFactor(caller)
  }

  /** A value that stays the same until the caller's sessions or the dealer group that limits them change. */
  #stateOf({ userId, scope }: Caller): string | undefined {
    return this.#services.freshness.state([`sessions:${userId}`, `organisation:${scope.dealerGroupId ?? 'all'}`])
  }

  #stateOfAll(): string | undefined {
    return this.#services.freshness.state(['sessions', 'organisation:all'])
  }

  #remember(secret: string, known: KnownSession): void {
    if (this.#known.size >= 10_000) this.#known.clear()
    this.#known.set(secret, known)
  }

  #isNewsOfPerson(request: FastifyRequest, { lastHumanAt }: FoundSession): boolean {
    const isPoll = request.headers['x-activity'] === 'poll'
    return !isPoll && this.#services.clock() - lastHumanAt >= humanActivityNotedEvery
  }

  async #noteActivity({ secret }: Credentials, { id }: FoundSession): Promise<void> {
    const { database, clock } = this.#services
    await this.#notes.run(id, () => database.transact((trx) => noteHumanActivity(trx, id, moment(clock()))))
    this.#known.delete(secret)
  }
}

/** The access token in a request without a session: `Authorization: Bearer …`. */
function readBearer({ headers }: FastifyRequest): string | undefined {
  if (headers.authorization === undefined || headers['x-auth-token'] !== undefined) return undefined
  return /^bearer +(\S{1,200})$/i.exec(headers.authorization)?.[1]
}

/** The session secret in a request: in the header for an API client, in the cookie for a browser. */
export function readCredentials(request: FastifyRequest, config: Config): Credentials | undefined {
  const token = request.headers['x-auth-token']
  if (typeof token === 'string' && token.startsWith('t1.')) return { kind: 'api', secret: token.slice(3) }
  const secret = readCookie(request, config)
  return token && secret ? { kind: 'web', secret } : undefined
}

/**
 * The session secret in a browser's cookie. A neighboring site could plant a cookie whose name has no prefix, so that
 * cookie is read only where a setting allows plain HTTP.
 */
export function readCookie(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[secureCookie] ?? (config.insecureHttp ? request.cookies[plainCookie] : undefined)
}

/**
 * Returns true if this browser certainly has no session. A missing cookie isn't enough: a browser withholds the cookie
 * from calls by other sites and, over plain HTTP, doesn't reveal which site made the call.
 */
export function isWithoutSession(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site']
  return (site === 'none' || site === 'same-origin') && readCookie(request, config) === undefined
}

/** The secret of the browser's device, if it has one. */
export function readDeviceCookie(request: FastifyRequest, { insecureHttp }: Config): string | undefined {
  return request.cookies[secureDeviceCookie] ?? (insecureHttp ? request.cookies[plainDeviceCookie] : undefined)
}

/**
 * Throws if a browser's call comes from another site or doesn't name its origin. Browsers send a Strict cookie from
 * other ports of the same host too, so the cookie alone proves nothing.
 */
export function refuseForeignOrigin(request: FastifyRequest, { publicUrl }: Config): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return
  const { origin } = request.headers
  const own = [`${request.protocol}://${request.host}`, ...(publicUrl ? [publicUrl.origin] : [])]
  const isOwn = origin === undefined ? request.method === 'GET' : own.includes(origin)
  if (site === undefined && isOwn) return
  throw new Failure('FORBIDDEN', 'This call came from another site.')
}

/**
 * The session cookie over HTTPS and on this machine. The second name is used only where a setting allows plain HTTP.
 */
export const secureCookie = '__Host-crs'
export const plainCookie = 'crs'

/** The cookie of a device on which someone has logged in before. It grants no access, and logging out keeps it. */
export const secureDeviceCookie = '__Host-crd'
export const plainDeviceCookie = 'crd'

function rightsOf({ role, scope, isAuditor }: Caller) {
  return { role, level: scope.level, audits: isAuditor }
}

/** True if a session has expired by age or inactivity (E3). */
export function isOver(session: FoundSession, now: number): boolean {
  return now >= session.expiresAt || now - session.lastHumanAt >= session.idleHours * hour
}

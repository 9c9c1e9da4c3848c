import { identityProviderEndpoints } from '@check-requests/domain/identity-providers/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/sessions/endpoints.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { beginSignIn } from '../identity-providers/commands/begin.ts'
import { finishSignIn } from '../identity-providers/commands/finish.ts'
import { signInLasts } from '../identity-providers/commands/pending-sign-in.ts'
import { redirectUriOf } from '../identity-providers/commands/redirect-uri.ts'
import type { Api } from '../platform/api.ts'
import { moment } from '../platform/clock.ts'
import { Failure, notFound } from '../platform/errors.ts'
import { SharedReads } from '../platform/shared-reads.ts'
import type { Services } from '../services.ts'
import { changePassword } from './commands/change-password.ts'
import { beginSession } from './commands/begin-session.ts'
import { choosePassword } from './commands/choose-password.ts'
import { deviceKnownFor } from './commands/devices.ts'
import { endOwnSessions } from './commands/end-own-sessions.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { apiToken, hashSecret, tabToken } from './commands/secrets.ts'
import { switchRole } from './commands/switch-role.ts'
import {
  type Authenticated,
  plainCookie,
  readCookie,
  readCredentials,
  refuseForeignOrigin,
  secureCookie,
} from './guard.ts'
import { presentOwnSessions, presentSession } from './presenter.ts'
import { findAccount } from './queries/accounts.ts'
import { type Caller, findSession } from './queries/caller.ts'
import { listSessionsOf } from './queries/sessions.ts'

const week = 7 * 24 * 3600
const hour = 3_600_000

/** The cookie of a device on which somebody has logged in before; it opens nothing, and a logout leaves it. */
const secureDeviceCookie = '__Host-crd'
const plainDeviceCookie = 'crd'

/** What a browser keeps while its person is at an identity provider; it opens nothing. */
const secureSignInCookie = '__Host-cri'
const plainSignInCookie = 'cri'

/** Accounts to be offered on the login screen, as long as the first of them exists. */
type OfferedAccounts = z.input<typeof sessionEndpoints.demoAccounts.reply>

export function registerSessions(api: Api<Authenticated>, services: Services, demoAccounts: OfferedAccounts): void {
  api.on(sessionEndpoints.login, async ({ body, request, reply }) => {
    const kind = isBrowser(request) ? 'web' : 'api'
    if (kind === 'web') refuseForeignOrigin(request, services.config)
    if (kind === 'web') refusePlainHttp(request, services)
    const { secret, device } = await login(services, {
      input: body,
      kind,
      address: request.ip,
      userAgent: request.headers['user-agent'],
      isGone: () => request.raw.socket.destroyed,
      device: kind === 'web' ? readDeviceCookie(request, services) : undefined,
      earlierSecret: readCookie(request, services.config),
    })
    const data = await openSession(services, request, reply, kind, secret)
    if (device) setDeviceCookie(reply, device, isSecure(request, services))
    return { message: 'Login successful', data }
  })
  api.on(sessionEndpoints.current, async ({ caller, secret, session }) => ({
    message: 'Session found',
    data: present(services, caller, session.kind === 'web' ? tabToken(secret) : apiToken(secret)),
  }))
  api.on(sessionEndpoints.switchRole, async ({ caller, session, secret, body, request, reply }) => {
    const current = { secret, authenticatedAt: session.authenticatedAt }
    const newSecret = await switchRole(services, caller, current, body.role_id)
    return {
      message: 'User role change successful',
      data: await openSession(services, request, reply, session.kind, newSecret),
    }
  })
  api.on(sessionEndpoints.logout, async ({ request, reply }) => {
    // A response to another page would take the cookie away, even where no session is named.
    if (isBrowser(request)) refuseForeignOrigin(request, services.config)
    const credentials = readCredentials(request, services.config)
    if (credentials) await logout(services, credentials.secret)
    clearCookies(reply)
    return { message: 'Logged out', data: null }
  })
  api.on(sessionEndpoints.choosePassword, async ({ body, request }) => {
    if (isBrowser(request)) refuseForeignOrigin(request, services.config)
    return { message: 'Password chosen', data: await choosePassword(services, body) }
  })
  api.on(sessionEndpoints.changePassword, async ({ caller, body, request, reply }) => {
    const device = readDeviceCookie(request, services)
    const isGone = () => request.raw.socket.destroyed
    await changePassword(services, caller, body, { address: request.ip, device, isGone })
    clearCookies(reply)
    return { message: 'User password change successful', data: { email: caller.email } }
  })
  api.on(sessionEndpoints.listOwn, async ({ caller, session }) => {
    const now = services.clock()
    const alive = { now: moment(now), usedSince: moment(now - session.idleHours * hour) }
    const rows = await listSessionsOf(services.database.read, caller.userId, alive)
    return { message: 'Sessions found', data: presentOwnSessions(rows, caller.sessionId) }
  })
  api.on(sessionEndpoints.endOwn, async ({ caller, params }) => {
    const ended = await endOwnSessions(services, caller, params.id)
    if (ended === 0) throw notFound('session')
    return { message: 'Logged out there', data: { ended } }
  })
  api.on(sessionEndpoints.endOthers, async ({ caller }) => ({
    message: 'Logged out everywhere else',
    data: { ended: await endOwnSessions(services, caller) },
  }))
  registerSignIns(api, services)
  const offers = new SharedReads<'demo', boolean>()
  api.on(sessionEndpoints.demoAccounts, async () => ({
    message: 'Demo accounts',
    data: (await offers.read('demo', () => isOffered(services, demoAccounts))) ? demoAccounts : [],
  }))
}

function registerSignIns(api: Api<Authenticated>, services: Services): void {
  api.on(identityProviderEndpoints.begin, async ({ params, body, request, reply }) => {
    demandOwnPage(request, services)
    const redirectUri = redirectUriOf(services.config, `${request.protocol}://${request.host}`)
    const asked = { providerId: params.id, email: body.email, redirectUri }
    const { url, sealed } = await beginSignIn(services, asked)
    const secure = isSecure(request, services)
    const cookie = { path: '/', httpOnly: true, sameSite: 'strict', maxAge: signInLasts / 1000, secure } as const
    reply.setCookie(secure ? secureSignInCookie : plainSignInCookie, sealed, cookie)
    return { message: 'Sign-in begun', data: { url } }
  })
  api.on(identityProviderEndpoints.finish, async ({ body, request, reply }) => {
    demandOwnPage(request, services)
    const { cookies } = request
    const sealed = cookies[secureSignInCookie] ?? (services.config.insecureHttp ? cookies[plainSignInCookie] : undefined)
    reply.clearCookie(secureSignInCookie, { path: '/', secure: true }).clearCookie(plainSignInCookie, { path: '/' })
    const warn = (reason: string) => request.log.warn({ reason }, 'A sign-in at an identity provider failed')
    const { account, provider } = await finishSignIn(services, { answer: body.answer, sealed, warn })
    const { secret, device } = await beginSession(services, account, {
      roleId: undefined,
      kind: 'web',
      address: request.ip,
      userAgent: request.headers['user-agent'],
      device: readDeviceCookie(request, services),
      earlierSecret: readCookie(request, services.config),
      provider,
    })
    const data = await openSession(services, request, reply, 'web', secret)
    if (device) setDeviceCookie(reply, device, isSecure(request, services))
    return { message: 'Login successful', data }
  })
}

function demandOwnPage(request: FastifyRequest, services: Services): void {
  refuseForeignOrigin(request, services.config)
  refusePlainHttp(request, services)
}

async function isOffered({ database }: Services, [first]: OfferedAccounts): Promise<boolean> {
  return first !== undefined && (await findAccount(database.read, first.email)) !== undefined
}

// A page always sends one of these with a POST; scripts and servers send neither.
function isBrowser(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined
}

async function openSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: 'web' | 'api',
  secret: string,
) {
  const session = await findSession(services.database.read, hashSecret(secret), services.clock())
  if (!session?.caller) throw new Failure('UNAUTHENTICATED', 'Unauthorized access...')
  if (kind === 'api') return present(services, session.caller, apiToken(secret))
  const secure = isSecure(request, services)
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', maxAge: week, secure } as const
  reply.setCookie(secure ? secureCookie : plainCookie, secret, cookie)
  return present(services, session.caller, tabToken(secret))
}

function present({ config }: Services, caller: Caller, token: string) {
  return presentSession(caller, token, config.forcePasswordChange)
}

function readDeviceCookie(request: FastifyRequest, { config }: Services): string | undefined {
  return request.cookies[secureDeviceCookie] ?? (config.insecureHttp ? request.cookies[plainDeviceCookie] : undefined)
}

function setDeviceCookie(reply: FastifyReply, device: string, secure: boolean): void {
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', maxAge: deviceKnownFor / 1000, secure } as const
  reply.setCookie(secure ? secureDeviceCookie : plainDeviceCookie, device, cookie)
}

function clearCookies(reply: FastifyReply): void {
  reply.clearCookie(secureCookie, { path: '/', secure: true }).clearCookie(plainCookie, { path: '/' })
}

// Browsers keep Secure cookies on this machine's own names even without HTTPS, and drop them everywhere else.
function isSecure(request: FastifyRequest, { config }: Services): boolean {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\]|[^:]+\.localhost)(:\d+)?$/.test(request.host)
  return request.protocol === 'https' || config.publicUrl?.protocol === 'https:' || isLocal
}

function refusePlainHttp(request: FastifyRequest, services: Services): void {
  if (isSecure(request, services) || services.config.insecureHttp) return
  throw new Failure('BAD_REQUEST', 'This address needs HTTPS. Open it with https:// or ask whoever runs this server.')
}

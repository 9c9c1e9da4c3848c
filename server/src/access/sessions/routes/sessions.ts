import { proofEndpoints, secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { setUpEndpoints } from '@check-requests/domain/access/set-up/endpoints.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { moment } from '../../../platform/clock.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import { SharedReads } from '../../../platform/threads/promises.ts'
import type { Services } from '../../../services.ts'
import { takeBack } from '../../second-factor/commands/factor-changes.ts'
import { relyingPartyOf, requestOptionsFor } from '../../second-factor/commands/passkeys.ts'
import { finishSignIn, signInWithPasskey } from '../../second-factor/commands/sign-in.ts'
import { beginSession, deviceKnownFor, type LoggedIn } from '../commands/begin-session.ts'
import { changePassword, choosePassword, openPasswordLink } from '../commands/change-password.ts'
import { endOwnSessions, logout } from '../commands/end-sessions.ts'
import { type LoginCall, login, readPendingSignIn } from '../commands/login.ts'
import { apiToken, hashSecret, tabToken } from '../commands/secrets.ts'
import { enterCode, needsSetUp, type SetUpCall, setUp } from '../commands/set-up.ts'
import { switchRole } from '../commands/switch-role.ts'
import {
  type Authenticated,
  plainCookie,
  plainDeviceCookie,
  readCookie,
  readCredentials,
  readDeviceCookie,
  refuseForeignOrigin,
  secureCookie,
  secureDeviceCookie,
} from '../guard.ts'
import { presentOwnSessions, presentSession } from '../presenter.ts'
import { findAccount } from '../queries/accounts.ts'
import { type Caller, findSession } from '../queries/caller.ts'
import { listSessionsOf } from '../queries/sessions.ts'

const hour = 3_600_000

/** The accounts offered on the login screen while the first of them exists. */
type OfferedAccounts = z.input<typeof sessionEndpoints.demoAccounts.reply>

export function registerSessions(api: Api<Authenticated>, services: Services, demoAccounts: OfferedAccounts): void {
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
    // A response to a call from another site would remove the cookie, even if the call named no session.
    if (isBrowser(request)) refuseForeignOrigin(request, services.config)
    const credentials = readCredentials(request, services.config)
    if (credentials) await logout(services, credentials.secret)
    clearCookies(reply)
    return { message: 'Logged out', data: null }
  })
  api.on(sessionEndpoints.openPasswordLink, async ({ body, request }) => {
    if (isBrowser(request)) refuseForeignOrigin(request, services.config)
    return { message: 'Link opened', data: await openPasswordLink(services, body.link) }
  })
  api.on(sessionEndpoints.choosePassword, async ({ body, request }) => {
    if (isBrowser(request)) refuseForeignOrigin(request, services.config)
    return { message: 'Password chosen', data: await choosePassword(services, body) }
  })
  api.on(sessionEndpoints.changePassword, async ({ caller, body, request, reply }) => {
    const device = readDeviceCookie(request, services.config)
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
    return { message: 'Session ended', data: { ended } }
  })
  api.on(sessionEndpoints.endOthers, async ({ caller }) => ({
    message: 'Logged out everywhere else',
    data: { ended: await endOwnSessions(services, caller) },
  }))
  const offers = new SharedReads<'demo', boolean>()
  api.on(sessionEndpoints.demoAccounts, async () => ({
    message: 'Demo accounts',
    data: (await offers.read('demo', () => isOffered(services, demoAccounts))) ? demoAccounts : [],
  }))
}

async function isOffered({ database }: Services, [first]: OfferedAccounts): Promise<boolean> {
  return first !== undefined && (await findAccount(database.read, first.email)) !== undefined
}

type Call = Omit<LoginCall, 'input'>

export function registerSignIn(api: Api<Authenticated>, services: Services): void {
  const { config } = services
  const signIn = async (request: FastifyRequest, reply: FastifyReply, begin: (call: Call) => Promise<LoggedIn>) => {
    const call = callOf(services, request)
    const { secret, device } = await begin(call)
    const data = await openSession(services, request, reply, call.kind, secret)
    if (device) setDeviceCookie(services, request, reply, device)
    return { message: 'Login successful', data }
  }
  api.on(sessionEndpoints.login, ({ body, request, reply }) =>
    signIn(request, reply, (call) => login(services, { ...call, input: body })),
  )
  const setUpCall = ({ ip: address, raw }: FastifyRequest): SetUpCall => ({
    address,
    isGone: () => raw.socket.destroyed,
    print: (sentence) => process.stdout.write(`${sentence}\n`),
  })
  api.on(setUpEndpoints.find, async () => ({
    message: 'Set-up',
    data: { needed: await needsSetUp(services) },
  }))
  api.on(setUpEndpoints.enterCode, async ({ body, request }) => {
    if (isBrowser(request)) refuseForeignOrigin(request, config)
    await enterCode(services, setUpCall(request), body.code)
    return { message: 'Code accepted', data: null }
  })
  api.on(setUpEndpoints.setUp, ({ body, request, reply }) =>
    signIn(request, reply, async (call) => {
      const account = await setUp(services, setUpCall(request), body)
      return beginSession(services, account, { ...call, roleId: undefined })
    }),
  )
  api.on(proofEndpoints.passkeyOptions, async ({ request }) => {
    if (isBrowser(request)) refuseForeignOrigin(request, config)
    const purpose = { act: 'sign-in', who: '' } as const
    return {
      message: 'Sign in with a passkey',
      data: await requestOptionsFor(services, relyingPartyOf(config, request), { purpose }),
    }
  })
  api.on(proofEndpoints.signInWithPasskey, ({ body, request, reply }) =>
    signIn(request, reply, (call) => signInWithPasskey(services, body, call, () => relyingPartyOf(config, request))),
  )
  api.on(proofEndpoints.secondStepOptions, async ({ body, request }) => {
    if (isBrowser(request)) refuseForeignOrigin(request, config)
    const { account } = await readPendingSignIn(services, body.pending_token)
    const asked = { purpose: { act: 'second-step', who: String(account.id) } as const, userId: account.id }
    const data = await requestOptionsFor(services, relyingPartyOf(config, request), asked)
    return { message: 'Verify your identity', data }
  })
  api.on(proofEndpoints.finishSignIn, ({ body, request, reply }) =>
    signIn(request, reply, (call) => finishSignIn(services, body, call, () => relyingPartyOf(config, request))),
  )
  api.on(secondFactorEndpoints.takeBack, async ({ body, request }) => {
    if (isBrowser(request)) refuseForeignOrigin(request, config)
    return { message: 'Change undone.', data: await takeBack(services, body.link) }
  })
}

function callOf(services: Services, request: FastifyRequest): Call {
  const kind = isBrowser(request) ? 'web' : 'api'
  if (kind === 'web') refuseForeignOrigin(request, services.config)
  if (kind === 'web') refusePlainHttp(request, services)
  return {
    kind,
    address: request.ip,
    userAgent: request.headers['user-agent'],
    isGone: () => request.raw.socket.destroyed,
    device: kind === 'web' ? readDeviceCookie(request, services.config) : undefined,
    earlierSecret: readCookie(request, services.config),
  }
}

const week = 7 * 24 * 3600

/**
 * Returns true for a call by a page, which always sends one of these headers with a POST. Scripts and servers send
 * neither.
 */
function isBrowser(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined
}

/** Sends the new session to the caller: the token to every client, and also the cookie to a browser. */
export async function openSession(
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

/** The session user in API form. */
function present({ config }: Services, caller: Caller, token: string) {
  return presentSession(caller, token, config.forcePasswordChange)
}

/** Sets the cookie of the browser's device. */
export function setDeviceCookie(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  device: string,
): void {
  const secure = isSecure(request, services)
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', maxAge: deviceKnownFor / 1000, secure } as const
  reply.setCookie(secure ? secureDeviceCookie : plainDeviceCookie, device, cookie)
}

/** Removes the session cookie. */
function clearCookies(reply: FastifyReply): void {
  reply.clearCookie(secureCookie, { path: '/', secure: true }).clearCookie(plainCookie, { path: '/' })
}

/** Without HTTPS, browsers keep Secure cookies only for this machine's own names, and drop all others. */
export function isSecure(request: FastifyRequest, { config }: Services): boolean {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\]|[^:]+\.localhost)(:\d+)?$/.test(request.host)
  return request.protocol === 'https' || config.publicUrl?.protocol === 'https:' || isLocal
}

/** Throws if the browser would drop the cookie. */
export function refusePlainHttp(request: FastifyRequest, services: Services): void {
  if (isSecure(request, services) || services.config.insecureHttp) return
  throw new Failure(
    'BAD_REQUEST',
    'This site requires HTTPS. Use its https:// URL, or ask the person who runs this server.',
  )
}

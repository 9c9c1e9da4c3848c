import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { deviceKnownFor } from '../commands/begin-session.ts'
import { apiToken, hashSecret, tabToken } from '../commands/secrets.ts'
import { plainCookie, plainDeviceCookie, secureCookie, secureDeviceCookie } from '../guard.ts'
import { presentSession } from '../presenter.ts'
import { type Caller, findSession } from '../queries/caller.ts'

const week = 7 * 24 * 3600

/** True for a call of a page, which always sends one of these with a POST; scripts and servers send neither. */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined
}

/** Gives the caller their new session: a browser its cookie, and each its token. */
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

/** The session user as clients know it. */
export function present({ config }: Services, caller: Caller, token: string) {
  return presentSession(caller, token, config.forcePasswordChange)
}

/** Lets a browser's device be known by a cookie. */
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

/** Takes the session's cookie away. */
export function clearCookies(reply: FastifyReply): void {
  reply.clearCookie(secureCookie, { path: '/', secure: true }).clearCookie(plainCookie, { path: '/' })
}

/** Browsers keep Secure cookies on this machine's own names even without HTTPS, and drop them everywhere else. */
export function isSecure(request: FastifyRequest, { config }: Services): boolean {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\]|[^:]+\.localhost)(:\d+)?$/.test(request.host)
  return request.protocol === 'https' || config.publicUrl?.protocol === 'https:' || isLocal
}

/** Throws where the browser would drop the cookie. */
export function refusePlainHttp(request: FastifyRequest, services: Services): void {
  if (isSecure(request, services) || services.config.insecureHttp) return
  throw new Failure('BAD_REQUEST', 'This address needs HTTPS. Open it with https:// or ask whoever runs this server.')
}

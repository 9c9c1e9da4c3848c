import { identityProviderEndpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../../../platform/http/api.ts'
import type { Services } from '../../../services.ts'
import { redirectUriOf, signInLasts, type Warn } from '../../identity-providers/commands/client.ts'
import { beginSession } from '../commands/begin-session.ts'
import { type Authenticated, readCookie, readDeviceCookie, refuseForeignOrigin } from '../guard.ts'
import { isSecure, openSession, refusePlainHttp, setDeviceCookie } from './sessions.ts'

/** The cookie with the data about a sign-in while its user is at an identity provider. It grants no access. */
const secureSignInCookie = '__Host-cri'
const plainSignInCookie = 'cri'

/** Sign-in at identity providers. What talks to them is loaded when first used, because few installations have any. */
export function registerProviderSignIn(api: Api<Authenticated>, services: Services): void {
  const { config } = services
  api.on(identityProviderEndpoints.begin, async ({ params, body, request, reply }) => {
    requireOwnPage(request, services)
    const redirectUri = redirectUriOf(config, `${request.protocol}://${request.host}`)
    const warn = warnIn(request, signInFailed)
    const asked = { providerId: params.id, email: body.email, redirectUri, warn }
    const { beginSignIn } = await import('../../identity-providers/commands/begin-sign-in.ts')
    const { url, sealed } = await beginSignIn(services, asked)
    const secure = isSecure(request, services)
    const cookie = { path: '/', httpOnly: true, sameSite: 'strict', maxAge: signInLasts / 1000, secure } as const
    reply.setCookie(secure ? secureSignInCookie : plainSignInCookie, sealed, cookie)
    return { message: 'Sign-in started', data: { url } }
  })
  api.on(identityProviderEndpoints.backChannelLogout, async ({ params, body, request }) => {
    const warn = warnIn(request, 'Rejected a logout token from an identity provider')
    const { logOutByProvider } = await import('../../identity-providers/commands/back-channel-logout.ts')
    await logOutByProvider(services, { providerId: params.id, token: body.logout_token, warn })
    return { message: 'Logged out', data: null }
  })
  api.on(identityProviderEndpoints.finish, async ({ body, request, reply }) => {
    requireOwnPage(request, services)
    const { cookies } = request
    const sealed = cookies[secureSignInCookie] ?? (config.insecureHttp ? cookies[plainSignInCookie] : undefined)
    reply.clearCookie(secureSignInCookie, { path: '/', secure: true }).clearCookie(plainSignInCookie, { path: '/' })
    const warn = warnIn(request, signInFailed)
    const { finishSignIn } = await import('../../identity-providers/commands/finish-sign-in.ts')
    const { account, provider } = await finishSignIn(services, { answer: body.answer, sealed, warn })
    const { secret, device } = await beginSession(services, account, {
      roleId: undefined,
      kind: 'web',
      address: request.ip,
      userAgent: request.headers['user-agent'],
      device: readDeviceCookie(request, config),
      earlierSecret: readCookie(request, config),
      provider,
    })
    const data = await openSession(services, request, reply, 'web', secret)
    if (device) setDeviceCookie(services, request, reply, device)
    return { message: 'Login successful', data }
  })
}

const signInFailed = 'Sign-in through an identity provider failed'

/** Logs the provider name and the reason for a failure. */
function warnIn({ log }: FastifyRequest, sentence: string): Warn {
  return (what) => log.warn(what, sentence)
}

function requireOwnPage(request: FastifyRequest, services: Services): void {
  refuseForeignOrigin(request, services.config)
  refusePlainHttp(request, services)
}

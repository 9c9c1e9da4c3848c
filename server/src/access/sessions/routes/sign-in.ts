import { proofEndpoints, secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../../platform/http/api.ts'
import type { Services } from '../../../services.ts'
import { takeBack } from '../../second-factor/commands/factor-changes.ts'
import { relyingPartyOf, requestOptionsFor } from '../../second-factor/commands/passkey-challenges.ts'
import { finishSignIn, signInWithPasskey } from '../../second-factor/commands/sign-in.ts'
import type { LoggedIn } from '../commands/begin-session.ts'
import { type LoginCall, login, readPendingSignIn } from '../commands/login.ts'
import { type Authenticated, readCookie, readDeviceCookie, refuseForeignOrigin } from '../guard.ts'
import { isBrowser, openSession, refusePlainHttp, setDeviceCookie } from './open-session.ts'

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
    return { message: 'Prove that it is you', data }
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

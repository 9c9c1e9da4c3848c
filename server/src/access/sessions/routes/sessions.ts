import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import type { z } from 'zod'
import { moment } from '../../../platform/clock.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import { SharedReads } from '../../../platform/threads/promises.ts'
import type { Services } from '../../../services.ts'
import { changePassword, choosePassword } from '../commands/change-password.ts'
import { endOwnSessions, logout } from '../commands/end-sessions.ts'
import { apiToken, tabToken } from '../commands/secrets.ts'
import { switchRole } from '../commands/switch-role.ts'
import { type Authenticated, readCredentials, readDeviceCookie, refuseForeignOrigin } from '../guard.ts'
import { presentOwnSessions } from '../presenter.ts'
import { findAccount } from '../queries/accounts.ts'
import { listSessionsOf } from '../queries/sessions.ts'
import { clearCookies, isBrowser, openSession, present } from './open-session.ts'

const hour = 3_600_000

/** Accounts to be offered on the login screen, as long as the first of them exists. */
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
    return { message: 'Logged out there', data: { ended } }
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

import { findRole } from '@check-requests/domain/access/roles.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { requireInForce } from '../../pending-accounts/commands/second-people.ts'
import { noteEffect } from '../../pending-accounts/commands/take-effect.ts'
import type { Caller } from '../queries/caller.ts'
import { rotateSession } from '../queries/sessions.ts'
import { sessionsChanged } from './end-sessions.ts'
import { hashSecret, newSecret } from './secrets.ts'

const replacedSecretKnownFor = 30_000
const freshLoginLasts = 12 * 3_600_000

/**
 * Switches to another role and returns the session's new secret. After twelve hours, the user must log in again first
 * (B1).
 */
export async function switchRole(
  services: Services,
  caller: Caller,
  session: { secret: string; authenticatedAt: string },
  roleId: number,
): Promise<string> {
  const now = services.clock()
  const role = findRole(roleId)
  if (!role || !caller.allRoles.includes(role.id)) throw new Failure('FORBIDDEN', 'You don’t have this role.')
  if (now - Date.parse(session.authenticatedAt) > freshLoginLasts)
    throw new Failure('REAUTHENTICATE', 'Relogin to change user role.')
  const secret = newSecret(services.random)
  await commit(services, undefined, async (unit) => {
    const { trx, audit, changed } = unit
    await requireInForce(unit, { ...caller, roleId: role.id })
    if (caller.effectUnnoted) await noteEffect(unit, caller.userId)
    await beforeChange(trx, 'session', caller.sessionId)
    const rotated = await rotateSession(trx, {
      id: caller.sessionId,
      tokenHash: hashSecret(session.secret),
      newTokenHash: hashSecret(secret),
      role: role.id,
      previousUntil: moment(now + replacedSecretKnownFor),
      now: moment(now),
    })
    if (!rotated) throw new Failure('SESSION_CHANGED', 'Your session has changed in another tab. Reload the page.')
    changed(sessionsChanged(caller.userId))
    const change = { before: { role: caller.roleId }, after: { role: role.id } }
    const event = { action: 'session.switch-role', entity: 'user', entityId: caller.userId, ...change }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
  })
  return secret
}

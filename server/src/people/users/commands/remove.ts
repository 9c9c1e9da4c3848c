import { coversScope } from '@check-requests/domain/access/scope.ts'
import { lockUser, requireAnotherLeft, requireAuthority } from '../../../access/accounts/commands/authority.ts'
import { auditedPerson, userChanged } from '../../../access/accounts/commands/record.ts'
import { clearAssignments, findNamedUserId, updateUser } from '../../../access/accounts/queries/store.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { dateUnattended } from '../../../access/pending-accounts/commands/take-effect.ts'
import { removeConfirmation } from '../../../access/pending-accounts/queries/confirmations.ts'
import { forgetChanges } from '../../../access/second-factor/queries/factor-changes.ts'
import { deleteFactors } from '../../../access/second-factor/queries/factors.ts'
import { beforeSessionsEnd, sessionsChanged } from '../../../access/sessions/commands/end-sessions.ts'
import type { Command } from '../../../access/sessions/queries/caller.ts'
import { deleteSessionsOf } from '../../../access/sessions/queries/sessions.ts'
import { endTokensOf, leavePrograms } from '../../../access/tokens/commands/tokens.ts'
import { removeDraftsOf } from '../../../check-requests/drafts/commands/drafts.ts'
import { stopRecurringOf } from '../../../check-requests/recurring/commands/recurring.ts'
import { removeViewsOf } from '../../../check-requests/views/commands/views.ts'
import { removeInboxOf } from '../../../notices/inbox/commands/notices.ts'
import { endChatOf } from '../../../notices/webhooks/commands/own-chat.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { requireVersion } from '../../../trail/commands/changes.ts'

/**
 * Deletes a user (R200). Their sessions end immediately, the email can be used again, and requests and history keep the
 * name (A17).
 */
export async function removeUser(
  services: Services,
  { caller, repeatable }: Command,
  input: { id?: number | undefined; email?: string | undefined; version?: number | undefined },
): Promise<{ id: number; email: string }> {
  const { scope, ...removed } = await commit(services, repeatable, async (unit) => {
    const { trx, now, audit, changed } = unit
    await requireInForce(unit, caller)
    const id = await findNamedUserId(trx, caller.scope.dealerGroupId, input)
    if (id === undefined) throw notFound('user')
    const person = await lockUser(trx, caller, id)
    requireAuthority(caller, person)
    await requireVersion(trx, 'user', id, input.version)
    await requireAnotherLeft(trx, caller, person, 'delete')
    await beforeSessionsEnd(trx, id)
    await clearAssignments(trx, id)
    await removeConfirmation(trx, id)
    await deleteFactors(trx, id)
    await forgetChanges(trx, id)
    await updateUser(trx, id, { active: 0, deleted_at: moment(now), password_hash: '' })
    await deleteSessionsOf(trx, id)
    await endTokensOf(unit, caller, id)
    await leavePrograms(unit, caller, person, undefined)
    await endChatOf(unit, caller, id)
    await removeDraftsOf(trx, id)
    await stopRecurringOf(unit, id)
    await removeViewsOf(trx, id)
    await removeInboxOf(trx, id)
    const event = { action: 'user.delete', entity: 'user', entityId: id, before: auditedPerson(person) }
    audit({ actor: caller, chain: person.scope.dealerGroupId, ...event })
    changed(sessionsChanged(id))
    changed(userChanged(id, person.scope.dealerGroupId))
    await dateUnattended(unit, person.scope.dealerGroupId)
    return { id, email: person.email, scope: person.scope }
  })
  // A repeated call can come from a caller whose scope has changed since.
  if (!coversScope(caller.scope, scope)) throw notFound('user')
  return removed
}

import {
  refusalToAudit,
  refusalToConfirm,
  stateAfterConfirming,
  stateAfterEnding,
} from '@check-requests/domain/people/auditors/fields.ts'
import { noteAuditor } from '../../../access/accounts/commands/record.ts'
import {
  type AuditorRow,
  findAuditor,
  findAuditorOf,
  insertAuditor,
  updateAuditor,
} from '../../../access/accounts/queries/auditors.ts'
import { findPerson } from '../../../access/accounts/queries/people.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import { afterCreate, requireVersion } from '../../../trail/commands/changes.ts'

/**
 * Proposes a user as an auditor of their dealer group, which another admin must confirm. Returns the id of the access.
 */
export function proposeAuditor(services: Services, { caller, repeatable }: Command, userId: number): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const person = await findPerson(unit.trx, userId)
    const groupId = person?.scope.dealerGroupId ?? null
    if (!person || groupId === null || !sees(caller, groupId)) throw notFound('user')
    if (userId === caller.userId)
      throw invalidFields({ user_id: 'You can’t request auditor access for yourself. Ask another admin.' })
    const refusal = refusalToAudit({ ...person, level: person.scope.level })
    if (refusal) throw invalidFields({ user_id: refusal })
    if (await findAuditorOf(unit.trx, groupId, userId))
      throw new Failure('CONFLICT', `${person.name} already has auditor access, or a request for it is pending.`)
    const asked = { ...askedBy(unit, caller), confirmed_by_id: null, confirmed_by_name: null, confirmed_at: null }
    const auditor = { dealer_group_id: groupId, user_id: userId, state: 'proposed', ...asked } as const
    const id = await insertAuditor(unit.trx, auditor)
    afterCreate(unit.trx, 'auditor', id)
    noteAuditor(unit, caller, { verb: 'propose', id, groupId, after: { user_id: userId, state: 'proposed' } })
    return id
  })
}

/** Confirms the start or end of an auditor's access. Requires an admin other than the one who proposed it. */
export function confirmAuditor(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const auditor = await load(unit, caller, id, version)
    const state = stateAfterConfirming(auditor.state)
    if (!state) throw new Failure('CONFLICT', 'This auditor access has no change to confirm.')
    const { user_id: auditorId, asked_by_id: askedById } = auditor
    const refusal = refusalToConfirm(caller.userId, { auditorId, askedById })
    if (refusal) throw new Failure('FORBIDDEN', refusal)
    const by = { confirmed_by_id: caller.userId, confirmed_by_name: caller.name, confirmed_at: moment(unit.now) }
    await updateAuditor(unit.trx, id, { state, ...by })
    note(unit, caller, auditor, 'confirm', state)
    return id
  })
}

/**
 * Proposes to end an auditor's access. Ending the access returns the user's roles, so a second user must confirm it,
 * too.
 */
export function endAuditor(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const auditor = await load(unit, caller, id, version)
    const state = stateAfterEnding(auditor.state)
    if (!state)
      throw new Failure('CONFLICT', 'The end of this access was already requested. Ask another admin to confirm it.')
    await updateAuditor(unit.trx, id, { state, ...askedBy(unit, caller) })
    note(unit, caller, auditor, 'end', state)
    return id
  })
}

async function load(unit: Unit, caller: Caller, id: number, version: number | undefined): Promise<AuditorRow> {
  await requireInForce(unit, caller)
  await requireVersion(unit.trx, 'auditor', id, version)
  const auditor = await findAuditor(unit.trx, id)
  if (!auditor || !sees(caller, auditor.dealer_group_id)) throw notFound('auditor')
  return auditor
}

function sees({ scope }: Caller, dealerGroupId: number): boolean {
  return scope.dealerGroupId === null || scope.dealerGroupId === dealerGroupId
}

function askedBy({ now }: Unit, { userId, name }: Caller) {
  return { asked_by_id: userId, asked_by_name: name, asked_at: moment(now) }
}

function note(unit: Unit, caller: Caller, auditor: AuditorRow, verb: 'confirm' | 'end', state: AuditorRow['state']) {
  const { id, dealer_group_id: groupId, user_id } = auditor
  noteAuditor(unit, caller, { verb, id, groupId, before: { state: auditor.state }, after: { user_id, state } })
}

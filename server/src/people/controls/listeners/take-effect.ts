import type { Refusal } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type HeldControl, refusalToConfirm, refusalToStop } from '@check-requests/domain/people/controls/controls.ts'
import { afterBusinessDay } from '../../../access/pending-accounts/commands/ask.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { decidedOf, end, noteChange, secondAdmins, tellAdmins } from '../../../access/pending-controls/commands/hold.ts'
import {
  type ControlChange,
  findChange,
  listOpenChanges,
  updateChange,
} from '../../../access/pending-controls/queries/changes.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { decideToken } from '../../../access/tokens/commands/tokens.ts'
import { addDelegation } from '../../../approvals/delegations/commands/delegations.ts'
import { saveForms } from '../../../bank/commands/positive-pay.ts'
import { findAccount } from '../../../bank/queries/accounts.ts'
import { decideWebhook } from '../../../notices/webhooks/commands/manage.ts'
import { loosenGroup } from '../../../organization/commands/save-group.ts'
import { liftBlock } from '../../../payees/commands/change-state.ts'
import { moment } from '../../../platform/clock.ts'
import { commit, differing } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'

type Wanted = ReturnType<typeof JSON.parse>
type Loosen = (unit: Unit, actor: Actor, change: ControlChange, wanted: Wanted) => Promise<boolean>

const loosenColumns: Loosen = (unit, actor, { dealer_group_id }, wanted) =>
  loosenGroup(unit, actor, dealer_group_id, wanted)

/** The action for each control when its change takes effect. Returns false if the values have changed since. */
const loosen: Readonly<Record<HeldControl, Loosen>> = {
  'group-settings': loosenColumns,
  passwords: loosenColumns,
  'second-factors': loosenColumns,
  'payee-settings': loosenColumns,
  demands: loosenColumns,
  'recurring-limit': loosenColumns,
  'bank-files': async (unit, actor, { entity_id }, { columns, seen }) => {
    const account = await findAccount(unit.trx, entity_id)
    if (!account || Object.keys(differing<object>(account, seen)).length > 0) return false
    await beforeChange(unit.trx, 'bank-account', entity_id)
    await saveForms(unit, actor, account, columns)
    return true
  },
  'unblock-payee': (unit, actor, { entity_id, asked_by_id, asked_by_name }, { reason }) =>
    liftBlock(unit, actor, entity_id, { reason, by: { userId: asked_by_id, name: asked_by_name } }),
  connections: loosenColumns,
  webhooks: (unit, actor, { entity_id }) => decideWebhook(unit, actor, entity_id, true),
  programs: (unit, actor, { entity_id }) => decideToken(unit, actor, entity_id, true),
  delegation: async (unit, actor, _change, wanted) => {
    await addDelegation(unit, actor, wanted)
    return true
  },
}

/**
 * Confirms a change that loosens a control as a second user, so that the change takes effect immediately. Returns the
 * change's id.
 */
export function confirmChange(services: Services, { caller, repeatable }: Command, id: number, version: number) {
  return commit(services, repeatable, async (unit) => {
    const change = await loadToDecide(unit, caller, id, version)
    refuse(refusalToConfirm(caller.userId, await decidedOf(unit.trx, change, unit.now)))
    if (change.outcome !== null) await end(unit, caller, change, 'confirmed')
    else if (!(await takeEffect(unit, caller, change, 'confirmed')))
      throw new Failure(
        'CONFLICT',
        'The current values have changed since this request. Stop this change and request it again.',
      )
    noteChange(unit, caller, 'confirm', change)
    return { id }
  })
}

/** Stops a change that loosens a control. Returns the change's id. */
export function stopChange(services: Services, { caller, repeatable }: Command, id: number, version: number) {
  return commit(services, repeatable, async (unit) => {
    const change = await loadToDecide(unit, caller, id, version)
    refuse(refusalToStop(caller.userId, await decidedOf(unit.trx, change, unit.now)))
    await end(unit, caller, change, 'stopped')
    noteChange(unit, caller, 'stop', change)
    if (change.control === 'webhooks') await decideWebhook(unit, caller, change.entity_id, false)
    if (change.control === 'programs') await decideToken(unit, caller, change.entity_id, false)
    return { id }
  })
}

async function loadToDecide(unit: Unit, caller: Caller, id: number, version: number): Promise<ControlChange> {
  await requireInForce(unit, caller)
  await beforeChange(unit.trx, 'control-change', id)
  const change = await findChange(unit.trx, id)
  const groupId = caller.scope.dealerGroupId
  if (!change || (groupId !== null && change.dealer_group_id !== groupId)) throw notFound('change')
  if (change.version !== version || !isOpen(change))
    throw new Failure('CONFLICT', 'Another user has already decided on this change. Reload the page.')
  return change
}

function refuse(reason: Refusal | undefined): void {
  if (reason) throw new Failure(reason.kind === 'forbidden' ? 'FORBIDDEN' : 'CONFLICT', reason.sentence)
}

function isOpen({ outcome }: ControlChange): boolean {
  return outcome === null || outcome === 'alone' || outcome === 'unattended'
}

/** Applies the change. Returns false, and does nothing, if the values have changed since. */
async function takeEffect(unit: Unit, actor: Actor, change: ControlChange, outcome: 'confirmed' | 'unattended') {
  if (!(await loosen[change.control](unit, actor, change, JSON.parse(change.wanted)))) return false
  await end(unit, actor, change, outcome)
  await tellAdmins(unit, actor, change, 'control-loosened')
  return true
}

const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/**
 * Applies changes one business day after the last user who could confirm them left. Runs as a job. Changes that a user
 * can confirm again stay pending.
 */
export async function loosenUnattended(services: Services): Promise<void> {
  for (const { id, outcome } of await listOpenChanges(services.database.read, null))
    if (outcome === null) await commit(services, undefined, (unit) => attend(unit, id))
}

async function attend(unit: Unit, id: number): Promise<void> {
  const { trx, now } = unit
  const change = await findChange(trx, id)
  if (!change || change.outcome !== null) return
  const { dealer_group_id, effective_at } = change
  const isAttended = (await secondAdmins(trx, change, now)).length > 0
  if (isAttended && effective_at === null) return
  await beforeChange(trx, 'control-change', id)
  if (!isAttended && effective_at !== null && Date.parse(effective_at) <= now) {
    const isDone = await takeEffect(unit, system, change, 'unattended')
    if (!isDone) await end(unit, system, change, 'stopped')
    return noteChange(unit, system, isDone ? 'take-effect' : 'stop', change)
  }
  if (isAttended === (effective_at === null)) return
  const day = isAttended ? null : moment(await afterBusinessDay(trx, dealer_group_id, now))
  await updateChange(trx, id, { effective_at: day })
  noteChange(unit, system, isAttended ? 'wait' : 'date', change)
}

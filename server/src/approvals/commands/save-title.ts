import type { CreateTitleInput, UpdateTitleInput } from '@check-requests/domain/approvals/fields.ts'
import { afterCreate } from '../../trail/commands/changes.ts'
import { demandVersion } from '../../trail/commands/demand-version.ts'
import { demandInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { differing } from '../../platform/differing.ts'
import { Failure, isUniqueViolation, notFound } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { findTitle, insertTitle, updateTitle } from '../queries/titles.ts'
import { demandGroup } from './demand-group.ts'
import { policyChanged } from './record.ts'

/** Adds an approval title to a dealer group. Returns its id. */
export function createTitle(
  services: Services,
  { caller, repeatable }: Command,
  { dealer_group_id, name }: CreateTitleInput,
): Promise<number> {
  const change = commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    await demandInForce(unit, caller)
    await demandGroup(trx, caller, dealer_group_id)
    const id = await insertTitle(trx, dealer_group_id, name, moment(now))
    afterCreate(trx, 'approval-title', id)
    noteTitle(unit, caller, { dealerGroupId: dealer_group_id, id, verb: 'create', after: { name } })
    return id
  })
  return change.catch(explainTaken(name))
}

/** Renames an approval title, or takes it out of use. Returns its id. */
export function changeTitle(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, is_active, ...input }: UpdateTitleInput,
): Promise<number> {
  const change = commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await demandInForce(unit, caller)
    const title = await findTitle(trx, id)
    if (!title) throw notFound('approval title')
    await demandGroup(trx, caller, title.dealer_group_id)
    await demandVersion(trx, 'approval-title', id, version)
    const values = differing(title, { ...input, is_active: is_active === undefined ? undefined : Number(is_active) })
    if (Object.keys(values).length === 0) return id
    await updateTitle(trx, id, values)
    const subject = { dealerGroupId: title.dealer_group_id, id, verb: 'update' } as const
    noteTitle(unit, caller, { ...subject, before: title, after: values })
    return id
  })
  return change.catch(explainTaken(input.name))
}

interface Noted {
  readonly dealerGroupId: number
  readonly id: number
  readonly verb: 'create' | 'update'
  readonly before?: object
  readonly after: object
}

function noteTitle(unit: Unit, caller: Caller, { dealerGroupId, id, verb, before, after }: Noted): void {
  const subject = { chain: dealerGroupId, entity: 'approval-title', entityId: id }
  unit.audit({ actor: caller, ...subject, action: `approval-title.${verb}`, before, after })
  unit.changed(policyChanged(dealerGroupId))
}

function explainTaken(name: string | undefined) {
  return (error: unknown): never => {
    if (!isUniqueViolation(error, 'name')) throw error
    const message = `There is an approval title “${name}” already.`
    throw new Failure('CONFLICT', message, { fields: { name: message } })
  }
}

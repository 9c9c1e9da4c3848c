import type { CreateTitleInput, HoldTitlesInput, UpdateTitleInput } from '@check-requests/domain/approvals/fields.ts'
import type { Confirmer } from '@check-requests/domain/people/confirmations/rules.ts'
import { loadUser, requireAuthority } from '../../access/accounts/commands/authority.ts'
import { userChanged } from '../../access/accounts/commands/record.ts'
import type { Person } from '../../access/accounts/queries/people.ts'
import { updateUser } from '../../access/accounts/queries/store.ts'
import { askForTitles } from '../../access/pending-accounts/commands/ask-titles.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { listDealerships } from '../../organization/queries/lists.ts'
import { findGroup } from '../../organization/queries/places.ts'
import { moment } from '../../platform/clock.ts'
import { commit, differing } from '../../platform/database/commit.ts'
import { Failure, invalidFields, isUniqueViolation, notFound } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { afterCreate, requireVersion } from '../../trail/commands/changes.ts'
import { findPolicyInForce } from '../queries/policies.ts'
import {
  findTitle,
  type HeldTitle,
  insertTitle,
  listTitles,
  listTitlesOf,
  replaceTitlesOf,
  updateTitle,
} from '../queries/titles.ts'
import { policyChanged, requireGroup } from './policy.ts'

/**
 * Sets a user's approval titles. Users can't set their own, because a title determines the amounts that its holders can
 * approve.
 */
export function holdTitles(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { titles, version }: HoldTitlesInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const person = await loadUser(trx, caller, id)
    requireAuthority(caller, person)
    if (person.userId === caller.userId)
      throw new Failure('FORBIDDEN', 'Another admin has to set your approval titles (separation of duties).')
    const dealerGroupId = groupOf(person)
    await requireVersion(trx, 'user', id, version)
    const held = titles.map(({ approval_title_id, dealership_id }) => ({
      approval_title_id,
      dealership_id: dealership_id ?? 0,
    }))
    await requireTitles(unit, dealerGroupId, held)
    await updateUser(trx, id, {})
    await giveTitles(unit, caller, { userId: id, dealerGroupId, titles: unique(held) })
    return dealerGroupId
  })
}

interface Given {
  readonly userId: number
  readonly dealerGroupId: number
  readonly titles: readonly HeldTitle[]
  /** The current users, if the command has loaded them. */
  readonly known?: readonly Confirmer[]
}

/**
 * Replaces a user's titles. Where required, the new titles wait for a second person. The command must already have
 * changed or created the user's record.
 */
export async function giveTitles(unit: Unit, caller: Caller, given: Given): Promise<void> {
  const { trx } = unit
  const { userId, dealerGroupId, titles, known } = given
  const before = await listTitlesOf(trx, userId)
  await replaceTitlesOf(trx, userId, dealerGroupId, titles)
  const after = await listTitlesOf(trx, userId)
  unit.audit({
    actor: caller,
    chain: dealerGroupId,
    entity: 'user',
    entityId: userId,
    action: 'user.set-approval-titles',
    before: { approval_titles: before },
    after: { approval_titles: after },
  })
  if (await needSecondPerson(trx, dealerGroupId))
    await askForTitles(unit, { userId, actor: caller, before, after, known })
  unit.changed(userChanged(userId, dealerGroupId))
  unit.changed(policyChanged(dealerGroupId))
}

/**
 * Titles wait for confirmation where they affect decisions: in groups with a policy and with separation of duties in
 * force.
 */
async function needSecondPerson(trx: Tx, dealerGroupId: number): Promise<boolean> {
  const group = await findGroup(trx, dealerGroupId)
  return group?.separation_of_duties === 1 && (await findPolicyInForce(trx, dealerGroupId)) !== undefined
}

function groupOf({ scope: { dealerGroupId } }: Person): number {
  if (dealerGroupId !== null) return dealerGroupId
  throw invalidFields({
    titles: 'Super admins don’t belong to a dealer group, so they can’t have approval titles. Choose another user.',
  })
}

async function requireTitles({ trx }: Unit, dealerGroupId: number, held: readonly HeldTitle[]): Promise<void> {
  const known = new Set((await listTitles(trx, dealerGroupId)).map(({ id }) => id))
  if (held.some(({ approval_title_id }) => !known.has(approval_title_id)))
    throw invalidFields({ titles: 'Choose titles in this dealer group.' })
  const dealerships = new Set([0, ...(await listDealerships(trx, dealerGroupId)).map(({ id }) => id)])
  if (held.some(({ dealership_id }) => !dealerships.has(dealership_id)))
    throw invalidFields({ titles: 'Choose dealerships in this dealer group.' })
}

function unique(held: readonly HeldTitle[]): HeldTitle[] {
  const byKey = new Map(held.map((one) => [`${one.approval_title_id} ${one.dealership_id}`, one]))
  return [...byKey.values()]
}

/** Adds an approval title to a dealer group. Returns its id. */
export function createTitle(
  services: Services,
  { caller, repeatable }: Command,
  { dealer_group_id, name }: CreateTitleInput,
): Promise<number> {
  const change = commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    await requireInForce(unit, caller)
    await requireGroup(trx, caller, dealer_group_id)
    const id = await insertTitle(trx, dealer_group_id, name, moment(now))
    afterCreate(trx, 'approval-title', id)
    noteTitle(unit, caller, { dealerGroupId: dealer_group_id, id, verb: 'create', after: { name } })
    return id
  })
  return change.catch(explainTaken(name))
}

/** Renames or retires an approval title. Returns its id. */
export function changeTitle(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, is_active, ...input }: UpdateTitleInput,
): Promise<number> {
  const change = commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const title = await findTitle(trx, id)
    if (!title) throw notFound('approval title')
    await requireGroup(trx, caller, title.dealer_group_id)
    await requireVersion(trx, 'approval-title', id, version)
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
    const message = `An approval title named “${name}” already exists.`
    throw new Failure('CONFLICT', message, { fields: { name: message } })
  }
}

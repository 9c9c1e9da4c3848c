import {
  type CreateDelegationInput,
  type Party,
  refusalToDelegate,
} from '@check-requests/domain/approvals/delegations/fields.ts'
import { datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { isInReach, loadUser } from '../../../access/accounts/commands/authority.ts'
import { findPerson } from '../../../access/accounts/queries/people.ts'
import { namesOfUsers } from '../../../access/accounts/queries/store.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { listApprovers } from '../../../access/pending-accounts/queries/approvers.ts'
import { hold } from '../../../access/pending-controls/commands/hold.ts'
import type { Command } from '../../../access/sessions/queries/caller.ts'
import { findZone } from '../../../organization/queries/calendars.ts'
import { listDealerships } from '../../../organization/queries/lists.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import {
  type DelegationRow,
  deleteDelegation,
  findDelegation,
  insertDelegation,
  listBeginning,
  listOrphaned,
} from '../queries/delegations.ts'

/**
 * Lets a delegate approve for the caller or, when set by an admin, for an absent user. Returns the delegation's id, or
 * null while an admin's delegation for others waits for a second person (F10).
 */
export function createDelegation(
  services: Services,
  { caller, repeatable }: Command,
  { from_id = caller.userId, to_id, dealership_ids, ...input }: CreateDelegationInput,
): Promise<number | null> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    await requireInForce(unit, caller)
    if (from_id !== caller.userId && caller.role !== 'admin')
      throw new Failure('FORBIDDEN', 'Only admins can delegate approvals for other users. Ask an admin.')
    const { scope } = await loadUser(trx, caller, from_id)
    const groupId = scope.dealerGroupId
    if (groupId === null)
      throw invalidFields({
        from_id: 'Super admins don’t belong to a dealer group, so they can’t have delegates. Choose another user.',
      })
    const approvers = new Set((await listApprovers(trx, groupId, moment(now))).map(({ userId }) => userId))
    const from: Party = { userId: from_id, dealerGroupId: groupId, isApprover: approvers.has(from_id) }
    const to = await partyOf(trx, to_id, approvers)
    const today = datesIn(await findZone(trx, groupId, null))(now)
    const refusal = refusalToDelegate({ actorId: caller.userId, from, to }, input, today)
    if (refusal) throw invalidFields({ [refusal.field]: refusal.sentence })
    await requireDealerships(trx, groupId, dealership_ids)
    const row = {
      ...input,
      from_id,
      to_id,
      dealership_ids: JSON.stringify(dealership_ids),
      dealer_group_id: groupId,
      created_by_id: caller.userId,
      created_at: moment(now),
    }
    const isForOther = from_id !== caller.userId
    const says = isForOther ? await inWords(trx, row) : ''
    const waits = await hold(unit, caller, {
      control: 'delegation',
      dealerGroupId: groupId,
      entityId: from_id,
      loosens: isForOther ? [{ fields: [], says }] : [],
      wanted: row,
    })
    return waits ? null : addDelegation(unit, caller, row)
  })
}

async function inWords(db: Db, { from_id, to_id, starts_on, ends_on }: Row): Promise<string> {
  const names = await namesOfUsers(db, [from_id, to_id])
  const nameOf = (id: number) => names.get(id) ?? 'Someone'
  return `${nameOf(to_id)} decides for ${nameOf(from_id)} from ${formatDate(starts_on)} to ${formatDate(ends_on)}`
}

type Row = Parameters<typeof insertDelegation>[1]

/** Adds a delegation when it can take effect, and notifies both users. Returns its id. */
export async function addDelegation(unit: Unit, actor: Actor, row: Row): Promise<number> {
  const { trx } = unit
  const id = await insertDelegation(trx, row)
  afterCreate(trx, 'delegation', id)
  noteDelegation(unit, actor, 'create', { ...row, id })
  await tellParties(unit, actor, { ...row, id })
  return id
}

async function partyOf(db: Db, userId: number, approvers: ReadonlySet<number>): Promise<Party> {
  const person = await findPerson(db, userId)
  return { userId, dealerGroupId: person?.scope.dealerGroupId ?? null, isApprover: approvers.has(userId) }
}

async function requireDealerships(db: Db, groupId: number, ids: readonly number[]): Promise<void> {
  const known = new Set((await listDealerships(db, groupId)).map(({ id }) => id))
  if (ids.some((id) => !known.has(id)))
    throw invalidFields({ dealership_ids: 'Choose dealerships in the dealer group.' })
}

const system = { userId: null, name: 'System' }

/** Notifies the delegate, and also the absent user if someone else arranged the delegation. */
async function tellParties(unit: Unit, actor: Actor, row: DelegationRow): Promise<void> {
  await unit.tell([row.to_id], { ...newsFor(row, 'to'), actor, key: `delegation/${row.id}/made` })
  await unit.tell([row.from_id], { ...newsFor(row, 'from'), actor, key: `delegation/${row.id}/made` })
}

/** Notifies delegates whose delegation starts today and was arranged on an earlier day. */
export async function tellDeputies(unit: Unit, groupId: number): Promise<void> {
  for (const row of await listBeginning(unit.trx, groupId, unit.now))
    await unit.tell([row.to_id], { ...newsFor(row, 'to'), actor: system, key: `delegation/${row.id}/begins` })
}

/**
 * Ends delegations whose delegate can no longer decide, and notifies the absent user and the user who arranged it
 * (T10).
 */
export async function endOrphaned(unit: Unit, groupId: number): Promise<void> {
  for (const row of await listOrphaned(unit.trx, groupId, unit.now)) {
    await beforeChange(unit.trx, 'delegation', row.id)
    await deleteDelegation(unit.trx, row.id)
    noteDelegation(unit, { ...system, roleId: null, sessionId: null }, 'delete', row)
    const news = { ...newsFor(row, 'from'), event: 'stand-in-gone', actor: system } as const
    await unit.tell([row.from_id, row.created_by_id], { ...news, key: `delegation/${row.id}/gone` })
  }
}

function newsFor({ dealer_group_id, from_id, to_id, starts_on, ends_on, reason }: DelegationRow, party: 'from' | 'to') {
  return {
    event: party === 'to' ? ('stands-in' as const) : ('stood-in-for' as const),
    dealerGroupId: dealer_group_id,
    accountId: party === 'to' ? from_id : to_id,
    text: `From ${formatDate(starts_on)} to ${formatDate(ends_on)}. ${reason}`,
  }
}

/** Records a change to a delegation in the group's audit trail, and updates approvals wherever they are shown. */
function noteDelegation(unit: Unit, actor: Actor, verb: 'create' | 'delete', row: DelegationRow): void {
  const { id, dealer_group_id, created_at, ...content } = row
  const value = { ...content, dealership_ids: JSON.parse(row.dealership_ids) }
  unit.audit({
    actor,
    chain: dealer_group_id,
    entity: 'delegation',
    entityId: id,
    action: `delegation.${verb}`,
    ...(verb === 'create' ? { after: value } : { before: value }),
  })
  const scopes = ['organisation:all', `organisation:${dealer_group_id}`]
  unit.changed({ topic: 'organisation', id: dealer_group_id, scopes })
}

/** Ends a delegation at the request of the absent user, the delegate, or an admin. */
export function removeDelegation(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
): Promise<{ id: number }> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    const row = await findDelegation(trx, id)
    const isParty = row && [row.from_id, row.to_id].includes(caller.userId)
    const absent = row && !isParty && caller.role === 'admin' ? await findPerson(trx, row.from_id) : undefined
    if (!row || !(isParty || (absent && isInReach(caller, absent)))) throw notFound('delegation')
    await beforeChange(trx, 'delegation', id)
    await deleteDelegation(trx, id)
    noteDelegation(unit, caller, 'delete', row)
    return { id }
  })
}

import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { accessLevels, coversScope } from '@check-requests/domain/access/scope.ts'
import { type Confirmer, refusalToAct, secondPeopleFor } from '@check-requests/domain/people/confirmations/rules.ts'
import { moment } from '../../../platform/clock.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { listActivePeople, type Person } from '../../accounts/queries/people.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { isWaiting, listConfirmations, type StoredConfirmation } from '../queries/confirmations.ts'

const adminId = roleNamed('admin').id

/** Returns true if a change took effect, with or without confirmation. `now` is in milliseconds. */
export function hasTakenEffect({ inEffect, effectiveAt }: StoredConfirmation, now: number): boolean {
  return inEffect || (effectiveAt !== null && Date.parse(effectiveAt) <= now)
}

/**
 * Lists all active users in a dealer group and all super admins, with their roles and scopes in force. Commands that
 * add many accounts call this once, because new accounts can't confirm anything yet.
 */
export async function listPeopleInForce(db: Db, dealerGroupId: number | null, now: number): Promise<Confirmer[]> {
  const people = await listActivePeople(db, dealerGroupId)
  const waiting = new Map((await listConfirmations(db, dealerGroupId)).map((row) => [row.userId, row]))
  return people.map(({ userId, name, roleIds, scope }) => {
    const row = waiting.get(userId)
    if (!row || hasTakenEffect(row, now)) return { userId, name, roleIds, scope }
    const inForce = roleIds.filter((id) => !row.roleIds.includes(id))
    return { userId, name, roleIds: inForce, scope: row.scopeInForce ?? scope }
  })
}

/** Lists the admins of the whole dealer group and the super admins whose role is in force. */
export async function listAdmins(db: Db, dealerGroupId: number, now: number): Promise<Confirmer[]> {
  const group = { level: accessLevels.group, dealerGroupId, dealershipIds: [], departmentIds: [] }
  const people = await listPeopleInForce(db, dealerGroupId, now)
  return people.filter(({ roleIds, scope }) => roleIds.includes(adminId) && coversScope(scope, group))
}

/**
 * Lists the users who can confirm a user's pending change. `known` has the users whose roles are in force; if
 * undefined, they are looked up.
 */
export async function findSecondPeople(
  db: Db,
  { userId, scope }: Pick<Person, 'userId' | 'scope'>,
  askedBy: readonly number[],
  now: number,
  known?: readonly Confirmer[],
): Promise<Confirmer[]> {
  const people = known ?? (await listPeopleInForce(db, scope.dealerGroupId, now))
  return secondPeopleFor(people, { userId, scope, askedBy })
}

/** Refuses callers whose role isn't in force in this transaction. */
export async function requireInForce({ trx, now }: Pick<Unit, 'trx' | 'now'>, caller: Caller): Promise<void> {
  const acting = { userId: caller.userId, roleId: caller.roleId, now: moment(now) }
  if (await isWaiting(trx, acting)) throw notInForce(caller)
}

/** The error for an action in a role that isn't in force. */
export function notInForce({ roleId }: Pick<Caller, 'roleId'>): Failure {
  return new Failure('FORBIDDEN', refusalToAct(roleId).sentence)
}

import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { accessLevels, coversScope } from '@check-requests/domain/access/scope.ts'
import { type Confirmer, secondPeopleFor } from '@check-requests/domain/people/confirmations/rules.ts'
import type { Db } from '../../../tables.ts'
import { listActivePeople, type Person } from '../../users/queries/people.ts'
import { listConfirmations, type StoredConfirmation } from '../queries/confirmations.ts'

const adminId = roleNamed('admin').id

/** Has it taken effect, by a confirmation or by itself? `now` in milliseconds. */
export function hasTakenEffect({ inEffect, effectiveAt }: StoredConfirmation, now: number): boolean {
  return inEffect || (effectiveAt !== null && Date.parse(effectiveAt) <= now)
}

/**
 * Everybody active of a dealer group, and every super admin, with what is in force of their roles and scopes: whom a
 * command that adds many accounts looks up once, since nobody whom it adds can confirm anything yet.
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

/** The admins of a whole dealer group and the super admins, whose role is in force. */
export async function listAdmins(db: Db, dealerGroupId: number, now: number): Promise<Confirmer[]> {
  const group = { level: accessLevels.group, dealerGroupId, dealershipIds: [], departmentIds: [] }
  const people = await listPeopleInForce(db, dealerGroupId, now)
  return people.filter(({ roleIds, scope }) => roleIds.includes(adminId) && coversScope(scope, group))
}

/** Everybody who can confirm what waits about this person. `known`: the people in force, who are looked up otherwise. */
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

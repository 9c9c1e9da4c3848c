import { moment } from '../../../platform/clock.ts'
import type { Change } from '../../../platform/database/change-feed.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import { listEntries } from '../../../trail/queries/read.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { findAuditorOf } from '../queries/auditors.ts'
import type { Person } from '../queries/people.ts'
import type { AccountValues, Assignments } from '../queries/store.ts'

/** An account's audit record, which never includes the password. */
export function auditedAccount(values: AccountValues, assignments: Assignments): Record<string, unknown> {
  const { roleIds: role_ids, dealershipIds: dealership_ids, departmentIds: department_ids } = assignments
  return { ...values, role_ids, dealership_ids, department_ids }
}

/** The audit record of a stored user. */
export function auditedPerson(person: Person): Record<string, unknown> {
  return auditedAccount(valuesOf(person), reachOf(person))
}

export function valuesOf(person: Person): AccountValues {
  return {
    email: person.email,
    username: person.username,
    title: person.title,
    first_name: person.firstName,
    last_name: person.lastName,
    primary_role: person.primaryRole,
    access_level: person.scope.level,
    dealer_group_id: person.scope.dealerGroupId,
    active: person.active ? 1 : 0,
  }
}

export function reachOf({ roleIds, scope }: Person): Assignments {
  const { dealerGroupId, dealershipIds, departmentIds } = scope
  return { roleIds, dealerGroupId, dealershipIds, departmentIds }
}

/**
 * Notifies super admins and all users in the changed user's group. If that user belongs to no group, notifies all
 * users.
 */
export function userChanged(id: number, dealerGroupId: number | null): Change {
  return { topic: 'users', id, scopes: ['users:all', `users:${dealerGroupId ?? 'shared'}`] }
}

/** The error for an email address that another account already has. */
export function emailTaken(email: string): Failure {
  const message = `There is already a user with the email ${email}.`
  return new Failure('CONFLICT', message, { fields: { email: message } })
}

interface Noted {
  readonly verb: 'propose' | 'confirm' | 'end' | 'sample' | 'look'
  readonly id: number
  readonly groupId: number
  readonly before?: object
  readonly after: object
}

/** Records a change to an auditor's access, or a view by an auditor, in the group's audit trail. */
export function noteAuditor(unit: Unit, caller: Caller, { verb, id, groupId, before, after }: Noted): void {
  unit.audit({
    actor: caller,
    chain: groupId,
    entity: 'auditor',
    entityId: id,
    action: `auditor.${verb}`,
    before,
    after,
  })
  if (verb === 'sample' || verb === 'look') return
  unit.changed({ topic: 'organisation', id: groupId, scopes: ['organisation:all', `organisation:${groupId}`] })
}

/** The screen or item that an auditor views. `id` identifies a check or a request. */
export interface Look {
  readonly at: 'register' | 'check' | 'request' | 'case file' | 'audit trail'
  readonly id?: number
}

/** Records, once per UTC day, that an auditor viewed an item. Records nothing for other users. */
export async function noteLook(services: Services, caller: Caller, look: Look): Promise<void> {
  const groupId = caller.scope.dealerGroupId
  if (!caller.isAuditor || groupId === null) return
  await commit(services, undefined, async (unit) => {
    const auditor = await findAuditorOf(unit.trx, groupId, caller.userId)
    if (!auditor) return
    const today = moment(unit.now).slice(0, 10)
    const noted = { person: caller.userId, entity: 'auditor', entity_id: auditor.id, action: 'auditor.look' } as const
    const known = await listEntries(unit.trx, groupId, { ...noted, from: today, to: today }, mostADay)
    if (known.some(({ payload }) => isSame(payload, look))) return
    noteAuditor(unit, caller, { verb: 'look', id: auditor.id, groupId, after: look })
  })
}

const mostADay = 5000

function isSame(payload: string, { at, id }: Look): boolean {
  const { after }: { readonly after: Look } = JSON.parse(payload)
  return after.at === at && after.id === id
}

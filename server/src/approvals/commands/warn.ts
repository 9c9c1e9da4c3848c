import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Policy } from '@check-requests/domain/approvals/policy.ts'
import { type NamedPlace, warningsOfPeople, warningsOfRules } from '@check-requests/domain/approvals/warnings.ts'
import { listDealerships, listDepartments } from '../../organization/queries/lists.ts'
import { findGroup } from '../../organization/queries/places.ts'
import type { Db } from '../../tables.ts'
import { listApprovers, listRaisers } from '../queries/people.ts'

/** What is doubtful about a policy, as people and places are at this moment. */
export async function warningsOf(db: Db, dealerGroupId: number, policy: Policy, now: string): Promise<string[]> {
  const people = await listApprovers(db, dealerGroupId, now)
  const handIds = await listHandIds(db, dealerGroupId)
  const places = await placesOf(db, dealerGroupId)
  const warnings: string[] = []
  for (const some of [warningsOfRules(policy), warningsOfPeople(policy, { people, handIds }, places)]) {
    for (const found of some) {
      warnings.push(...found)
      // Many rules about many places take a while: others have their turn in between.
      await nextTurn()
    }
  }
  return warnings
}

/** Those who can raise or edit requests, where separation of duties then bars them from approving. */
async function listHandIds(db: Db, dealerGroupId: number): Promise<ReadonlySet<number>> {
  const group = await findGroup(db, dealerGroupId)
  return new Set(group?.separation_of_duties === 1 ? await listRaisers(db, dealerGroupId) : [])
}

/** Where requests of a dealer group can belong: its departments, and dealerships without any. */
async function placesOf(db: Db, dealerGroupId: number): Promise<NamedPlace[]> {
  const departments = await listDepartments(db, dealerGroupId)
  const withDepartments = new Set(departments.map(({ dealership_id }) => dealership_id))
  const others = (await listDealerships(db, dealerGroupId)).filter(({ id }) => !withDepartments.has(id))
  return [
    ...departments.map(({ id, dealership_id, name, dealership_name }) => ({
      dealerGroupId,
      dealershipId: dealership_id,
      departmentId: id,
      name: `${dealership_name}, ${name}`,
    })),
    ...others.map(({ id, name }) => ({ dealerGroupId, dealershipId: id, departmentId: null, name })),
  ]
}

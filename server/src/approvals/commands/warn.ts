import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Policy } from '@check-requests/domain/approvals/policy.ts'
import { type NamedPlace, warningsOfPeople, warningsOfRules } from '@check-requests/domain/approvals/warnings.ts'
import { listDealerships, listDepartments } from '../../organisation/queries/lists.ts'
import type { Db } from '../../tables.ts'
import { listApprovers } from '../queries/people.ts'

/** What is doubtful about a policy, as people and places are at this moment. */
export async function warningsOf(db: Db, dealerGroupId: number, policy: Policy, now: string): Promise<string[]> {
  const people = await listApprovers(db, dealerGroupId, now)
  const places = await placesOf(db, dealerGroupId)
  const warnings: string[] = []
  for (const some of [warningsOfRules(policy), warningsOfPeople(policy, people, places)]) {
    for (const found of some) {
      warnings.push(...found)
      // Many rules about many places take a while: others have their turn in between.
      await nextTurn()
    }
  }
  return warnings
}

/** Where requests of a dealer group can belong: its departments, and dealerships without any. */
async function placesOf(db: Db, dealerGroupId: number): Promise<NamedPlace[]> {
  const departments = await listDepartments(db, dealerGroupId)
  const withDepartments = new Set(departments.map(({ dealership_id }) => dealership_id))
  const others = (await listDealerships(db, dealerGroupId)).filter(({ id }) => !withDepartments.has(id))
  return [
    ...departments.map(({ id, dealership_id, name, dealership_name }) => ({
      ...{ dealerGroupId, dealershipId: dealership_id, departmentId: id },
      name: `${dealership_name}, ${name}`,
    })),
    ...others.map(({ id, name }) => ({ dealerGroupId, dealershipId: id, departmentId: null, name })),
  ]
}

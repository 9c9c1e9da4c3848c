import { placeOf } from '@check-requests/domain/access/scope.ts'
import type { CreateDepartmentInput, UpdateDepartmentInput } from '@check-requests/domain/organization/fields.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { commit, differing } from '../../platform/database/commit.ts'
import { invalidFields, notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { requireVersion } from '../../trail/commands/changes.ts'
import {
  findDealership,
  findDepartment,
  insertDepartment,
  updateDepartment as storeDepartment,
} from '../queries/places.ts'
import { bitOf, noteSaved, requireCovered, storeUnderCode } from './record.ts'

const elsewhere = 'by another department of this dealership'

/** Adds a department to a dealership in the caller's scope (R206). Returns the id. */
export function createDepartment(
  services: Services,
  { caller, repeatable }: Command,
  input: CreateDepartmentInput,
): Promise<number> {
  const { dealer_group_id: groupId, dealership_id: dealershipId } = input
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    const dealership = await findDealership(trx, dealershipId)
    if (dealership?.dealer_group_id !== groupId) throw notFound('dealership')
    requireCovered(caller.scope, { dealerGroupId: groupId, dealershipId, departmentId: null }, 'dealership')
    const department = { ...input, created_at: moment(now) }
    const id = await storeUnderCode(input.code, elsewhere, () => insertDepartment(trx, department))
    noteSaved(unit, caller, groupId, { entity: 'department', verb: 'create', id, after: input })
    return id
  })
}

/** Changes a department, or whether it takes new requests (A20, E7). */
export function updateDepartment(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { dealer_group_id, dealership_id, is_active, version, ...input }: UpdateDepartmentInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    const department = await findDepartment(trx, id)
    if (!department) throw notFound('department')
    requireCovered(caller.scope, placeOf({ ...department, department_id: id }), 'department')
    await requireVersion(trx, 'department', id, version)
    const moves =
      (dealership_id !== undefined && dealership_id !== department.dealership_id) ||
      (dealer_group_id !== undefined && dealer_group_id !== department.dealer_group_id)
    if (moves)
      throw invalidFields({ dealership_id: 'A department can’t be moved to another dealership. Add a new one there.' })
    const values = differing(department, { ...input, is_active: bitOf(is_active) })
    if (Object.keys(values).length === 0) return id
    await storeUnderCode(values.code, elsewhere, () => storeDepartment(trx, id, values))
    noteSaved(unit, caller, department.dealer_group_id, {
      entity: 'department',
      verb: 'update',
      id,
      before: department,
      after: values,
    })
    return id
  })
}

import type { CreateDepartmentInput, UpdateDepartmentInput } from '@check-requests/domain/organisation/fields.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import {
  findDealership,
  findDepartment,
  insertDepartment,
  updateDepartment as storeDepartment,
} from '../queries/places.ts'
import { auditPlace, type Command, demandCovered, differing, organisationChanged, storeUnderCode } from './record.ts'

const elsewhere = 'by another department of this dealership'

/** Adds a department to a dealership in the caller's scope (R206). Gives the id. */
export function createDepartment(
  services: Services,
  { caller, repeatable }: Command,
  input: CreateDepartmentInput,
): Promise<number> {
  const now = services.clock()
  const { dealer_group_id: groupId, dealership_id: dealershipId } = input
  return commit(services, repeatable, async (trx, changed) => {
    const dealership = await findDealership(trx, dealershipId)
    const isWithin = dealership?.dealer_group_id === groupId
    demandCovered(
      caller.scope,
      isWithin ? { dealerGroupId: groupId, dealershipId, departmentId: null } : undefined,
      'dealership',
    )
    const department = { ...input, created_at: moment(now) }
    const id = await storeUnderCode(input.code, elsewhere, () => insertDepartment(trx, department))
    const event = { action: 'department.create', entity: 'department', entityId: id, after: input }
    await auditPlace(trx, caller, groupId, event, now)
    changed(organisationChanged(groupId, id))
    return id
  })
}

/** Changes a department's name or code (A20). */
export function updateDepartment(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { dealer_group_id, dealership_id, ...input }: UpdateDepartmentInput,
): Promise<number> {
  return commit(services, repeatable, async (trx, changed) => {
    const department = await findDepartment(trx, id)
    const place = department && {
      dealerGroupId: department.dealer_group_id,
      dealershipId: department.dealership_id,
      departmentId: id,
    }
    demandCovered(caller.scope, place, 'department')
    if (!department) return id
    const moves =
      (dealership_id !== undefined && dealership_id !== department.dealership_id) ||
      (dealer_group_id !== undefined && dealer_group_id !== department.dealer_group_id)
    if (moves) throw invalidFields({ dealership_id: 'A department stays in its dealership.' })
    const values = differing(department, input)
    if (Object.keys(values).length === 0) return id
    await storeUnderCode(values.code, elsewhere, () => storeDepartment(trx, id, values))
    const event = { action: 'department.update', entity: 'department', entityId: id, before: department, after: values }
    await auditPlace(trx, caller, department.dealer_group_id, event, services.clock())
    changed(organisationChanged(department.dealer_group_id, id))
    return id
  })
}

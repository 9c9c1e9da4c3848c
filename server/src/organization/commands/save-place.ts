import { placeOf } from '@check-requests/domain/access/scope.ts'
import { formAddress, malformedAddress } from '@check-requests/domain/organization/address.ts'
import type {
  CreateDealershipInput,
  CreateDepartmentInput,
  UpdateDealershipInput,
  UpdateDepartmentInput,
} from '@check-requests/domain/organization/fields.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { commit, differing } from '../../platform/database/commit.ts'
import { invalidFields, notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { requireVersion } from '../../trail/commands/changes.ts'
import {
  findDealership,
  findDepartment,
  findGroup,
  insertDealership,
  insertDepartment,
  updateDealership as storeDealership,
  updateDepartment as storeDepartment,
} from '../queries/places.ts'
import { bitOf, noteSaved, requireCovered, storeUnderCode } from './record.ts'

const byAnotherDepartment = 'by another department of this dealership'

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
    const id = await storeUnderCode(input.code, byAnotherDepartment, () => insertDepartment(trx, department))
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
    await storeUnderCode(values.code, byAnotherDepartment, () => storeDepartment(trx, id, values))
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

const byAnotherDealership = 'by another dealership of this group'

/** Adds a dealership to a group in the caller's scope (R202). Returns the id. */
export function createDealership(
  services: Services,
  { caller, repeatable }: Command,
  { settings: _settings, ...typed }: CreateDealershipInput,
): Promise<number> {
  const input = formAddress(typed)
  const groupId = input.dealer_group_id
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    if (!(await findGroup(trx, groupId))) throw notFound('dealer group')
    requireCovered(caller.scope, { dealerGroupId: groupId, dealershipId: null, departmentId: null }, 'dealer group')
    refuseMalformed(input)
    const dealership = { ...input, time_zone: input.time_zone ?? null, created_at: moment(now) }
    const id = await storeUnderCode(input.code, byAnotherDealership, () => insertDealership(trx, dealership))
    noteSaved(unit, caller, groupId, { entity: 'dealership', verb: 'create', id, after: input })
    return id
  })
}

/** Changes a dealership, or whether it takes new requests (A20). */
export function updateDealership(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { settings: _settings, is_active, dealer_group_id, version, ...input }: UpdateDealershipInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    const dealership = await findDealership(trx, id)
    if (!dealership) throw notFound('dealership')
    const groupId = dealership.dealer_group_id
    requireCovered(caller.scope, { dealerGroupId: groupId, dealershipId: id, departmentId: null }, 'dealership')
    await requireVersion(trx, 'dealership', id, version)
    if (dealer_group_id !== undefined && dealer_group_id !== groupId)
      throw invalidFields({
        dealer_group_id: 'A dealership can’t be moved to another dealer group. Add a new one there.',
      })
    // Unchanged values may break newer rules, so only changed values are checked.
    const changed = differing(dealership, { ...input, is_active: bitOf(is_active) })
    refuseMalformed(changed)
    const values = differing(dealership, formAddress(changed))
    if (Object.keys(values).length === 0) return id
    await storeUnderCode(values.code, byAnotherDealership, () => storeDealership(trx, id, values))
    noteSaved(unit, caller, groupId, { entity: 'dealership', verb: 'update', id, before: dealership, after: values })
    return id
  })
}

function refuseMalformed(values: Parameters<typeof malformedAddress>[0]): void {
  const wrong = malformedAddress(values)
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
}

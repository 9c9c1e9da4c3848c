import { accessLevels } from '@check-requests/domain/access/scope.ts'
import type { NewPeople } from '@check-requests/domain/identity-providers/new-people-fields.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { demandGrantable } from '../../users/commands/authority.ts'
import { findScopeError } from '../../users/queries/store.ts'

/**
 * Refuses a mapping that would give more than its author could give by hand, or places that are not those of the dealer
 * group.
 */
export async function demandMayCreate(
  { trx }: Unit,
  caller: Caller,
  dealerGroupId: number,
  rules: NewPeople | null,
): Promise<void> {
  if (!rules) return
  const ofGroup = { level: accessLevels.group, dealerGroupId, dealershipIds: [], departmentIds: [] }
  const roleIds = rules.roles.map(({ role_id }) => role_id)
  demandGrantable(caller, roleIds, ofGroup)
  const places = [
    { dealershipIds: rules.dealership_ids, departmentIds: rules.department_ids },
    ...rules.places.map(({ dealership_id, department_id }) => ({
      dealershipIds: [dealership_id],
      departmentIds: department_id === null ? [] : [department_id],
    })),
  ]
  for (const { dealershipIds, departmentIds } of places) {
    const unique = { dealershipIds: [...new Set(dealershipIds)], departmentIds: [...new Set(departmentIds)] }
    const error = await findScopeError(trx, { roleIds: [], dealerGroupId, ...unique })
    if (error) throw invalidFields({ new_people: 'Choose dealerships and departments of the dealer group.' })
  }
}

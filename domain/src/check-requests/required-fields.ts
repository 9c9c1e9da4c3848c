import { type AccessLevel, accessLevels } from '../access/scope.ts'

/** The location chosen so far for a new request. */
interface ChosenPlace {
  readonly dealer_group_id?: number | null | undefined
  readonly dealership_id?: number | null | undefined
  readonly department_id?: number | null | undefined
}

/**
 * The location fields that a user with this access level must still choose for a new request, with messages (R170).
 * Group level needs a group, dealership level also a dealer, department level also a department.
 */
export function missingPlace(level: AccessLevel, place: ChosenPlace): Record<string, string> {
  const missing: Record<string, string> = {}
  if (level >= accessLevels.group && !place.dealer_group_id) missing.dealer_group_id = 'Group is required'
  if ((level >= accessLevels.dealership || place.department_id) && !place.dealership_id)
    missing.dealership_id = 'Dealer is required'
  if (level >= accessLevels.department && !place.department_id) missing.department_id = 'Department is required'
  return missing
}

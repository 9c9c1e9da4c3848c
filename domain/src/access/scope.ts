/** Access levels (R247): how much of the organisation a user's scope covers. */
export const accessLevels = { superAdmin: 0, group: 1, dealership: 2, department: 3 } as const

export type AccessLevel = (typeof accessLevels)[keyof typeof accessLevels]

/** True for the four access levels. */
export function isAccessLevel(level: number): level is AccessLevel {
  return Object.values(accessLevels).some((known) => known === level)
}

/** What a user covers: everything, a dealer group, or the listed dealerships or departments of one (A12). */
export interface Scope {
  readonly level: AccessLevel
  readonly dealerGroupId: number | null
  readonly dealershipIds: readonly number[]
  readonly departmentIds: readonly number[]
}

/** Where something belongs. A request may stop at its group or at its dealership. */
export interface Place {
  readonly dealerGroupId: number
  readonly dealershipId: number | null
  readonly departmentId: number | null
}

/** Where something belongs that has a column for each part of its place. */
export function placeOf(row: {
  readonly dealer_group_id: number
  readonly dealership_id: number | null
  readonly department_id: number | null
}): Place {
  return { dealerGroupId: row.dealer_group_id, dealershipId: row.dealership_id, departmentId: row.department_id }
}

/**
 * Does this scope cover that place? (A12, R190)
 * A place without a dealership is covered at group level only; one without a department at group and dealership level.
 */
export function covers(scope: Scope, place: Place): boolean {
  if (scope.level === accessLevels.superAdmin) return true
  if (scope.dealerGroupId !== place.dealerGroupId) return false
  if (scope.level === accessLevels.group) return true
  if (scope.level === accessLevels.dealership) return includes(scope.dealershipIds, place.dealershipId)
  return includes(scope.departmentIds, place.departmentId)
}

/** Can a place that is chosen part by part, the group first, still come to lie inside this scope? */
export function leadsInto(scope: Scope, place: Place): boolean {
  if (scope.level <= accessLevels.group || scope.dealerGroupId !== place.dealerGroupId) return covers(scope, place)
  if (place.dealershipId !== null && !includes(scope.dealershipIds, place.dealershipId)) return false
  return place.departmentId === null || covers(scope, place)
}

/** Does one scope cover all of another? Decides who can approve for whom (A19). */
export function coversScope(outer: Scope, inner: Scope): boolean {
  if (outer.level === accessLevels.superAdmin) return true
  if (inner.level === accessLevels.superAdmin || outer.dealerGroupId !== inner.dealerGroupId) return false
  if (outer.level > inner.level) return false
  if (outer.level === accessLevels.group) return true
  if (outer.level === accessLevels.dealership) return isSubset(inner.dealershipIds, outer.dealershipIds)
  return isSubset(inner.departmentIds, outer.departmentIds)
}

function includes(ids: readonly number[], id: number | null): boolean {
  return id !== null && ids.includes(id)
}

function isSubset(inner: readonly number[], outer: readonly number[]): boolean {
  return inner.length > 0 && inner.every((id) => outer.includes(id))
}

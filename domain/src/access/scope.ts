/** Access levels (R247): how much of the organization a user's scope covers. */
export const accessLevels = { superAdmin: 0, group: 1, dealership: 2, department: 3 } as const

export type AccessLevel = (typeof accessLevels)[keyof typeof accessLevels]

/** All access levels, widest first. */
export const allAccessLevels = Object.values(accessLevels)

/** True for the number of one of the four access levels. */
export function isAccessLevel(level: number): level is AccessLevel {
  return allAccessLevels.some((known) => known === level)
}

/**
 * The part of the organization that a user covers: everything, a dealer group, or the listed dealerships or departments
 * of one group (A12).
 */
export interface Scope {
  readonly level: AccessLevel
  readonly dealerGroupId: number | null
  readonly dealershipIds: readonly number[]
  readonly departmentIds: readonly number[]
}

/** The location of a row. A request may name only its group, or only its group and dealership. */
export interface Place {
  readonly dealerGroupId: number
  readonly dealershipId: number | null
  readonly departmentId: number | null
}

/** Returns the location of a row that has one column for each organization level. */
export function placeOf(row: {
  readonly dealer_group_id: number
  readonly dealership_id: number | null
  readonly department_id: number | null
}): Place {
  return { dealerGroupId: row.dealer_group_id, dealershipId: row.dealership_id, departmentId: row.department_id }
}

/**
 * A filter for the locations that a scope covers: the deciding column and its allowed ids. A null column means
 * everything.
 */
export interface ScopeFilter {
  readonly column: 'dealer_group_id' | 'dealership_id' | 'department_id' | null
  readonly ids: readonly number[]
}

/** A scope as a filter (A12, R190). Doesn't cover rows that lack the deciding column. */
export function scopeFilter({ level, dealerGroupId, dealershipIds, departmentIds }: Scope): ScopeFilter {
  if (level === accessLevels.superAdmin) return { column: null, ids: [] }
  if (level === accessLevels.group)
    return { column: 'dealer_group_id', ids: dealerGroupId === null ? [] : [dealerGroupId] }
  if (level === accessLevels.dealership) return { column: 'dealership_id', ids: dealershipIds }
  return { column: 'department_id', ids: departmentIds }
}

/**
 * Whether this scope covers that location (A12, R190). A location without a dealership is covered only at group level;
 * one without a department, at group and dealership level.
 */
export function covers(scope: Scope, place: Place): boolean {
  const { column, ids } = scopeFilter(scope)
  if (column === null) return true
  const part = {
    dealer_group_id: place.dealerGroupId,
    dealership_id: place.dealershipId,
    department_id: place.departmentId,
  }
  return scope.dealerGroupId === place.dealerGroupId && includes(ids, part[column])
}

/**
 * Whether a partly chosen location (group first, then dealership, then department) can still end up inside this scope.
 */
export function leadsInto(scope: Scope, place: Place): boolean {
  if (scope.level <= accessLevels.group || scope.dealerGroupId !== place.dealerGroupId) return covers(scope, place)
  if (place.dealershipId !== null && !includes(scope.dealershipIds, place.dealershipId)) return false
  return place.departmentId === null || covers(scope, place)
}

/** Whether the outer scope covers all of the inner scope. Decides who can approve for whom (A19). */
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

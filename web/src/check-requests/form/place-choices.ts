import type { DealerGroup, Dealership, Department } from '@check-requests/domain/organization/fields.ts'

/** A user's assignments. An empty list means no limit at that level. */
export interface Assignment {
  readonly dealerGroupId: number | null
  readonly dealershipIds: readonly number[]
  readonly departmentIds: readonly number[]
}

/** All possible locations of a request. */
export interface Places {
  readonly groups: readonly DealerGroup[]
  readonly dealerships: readonly Dealership[]
  readonly departments: readonly Department[]
}

export interface ChosenPlace {
  readonly dealer_group_id: number | null
  readonly dealership_id: number | null
  readonly department_id: number | null
}

/** The empty selection. */
export const nowhere: ChosenPlace = { dealer_group_id: null, dealership_id: null, department_id: null }

/** The location fields of an object, without its other properties. */
export function placeIn({ dealer_group_id, dealership_id, department_id }: ChosenPlace): ChosenPlace {
  return { dealer_group_id, dealership_id, department_id }
}

/** Whether both selections name the same location. */
export function isSamePlace(one: ChosenPlace, other: ChosenPlace): boolean {
  return (['dealer_group_id', 'dealership_id', 'department_id'] as const).every((level) => one[level] === other[level])
}

/**
 * Locations assigned to all of these users: the requester and, if different, the user who creates the request (R174,
 * R190).
 */
export function placesOf(all: Places, people: readonly Assignment[]): Places {
  return {
    groups: all.groups.filter(({ id }) =>
      people.every((person) => person.dealerGroupId === null || person.dealerGroupId === id),
    ),
    dealerships: all.dealerships.filter(({ id }) => people.every((person) => allows(person.dealershipIds, id))),
    departments: all.departments.filter(({ id }) => people.every((person) => allows(person.departmentIds, id))),
  }
}

/** Active dealer groups, plus the current selection. */
export function groupsOf(places: Places, chosen: ChosenPlace): DealerGroup[] {
  return places.groups.filter(({ id, is_active }) => is_active || id === chosen.dealer_group_id)
}

/** Active dealerships of the chosen group, plus the current selection. */
export function dealershipsOf(places: Places, chosen: ChosenPlace): Dealership[] {
  return places.dealerships.filter(
    (dealership) =>
      dealership.dealer_group_id === chosen.dealer_group_id &&
      (dealership.is_active || dealership.id === chosen.dealership_id),
  )
}

/** Active departments of the chosen dealership, plus the current selection. */
export function departmentsOf(places: Places, chosen: ChosenPlace): Department[] {
  return places.departments.filter(
    (department) =>
      department.dealership_id === chosen.dealership_id &&
      (department.is_active || department.id === chosen.department_id),
  )
}

/** The levels of an earlier location that can still be chosen. */
export function stillOffered(places: Places, earlier: ChosenPlace): ChosenPlace {
  const dealer_group_id = idAmong(groupsOf(places, nowhere), earlier.dealer_group_id)
  const inGroup = { ...nowhere, dealer_group_id }
  const dealership_id = idAmong(dealershipsOf(places, inGroup), earlier.dealership_id)
  const inDealership = { ...inGroup, dealership_id }
  return { ...inDealership, department_id: idAmong(departmentsOf(places, inDealership), earlier.department_id) }
}

/** The location, with each level that has only one option filled in. */
export function withOnlyChoices(places: Places, chosen: ChosenPlace): ChosenPlace {
  const dealer_group_id = chosen.dealer_group_id ?? onlyId(groupsOf(places, chosen))
  const inGroup = { ...chosen, dealer_group_id }
  const dealership_id = chosen.dealership_id ?? onlyId(dealershipsOf(places, inGroup))
  const inDealership = { ...inGroup, dealership_id }
  return { ...inDealership, department_id: chosen.department_id ?? onlyId(departmentsOf(places, inDealership)) }
}

/** The location after a different group is chosen: the levels below are cleared (R173). */
export function withGroup(places: Places, dealer_group_id: number | null): ChosenPlace {
  const cleared = { ...nowhere, dealer_group_id }
  return dealer_group_id === null ? cleared : withOnlyChoices(places, cleared)
}

/** The location after a different dealership is chosen: the department is cleared (R173). */
export function withDealership(places: Places, chosen: ChosenPlace, dealership_id: number | null): ChosenPlace {
  const cleared = { ...chosen, dealership_id, department_id: null }
  return { ...cleared, department_id: dealership_id === null ? null : onlyId(departmentsOf(places, cleared)) }
}

function allows(assigned: readonly number[], id: number): boolean {
  return assigned.length === 0 || assigned.includes(id)
}

function idAmong(rows: readonly { id: number }[], id: number | null): number | null {
  return rows.some((row) => row.id === id) ? id : null
}

function onlyId(rows: readonly { id: number }[]): number | null {
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

import type { DealerGroup, Dealership, Department } from '@check-requests/domain/organization/fields.ts'

/** A dealership with its departments, as shown in their list (R104). */
export interface DealershipDepartments {
  readonly dealership: Dealership
  /** Name and code, as `Lakeside Auto Group (LAG)`. */
  readonly group: string
  readonly departments: readonly Department[]
}

/** Every dealership in order, including those without departments. */
export function departmentsByDealership(
  groups: readonly DealerGroup[],
  dealerships: readonly Dealership[],
  departments: readonly Department[],
): DealershipDepartments[] {
  const groupNames = new Map(groups.map((group) => [group.id, withCode(group)]))
  const byDealership = Map.groupBy(departments, ({ dealership_id }) => dealership_id)
  return dealerships.map((dealership) => ({
    dealership,
    group: groupNames.get(dealership.dealer_group_id) ?? dealership.dealer_group_name,
    departments: byDealership.get(dealership.id) ?? [],
  }))
}

export function withCode({ name, code }: { name: string; code: string }): string {
  return `${name} (${code})`
}

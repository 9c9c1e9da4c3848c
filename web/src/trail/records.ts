import type {
  DealerGroup,
  Dealership,
  DeliveryMethod,
  Department,
  Purpose,
} from '@check-requests/domain/organization/fields.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import { useMemo } from 'react'
import { useDealerGroups, useDealerships, useDeliveryMethods, useDepartments, usePurposes } from '#organization/api.ts'
import { useUsers } from '#people/users/api.ts'

type ById<Row> = ReadonlyMap<number, Row>

/** The records that entries name by id, as far as they still exist and are in the admin's scope. */
export interface Records {
  readonly users: ById<User>
  readonly groups: ById<DealerGroup>
  readonly dealerships: ById<Dealership>
  readonly departments: ById<Department>
  readonly purposes: ById<Purpose>
  readonly deliveryMethods: ById<DeliveryMethod>
}

export function useRecords(): Records {
  const users = useUsers().data
  const groups = useDealerGroups().data
  const dealerships = useDealerships().data
  const departments = useDepartments().data
  const purposes = usePurposes().data
  const deliveryMethods = useDeliveryMethods().data
  return useMemo(
    () => ({
      users: byId(users),
      groups: byId(groups),
      dealerships: byId(dealerships),
      departments: byId(departments),
      purposes: byId(purposes),
      deliveryMethods: byId(deliveryMethods),
    }),
    [users, groups, dealerships, departments, purposes, deliveryMethods],
  )
}

export function fullName({ first_name, last_name }: User): string {
  return `${first_name} ${last_name}`
}

function byId<Row extends { id: number }>(rows: readonly Row[] = []): ById<Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

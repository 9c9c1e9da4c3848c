import { organisationEndpoints } from '@check-requests/domain/organisation/endpoints.ts'
import type { Api } from '../platform/api.ts'
import type { Services } from '../services.ts'
import type { Admitted } from '../sessions/guard.ts'
import { presentDealerGroup, presentDealership } from './presenter.ts'
import { listDealerGroups, listDealerships, listDeliveryMethods, listDepartments, listPurposes } from './queries.ts'

const freshBy = { freshBy: 'organisation' } as const

/** Lists of the caller's own group; a super admin sees all groups (R190). */
export function registerOrganisation(api: Api<Admitted>, { database: { read } }: Services): void {
  const groupOf = ({ caller }: Admitted) => caller.scope.dealerGroupId
  api.on(
    organisationEndpoints.dealerGroups,
    async ({ caller }) => {
      const rows = await listDealerGroups(read, groupOf(caller))
      return { message: 'Dealer groups', data: rows.map(presentDealerGroup) }
    },
    freshBy,
  )
  api.on(
    organisationEndpoints.dealerships,
    async ({ caller }) => {
      const rows = await listDealerships(read, groupOf(caller))
      return { message: 'Dealerships', data: rows.map(presentDealership) }
    },
    freshBy,
  )
  api.on(
    organisationEndpoints.departments,
    async ({ caller }) => ({ message: 'Departments', data: await listDepartments(read, groupOf(caller)) }),
    freshBy,
  )
  api.on(organisationEndpoints.purposes, async () => ({ message: 'Purposes', data: await listPurposes(read) }), freshBy)
  api.on(
    organisationEndpoints.deliveryMethods,
    async () => ({ message: 'Delivery methods', data: await listDeliveryMethods(read) }),
    freshBy,
  )
}

import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { deliveryMethodFreshness, listFreshness, read } from '#platform/query-client.ts'

/** Dealer groups in the user's scope (R204). */
export function useDealerGroups() {
  const queryFn = read(useApi(), organizationEndpoints.dealerGroups, {})
  return useQuery({ queryKey: ['organisation', 'dealer-groups'], queryFn, ...listFreshness })
}

/** Dealerships in the user's scope (R202). Fetched only when `enabled`. */
export function useDealerships({ enabled = true } = {}) {
  const queryFn = read(useApi(), organizationEndpoints.dealerships, {})
  return useQuery({ queryKey: ['organisation', 'dealerships'], queryFn, ...listFreshness, enabled })
}

/** Departments in the user's scope (R206). Fetched only when `enabled`. */
export function useDepartments({ enabled = true } = {}) {
  const queryFn = read(useApi(), organizationEndpoints.departments, {})
  return useQuery({ queryKey: ['organisation', 'departments'], queryFn, ...listFreshness, enabled })
}

/** The purposes of payments (R208). Fetched only when `enabled`. */
export function usePurposes({ enabled = true } = {}) {
  const queryFn = read(useApi(), organizationEndpoints.purposes, {})
  return useQuery({ queryKey: ['organisation', 'allPurpose'], queryFn, ...listFreshness, enabled })
}

/** The delivery methods (R209). Fetched only when `enabled`. */
export function useDeliveryMethods({ enabled = true } = {}) {
  const queryFn = read(useApi(), organizationEndpoints.deliveryMethods, {})
  return useQuery({ queryKey: ['organisation', 'delivery-methods'], queryFn, ...deliveryMethodFreshness, enabled })
}

/** The users who can approve for this user (R201, A19). Fetched only when `enabled` (R224). */
export function useApprovers({ enabled = true } = {}) {
  const queryFn = read(useApi(), userEndpoints.approvers, {})
  return useQuery({ queryKey: ['users', 'approvers'], queryFn, ...listFreshness, enabled })
}

import { useRequesters } from '#check-requests/api.ts'
import type { FormChoices } from '#check-requests/form/request-form-model.ts'
import { useDealerGroups, useDealerships, useDeliveryMethods, useDepartments, usePurposes } from '#organization/api.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'

interface LoadedChoices {
  choices: FormChoices | undefined
  /** Why they could not be loaded. */
  failure: string | undefined
  retry(): void
}

/** The choices of all selects of the form; the form is not shown before all have loaded. */
export function useFormChoices(): LoadedChoices {
  const isAdmin = usePerson().role === 'admin'
  const groups = useDealerGroups()
  const dealerships = useDealerships()
  const departments = useDepartments()
  const purposes = usePurposes()
  const deliveryMethods = useDeliveryMethods()
  const requesters = useRequesters(isAdmin)
  const queries = [groups, dealerships, departments, purposes, deliveryMethods, ...(isAdmin ? [requesters] : [])]
  const failed = queries.find((query) => query.error && !query.data)
  const isComplete = groups.data && dealerships.data && departments.data && purposes.data && deliveryMethods.data
  const choices = isComplete &&
    (!isAdmin || requesters.data) && {
      places: { groups: groups.data, dealerships: dealerships.data, departments: departments.data },
      purposes: purposes.data,
      deliveryMethods: deliveryMethods.data,
      requesters: requesters.data,
    }
  return {
    choices: choices || undefined,
    failure: failed?.error?.message,
    retry: () => void Promise.all(queries.filter((query) => query.error).map((query) => query.refetch())),
  }
}

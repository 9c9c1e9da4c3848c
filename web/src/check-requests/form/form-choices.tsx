import { usePerson } from '#access/sessions/session-provider.tsx'
import { useRequesters } from '#check-requests/api.ts'
import type { FormChoices } from '#check-requests/form/use-request-form.ts'
import { useDealerGroups, useDealerships, useDeliveryMethods, useDepartments, usePurposes } from '#organization/api.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useDelayed } from '#ui/timers.ts'

const fields = ['group', 'dealership', 'department', 'number', 'payee', 'second payee', 'amount', 'due date']

interface RequestFormWaitingProps {
  failure: string | undefined
  onRetry(): void
}

/** Shown until the form's options have loaded. */
export function RequestFormWaiting({ failure, onRetry }: RequestFormWaitingProps) {
  const late = useDelayed(!failure)
  if (failure) return <Card flush>{<ErrorState message={failure} onRetry={onRetry} />}</Card>
  if (!late) return null
  return (
    <Card className="max-w-5xl">
      <div role="status" aria-label="Loading" className="grid gap-x-5 gap-y-5 py-2 sm:grid-cols-2">
        {fields.map((field) => (
          <Skeleton key={field} className="h-14 w-full" />
        ))}
      </div>
    </Card>
  )
}

interface LoadedChoices {
  choices: FormChoices | undefined
  /** Why the options couldn't be loaded. */
  failure: string | undefined
  retry(): void
}

/** Loads the options of all selects before showing the form. */
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

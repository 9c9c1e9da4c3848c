import { refusalToRouteAgain } from '@check-requests/domain/approvals/policy.ts'
import { isPending } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { RotateCcw } from 'lucide-react'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { Person } from '#access/sessions/session-state.ts'
import { useRowDialog } from '#check-requests/list/use-row-dialog.tsx'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'

const RouteAgainDialog = lazy(async () => ({
  default: (await import('#check-requests/detail/route-again-dialog.tsx')).RouteAgainDialog,
}))

/** Whether this user can reroute requests like this one, or should see why rerouting isn't possible. */
export function offersRouteAgain(person: Person, { status_name }: DetailedRequest): boolean {
  return may(person, 'check-requests.route-anew') && isPending(status_name)
}

/** Lets admins reroute a request awaiting approval through the current policy. */
export function RouteAgain({ request }: { request: DetailedRequest }) {
  const person = usePerson()
  const { openFor, dialog } = useRowDialog(RouteAgainDialog)
  if (!offersRouteAgain(person, request)) return null
  const refusal = refusalToRouteAgain(actorOf(person), stateOf(request))?.sentence
  return (
    <div className="mt-4 border-t border-line pt-3 print:hidden">
      <ReasonButton variant="secondary" size="sm" refusal={refusal} onClick={() => openFor(request)}>
        <RotateCcw aria-hidden className="size-4" />
        Route Again
      </ReasonButton>
      {dialog}
    </div>
  )
}

import { refusalToHold, refusalToLift } from '@check-requests/domain/check-requests/holds.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { CirclePause, CirclePlay } from 'lucide-react'
import { useLiftHold } from '#check-requests/changes.ts'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { may } from '#sessions/may.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { RowAction } from '#ui/row-action.tsx'

interface RowHoldProps {
  request: ListedRequest
  onHold(request: ListedRequest): void
}

/** Puts the request of a row on hold, or lifts the hold that somebody else has put on it. */
export function RowHold({ request, onHold }: RowHoldProps) {
  const person = usePerson()
  const actor = actorOf(person)
  const lift = useLiftHold()
  const { id, version, hold, request_number: number } = request
  if (!may(person, 'check-requests.hold')) return null
  if (hold)
    return (
      <RowAction
        small
        icon={CirclePlay}
        label={`Lift hold on ${number}`}
        refusal={refusalToLift(actor, stateOf(request))?.sentence}
        onClick={() => lift.mutate({ params: { id }, body: { version } })}
      />
    )
  if (refusalToHold(actor, stateOf(request))) return null
  return <RowAction small icon={CirclePause} label={`Put ${number} on hold`} onClick={() => onHold(request)} />
}

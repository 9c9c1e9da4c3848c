import { mayRole } from '@check-requests/domain/access/permissions.ts'
import { refusalToHold, refusalToLift } from '@check-requests/domain/check-requests/holds.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { CirclePause, CirclePlay } from 'lucide-react'
import { useLiftHold } from '#check-requests/changes.ts'
import { ActionButton } from '#check-requests/detail/action-button.tsx'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { usePerson } from '#sessions/session-provider.tsx'

interface HoldActionProps {
  request: DetailedRequest
  onHold(): void
  onRefused(sentence: string): void
}

/** Puts the request on hold, or lifts the hold that somebody else has put on it. */
export function HoldAction({ request, onHold, onRefused }: HoldActionProps) {
  const actor = actorOf(usePerson())
  const lift = useLiftHold()
  const { id, version, hold } = request
  if (!mayRole(actor.role, 'check-requests.hold')) return null
  if (!hold) {
    const isPossible = refusalToHold(actor, stateOf(request)) === undefined
    return isPossible && <ActionButton text="Put on Hold" icon={CirclePause} onClick={onHold} />
  }
  const refusal = refusalToLift(actor, stateOf(request))?.sentence
  return (
    <ActionButton
      text="Lift Hold"
      icon={CirclePlay}
      refusal={refusal}
      onClick={() => (refusal ? onRefused(refusal) : lift.mutate({ params: { id }, body: { version } }))}
    />
  )
}

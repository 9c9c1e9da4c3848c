import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { isMailed } from '@check-requests/domain/organisation/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useCheckRequest } from '#check-requests/api.ts'
import { CheckActs } from '#checks/detail/check-acts.tsx'
import { CheckFacts } from '#checks/detail/check-facts.tsx'
import { CheckStory } from '#checks/detail/check-story.tsx'
import { peopleOf } from '#checks/detail/employee-named.ts'
import { HandOverReceipt } from '#checks/detail/hand-over-receipt.tsx'
import { actsOn } from '#checks/detail/offered-acts.ts'
import { WaitingNotes } from '#checks/detail/waiting-notes.tsx'
import { CheckAmount } from '#checks/register/check-amount.tsx'
import { CheckStateBadge } from '#checks/register/check-state-badge.tsx'
import { usePerson } from '#sessions/session-provider.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** All about a check: what it says, what is to be done with it, to whom it went, and its whole story. */
export function CheckDetail({ check }: { check: WholeCheckReply }) {
  const request = useCheckRequest(check.check_request_id).data
  const { acts, refusals } = actsOn(check, usePerson(), request)
  return (
    <>
      <PageHeader
        title={`Check ${check.number}`}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            <CheckStateBadge check={check} />
            <span>
              <CheckAmount check={check} /> to {markHidden(check.payee_name)}
            </span>
          </span>
        }
        actions={
          <CheckActs
            check={check}
            acts={acts}
            people={request ? peopleOf(request, check) : []}
            mailed={request !== undefined && isMailed(request.delivery_method_kind)}
          />
        }
      />
      <WaitingNotes check={check} refusals={refusals} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <CheckFacts check={check} />
          {check.hand_over && <HandOverReceipt receipt={check.hand_over} requestId={check.check_request_id} />}
        </div>
        <CheckStory check={check} />
      </div>
    </>
  )
}

import { listWithOr } from '@check-requests/domain/values/lists.ts'
import { useLocation } from '@tanstack/react-router'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useLastPlace } from '#check-requests/api.ts'
import { useDrafts } from '#check-requests/drafts/use-drafts.ts'
import { RequestFormWaiting, useFormChoices } from '#check-requests/form/form-choices.tsx'
import { NewRequestForm } from '#check-requests/form/request-form-new.tsx'
import { useApprovers } from '#organization/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestNewScreen() {
  const { role } = usePerson()
  const { like } = useLocation().state
  const { choices, failure, retry } = useFormChoices()
  const { data: drafts = [], isPending } = useDrafts('new-check-request')
  const last = useLastPlace(role === 'requester')
  return (
    <>
      <PageHeader title="New Check Request" subtitle={role === 'requester' && <RequestFormApprovers />} />
      {choices && !isPending && !last.isLoading ? (
        <NewRequestForm choices={choices} like={like} lastPlace={last.place} drafts={drafts} />
      ) : (
        <RequestFormWaiting failure={failure} onRetry={retry} />
      )}
    </>
  )
}

const named = 3

/** Says before typing begins who can approve requests at this location, or that no one can (R201, A19). */
function RequestFormApprovers() {
  const approvers = useApprovers()
  const { error, onRetry } = useLoadFailure(approvers)
  if (approvers.data) return approvalSentence(approvers.data.map(({ name }) => name))
  if (!error) return <>&nbsp;</>
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span role="alert" className="text-danger">
        {error}
      </span>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </span>
  )
}

export function approvalSentence(names: readonly string[]): string {
  if (names.length === 0) return 'No one can approve your requests yet. Ask your admin to add an approver.'
  const others = names.length - named
  const shown = others > 0 ? [...names.slice(0, named), `${others} more`] : names
  return `Goes to ${listWithOr(shown)} for approval.`
}

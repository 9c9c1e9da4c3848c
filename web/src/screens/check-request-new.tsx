import { useLocation } from '@tanstack/react-router'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useLastPlace } from '#check-requests/api.ts'
import { useDrafts } from '#check-requests/drafts/use-drafts.ts'
import { RequestFormWaiting, useFormChoices } from '#check-requests/form/form-choices.tsx'
import { RequestFormApprovers } from '#check-requests/form/request-form-approvers.tsx'
import { NewRequestForm } from '#check-requests/form/request-form-new.tsx'
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

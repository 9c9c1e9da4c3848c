import { useLocation } from '@tanstack/react-router'
import { RequestFormApprovers } from '#check-requests/form/request-form-approvers.tsx'
import { NewRequestForm } from '#check-requests/form/request-form-new.tsx'
import { RequestFormWaiting } from '#check-requests/form/request-form-waiting.tsx'
import { useFormChoices } from '#check-requests/form/use-form-choices.ts'
import { useDrafts } from '#drafts/use-drafts.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestNewScreen() {
  const { role } = usePerson()
  const { like } = useLocation().state
  const { choices, failure, retry } = useFormChoices()
  const { data: drafts = [], isPending } = useDrafts('new-check-request')
  return (
    <>
      <PageHeader title="New Check Request" subtitle={role === 'requester' && <RequestFormApprovers />} />
      {choices && !isPending ? (
        <NewRequestForm choices={choices} like={like} drafts={drafts} />
      ) : (
        <RequestFormWaiting failure={failure} onRetry={retry} />
      )}
    </>
  )
}

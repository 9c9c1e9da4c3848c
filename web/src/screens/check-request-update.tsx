import { useLocation } from '@tanstack/react-router'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { RefusalBanner } from '#check-requests/detail/refusal-banner.tsx'
import { RequestFormWaiting, useFormChoices } from '#check-requests/form/form-choices.tsx'
import { UpdateRequestForm } from '#check-requests/form/request-form-update.tsx'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestUpdateScreen() {
  const { request } = useLocation().state
  const { choices, failure, retry } = useFormChoices()
  if (!request) return <NoOldData />
  return (
    <>
      <PageHeader title="Update Check Request" subtitle={request.request_number} />
      <div className="z-10 bg-canvas lg:sticky lg:top-(--header-height)">
        <RefusalBanner request={request} />
      </div>
      {choices ? (
        <UpdateRequestForm key={request.id} choices={choices} request={request} />
      ) : (
        <RequestFormWaiting failure={failure} onRetry={retry} />
      )}
    </>
  )
}

/** Shown if the screen is opened without a request, for example by typing the URL (R016). */
function NoOldData() {
  const isRequester = usePerson().role === 'requester'
  const back = isRequester
    ? { to: paths.sendBack, text: 'SendBacked Checks' }
    : { to: paths.checkRequests, text: 'All Check Requests' }
  return (
    <>
      <PageHeader title="Update Check Request" />
      <Card>
        <EmptyState text="No Old Data Found" action={<LinkButton to={back.to}>{back.text}</LinkButton>} />
      </Card>
    </>
  )
}

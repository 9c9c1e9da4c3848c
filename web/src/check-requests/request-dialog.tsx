import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import type { ApiFailure } from '#platform/api-failure.ts'

/** What every dialog about the request on the screen gets. */
export interface RequestDialogProps {
  request: DetailedRequest
  open: boolean
  onOpenChange(open: boolean): void
}

/** Why a call failed, where no single field is to blame. */
export function FailureText({ failure }: { failure: ApiFailure | null }) {
  if (!failure || failure.fields) return null
  return (
    <p role="alert" className="text-danger">
      {failure.message}
    </p>
  )
}

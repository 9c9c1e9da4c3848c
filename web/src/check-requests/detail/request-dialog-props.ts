import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'

/** What every dialog about the request on the screen gets. */
export interface RequestDialogProps {
  request: DetailedRequest
  open: boolean
  onOpenChange(open: boolean): void
}

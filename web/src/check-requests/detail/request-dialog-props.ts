import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'

/** Props of every dialog about the request on the screen. */
export interface RequestDialogProps {
  request: DetailedRequest
  open: boolean
  onOpenChange(open: boolean): void
}

import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/form/form.tsx'
import { DialogFooter } from '#ui/overlay/dialog.tsx'

interface SaveFooterProps {
  /** The call that saves. */
  change: { readonly isPending: boolean; readonly error: Parameters<typeof FormFailure>[0]['failure'] }
  onCancel(): void
}

/** The footer of a dialog that changes a request: the reason if the save failed, and the buttons. */
export function SaveFooter({ change, onCancel }: SaveFooterProps) {
  return (
    <>
      <FormFailure failure={change.error} />
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={change.isPending}>
          Save Changes
        </Button>
      </DialogFooter>
    </>
  )
}

/** Props of every dialog about the request on the screen. */
export interface RequestDialogProps {
  request: DetailedRequest
  open: boolean
  onOpenChange(open: boolean): void
}

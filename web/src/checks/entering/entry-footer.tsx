import type { ApiFailure } from '#platform/api-failure.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/form.tsx'
import { FormDialogFooter } from '#ui/form-dialog.tsx'

interface EntryFooterProps {
  pending: boolean
  failure: ApiFailure | null
  onCancel(): void
}

/** The end of a form that enters a check. */
export function EntryFooter({ pending, failure, onCancel }: EntryFooterProps) {
  return (
    <>
      <FormFailure failure={failure} />
      <FormDialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={pending}>
          Enter check
        </Button>
      </FormDialogFooter>
    </>
  )
}

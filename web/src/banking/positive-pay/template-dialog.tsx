import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useState } from 'react'
import { useBankForms } from '#banking/positive-pay/api.ts'
import { TemplateForm } from '#banking/positive-pay/template-form.tsx'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

/** The form that an account's positive-pay files have. */
export function TemplateDialog({ subject: account, open, onOpenChange }: DialogFor<BankAccountReply>) {
  const [dirty, setDirty] = useState(false)
  const query = useBankForms(account.id)
  const { error, onRetry } = useLoadFailure(query)
  const forms = query.isFetchedAfterMount ? query.data : undefined
  const close = () => onOpenChange(false)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={markHidden(`Form of the Positive-Pay File: ${account.name}`)}
      description="As the bank’s description of its file says. It holds for the next file; those that were made stay as they are."
      size="xl"
      dirty={dirty}
    >
      {error && !forms && <ErrorState message={error} onRetry={onRetry} />}
      {!(forms || error) && <SkeletonRows count={6} />}
      {forms && (
        <TemplateForm
          accountId={account.id}
          forms={forms}
          readAgain={async () => (await query.refetch()).data}
          onChange={() => setDirty(true)}
          onSaved={() => {
            setDirty(false)
            close()
          }}
          onCancel={close}
        />
      )}
    </FormDialog>
  )
}

import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { TaxForm } from '#payees/tax-form.tsx'
import { TaxFormDocuments } from '#payees/tax-form-documents.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

/** The W-9 of a payee. */
export function TaxFormDialog({ subject: payee, open, onOpenChange }: DialogFor<PayeeReply>) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`W-9 of ${markHidden(payee.name)}`} size="md">
      <TaxFormDocuments payee={payee} />
      <TaxForm payee={payee} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

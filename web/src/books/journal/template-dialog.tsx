import type { JournalReply } from '@check-requests/domain/books/journal/fields.ts'
import { useState } from 'react'
import { TemplateForm } from '#books/journal/template-form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

/** When the journal of a dealer group begins, and how its files are written. */
export function TemplateDialog({ subject: journal, open, onOpenChange }: DialogFor<JournalReply>) {
  const [dirty, setDirty] = useState(false)
  const close = () => onOpenChange(false)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={journal.begins_on === null ? 'Set the journal up' : 'How files are written'}
      description="Files that were made before stay as they are."
      size="lg"
      dirty={dirty}
    >
      <TemplateForm journal={journal} onChange={() => setDirty(true)} onSaved={close} onCancel={close} />
    </FormDialog>
  )
}

import { copyRunBody } from '@check-requests/domain/checks/fields.ts'
import { checkPaperEndpoints } from '@check-requests/domain/checks/papers/endpoints.ts'
import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { checksInWords, numbersOf } from '#checks/printing/run-words.ts'
import { useDownload } from '#platform/downloads.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormField, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Saves copies of a settled run's checks, and asks for their purpose. */
export function CopyDialog({ subject: run, open, onOpenChange }: DialogFor<PrintRunReply>) {
  const form = useZodForm(copyRunBody, { reason: '' })
  const copy = useDownload(checkPaperEndpoints.copy, {
    name: `copy-of-checks-${run.first_number}.pdf`,
    failed: 'Couldn’t create the copy',
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Copy Checks"
      description={`${checksInWords(run.count)}, ${numbersOf(run)}`}
      size="md"
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => copy.mutate({ params: { id: run.id }, body }, { onSuccess: () => onOpenChange(false) })}
      >
        <p>
          The copy shows the checks as they were printed, marked COPY - NON-NEGOTIABLE, without the MICR line and the
          account number. Your name and the reason are kept in the audit trail.
        </p>
        <FormField form={form} name="reason" label="What is the copy for?" required>
          {(reason) => <Input {...reason} autoComplete="off" maxLength={200} />}
        </FormField>
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={copy.isPending}>
            Save Copy
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

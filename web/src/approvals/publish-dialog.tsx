import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { publishBody } from '@check-requests/domain/approvals/fields.ts'
import type { DraftReply } from '@check-requests/domain/approvals/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { publishNotices } from '#approvals/api.ts'
import { PolicyWarnings } from '#approvals/policy-versions.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** The draft as shown, with its changes. */
export interface PublishSubject {
  readonly draft: DraftReply
  readonly changes: readonly string[]
}

const schema = publishBody.pick({ note: true })

/** Publishes the draft with a note that is stored with the version. */
export function PublishDialog({ subject: { draft, changes }, open, onOpenChange }: DialogFor<PublishSubject>) {
  const form = useZodForm(schema, { note: '' })
  const publish = useWriteWithNotices(approvalEndpoints.publish, publishNotices, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => showServerErrors(form, failure.fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Publish Version ${(draft.in_force ?? 0) + 1}`}
      description="This version applies to new requests. Pending requests keep their steps."
      size="md"
      dirty={form.formState.isDirty && !publish.isSuccess}
    >
      <Form
        form={form}
        onSubmit={({ note }) =>
          publish.mutate({ params: { id: draft.dealer_group_id }, body: { note, version: draft.version } })
        }
        className="grid grid-cols-1 gap-4"
      >
        <PolicyWarnings warnings={draft.warnings} />
        <ul className="grid gap-0.5 rounded-md bg-sunken px-3 py-2">
          {changes.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {markHidden(sentence)}
            </li>
          ))}
          {changes.length === 0 && <li>The draft is the same as the policy in force.</li>}
        </ul>
        <FormField
          form={form}
          name="note"
          label="Note"
          required
          hint="Describe the changes and the reason for them. The note is shown with this version."
        >
          {(field) => <Textarea {...field} />}
        </FormField>
        <FormFailure failure={publish.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={publish.isPending}>
            Publish
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

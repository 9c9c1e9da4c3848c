import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { createTitleBody } from '@check-requests/domain/approvals/fields.ts'
import type { TitleReply } from '@check-requests/domain/approvals/replies.ts'
import { titleNotices, useApprovalTitles } from '#approvals/api.ts'
import { useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** The title to rename; undefined for a new one. */
export interface TitleSubject {
  readonly groupId: number
  readonly title?: TitleReply
}

const schema = createTitleBody.pick({ name: true })
const valuesOf = ({ name }: TitleReply) => ({ name })

/** Adds or renames an approval title. */
export function TitleDialog({ subject: { groupId, title }, open, onOpenChange }: DialogFor<TitleSubject>) {
  const form = useZodForm(schema, { name: title?.name ?? '' })
  const { row, readAgain } = useStoredRow(form, title ?? null, valuesOf, useApprovalTitles())
  const create = useWriteWithNotices(approvalEndpoints.createTitle, titleNotices.create, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => showServerErrors(form, failure.fields),
  })
  const update = useWriteWithNotices(approvalEndpoints.updateTitle, titleNotices.update, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  })
  function save({ name }: { name: string }) {
    if (row) update.mutate({ params: { id: row.id }, body: { name, version: row.version } })
    else create.mutate({ body: { dealer_group_id: groupId, name } })
  }
  const failure = create.error ?? update.error
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title ? 'Rename Title' : 'Add Title'}
      dirty={form.formState.isDirty && !create.isSuccess && !update.isSuccess}
    >
      <Form form={form} onSubmit={save} className="grid grid-cols-1 gap-4">
        <FormField form={form} name="name" label="Name" required hint="A role in approvals, such as Controller.">
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormFailure failure={failure} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={create.isPending || update.isPending}>
            {title ? 'Rename' : 'Add Title'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

import { organisationEndpoints } from '@check-requests/domain/organisation/endpoints.ts'
import { otherPurpose, type Purpose, updatePurposeBody } from '@check-requests/domain/organisation/fields.ts'
import { useId } from 'react'
import { usePurposes } from '#organisation/api.ts'
import { purposeNotices } from '#organisation/write-notices.ts'
import { changedFields } from '#platform/changed-fields.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

const schema = updatePurposeBody.required()

/** Changes what a payment can be for (A20). The purpose 'other' keeps its name: it reveals a free text (R125). */
export function PurposeDialog({ subject: purpose, open, onOpenChange }: DialogFor<Purpose>) {
  const { name, payment_for, description } = purpose
  const form = useZodForm(schema, { name, payment_for, description: description ?? '' })
  const known = new Set(usePurposes().data?.map((other) => other.payment_for))
  const listId = useId()
  const update = useWriteWithNotices(organisationEndpoints.updatePurpose, purposeNotices.update, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  const fixed = name === otherPurpose
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Update Purpose"
      dirty={form.formState.isDirty && !update.isSuccess}
    >
      <Form
        form={form}
        onSubmit={(body) => update.mutate({ params: { id: purpose.id }, body: changedFields(purpose, body) })}
        className="grid gap-4"
      >
        <FormField
          form={form}
          name="name"
          label="Name"
          required
          hint={fixed && 'It keeps its name: it asks for a purpose in free words.'}
        >
          {(field) => <Input {...field} readOnly={fixed} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="payment_for"
          label="Payment for"
          required
          hint="Its heading in the list of choices."
        >
          {(field) => <Input {...field} list={listId} autoComplete="off" />}
        </FormField>
        <datalist id={listId}>
          {[...known].map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
        <FormField form={form} name="description" label="Description">
          {(field) => <Input {...field} value={field.value ?? ''} autoComplete="off" />}
        </FormField>
        <FormFailure failure={update.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={update.isPending}>
            Update Purpose
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

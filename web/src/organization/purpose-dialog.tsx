import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { otherPurpose, type Purpose, updatePurposeBody } from '@check-requests/domain/organization/fields.ts'
import { useId } from 'react'
import { usePurposes } from '#organization/api.ts'
import { purposeNotices } from '#organization/write-notices.ts'
import { changedFields, useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const schema = updatePurposeBody.omit({ version: true }).required()

function valuesOf({ name, payment_for, description }: Purpose) {
  return { name, payment_for, description: description ?? '' }
}

/**
 * Changes a purpose of payments (A20). The purpose 'other' keeps its name, because choosing it shows a text field
 * (R125).
 */
export function PurposeDialog({ subject: opened, open, onOpenChange }: DialogFor<Purpose>) {
  const form = useZodForm(schema, valuesOf(opened))
  const purposes = usePurposes()
  const { row, readAgain } = useStoredRow(form, opened, valuesOf, purposes)
  const stored = row ?? opened
  const known = new Set(purposes.data?.map((other) => other.payment_for))
  const listId = useId()
  const update = useWriteWithNotices(organizationEndpoints.updatePurpose, purposeNotices.update, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  })
  const fixed = opened.name === otherPurpose
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Update Purpose"
      dirty={form.formState.isDirty && !update.isSuccess}
    >
      <Form
        form={form}
        onSubmit={(body) =>
          update.mutate({
            params: { id: stored.id },
            body: { ...changedFields(stored, body), version: stored.version },
          })
        }
        className="grid gap-4"
      >
        <FormField
          form={form}
          name="name"
          label="Name"
          required
          hint={fixed && 'This purpose can’t be renamed because requesters describe it in their own words.'}
        >
          {(field) => <Input {...field} readOnly={fixed} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="payment_for"
          label="Payment For"
          required
          hint="The heading above this purpose in the list of choices."
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

import { createViewBody, type ListName, type SavedView } from '@check-requests/domain/check-requests/views/fields.ts'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { type Chosen, useCreateView, useUpdateView } from '#check-requests/views/view-changes.ts'
import { changedFields } from '#platform/stored-row.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const schema = createViewBody.pick({ name: true, shared: true })

interface ViewToName {
  list: ListName
  chosen: Chosen
  /** The view to rename or share; undefined to save a new one. */
  view: SavedView | undefined
  onSaved(id: number): void
  finalFocus(): HTMLElement | undefined
}

/** A dialog that names a view and can share it with the dealer group. */
export function ViewDialog({ subject, open, onOpenChange }: DialogFor<ViewToName>) {
  const { list, chosen, view } = subject
  const before = { name: view?.name ?? '', shared: view?.shared ?? false }
  const form = useZodForm(schema, before)
  const canShare = useCanShare()
  const handlers = {
    onSuccess({ id }: SavedView) {
      onOpenChange(false)
      subject.onSaved(id)
    },
    onError: ({ fields }: { fields?: Record<string, string> | undefined }) => void showServerErrors(form, fields),
  }
  const create = useCreateView(handlers)
  const update = useUpdateView(handlers)
  const write = view ? update : create
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={view ? 'Edit View' : 'Save View'}
      description={view ? undefined : 'Saves this list’s filters, sort order, and columns as a view in the menu.'}
      dirty={form.formState.isDirty && !write.isSuccess}
      finalFocus={subject.finalFocus}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(named) =>
          view
            ? update.mutate({ params: { id: view.id }, body: changedFields(before, named) })
            : create.mutate({ body: { list, ...chosen, ...named } })
        }
      >
        <FormField form={form} name="name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        {canShare && (
          <FormField
            form={form}
            name="shared"
            label="Visibility"
            group
            hint="A shared view doesn’t give anyone access to more requests."
          >
            {({ value, onChange }) => <Checkbox label="Share with the group" checked={value} onChange={onChange} />}
          </FormField>
        )}
        <FormFailure failure={write.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={write.isPending}>
            {view ? 'Save' : 'Save View'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

/** Super admins belong to no dealer group, so they can't share views. */
function useCanShare(): boolean {
  const person = usePerson()
  return person.dealer_group_id !== null && may(person, 'views.share')
}

import type { Dealership } from '@check-requests/domain/organization/fields.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups } from '#organization/api.ts'
import { onlyOne } from '#organization/places.tsx'
import { userNotices } from '#people/users/api.ts'
import { UserFormAccess } from '#people/users/user-form-access.tsx'
import { UserFormAccount } from '#people/users/user-form-account.tsx'
import { blankUser, blankUserAt, newUserBody, type UserForm, userFormSchema } from '#people/users/user-form-model.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Adds a user (R098, R099, R101), at a dealership if one is given. */
export function CreateUserDialog({ subject: dealership, open, onOpenChange }: DialogFor<Dealership | null>) {
  const { dealer_group_id: own } = usePerson()
  const groups = useDealerGroups().data
  const group = own ?? onlyOne(groups)?.id ?? null
  const form: UserForm = useZodForm(userFormSchema, dealership ? blankUserAt(dealership) : blankUser(group))
  const create = useWriteWithNotices(userEndpoints.create, userNotices.create, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add New User"
      size="lg"
      dirty={form.formState.isDirty && !create.isSuccess}
    >
      <Form form={form} onSubmit={(values) => create.mutate({ body: newUserBody(values) })} className="grid gap-5">
        <UserFormAccount form={form} />
        <UserFormAccess form={form} />
        <FormFailure failure={create.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create User'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

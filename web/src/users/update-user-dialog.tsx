import { userEndpoints } from '@check-requests/domain/users/endpoints.ts'
import type { User } from '@check-requests/domain/users/fields.ts'
import { WaitingText } from '#confirmations/waiting-mark.tsx'
import { useStoredRow } from '#platform/use-stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/form-dialog.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'
import { useUsers } from '#users/api.ts'
import { UserFormAccess } from '#users/user-form-access.tsx'
import { UserFormAccount } from '#users/user-form-account.tsx'
import { changedUserBody, type UserForm, userFormSchema, valuesOfUser } from '#users/user-form-model.ts'
import { UserFormStatus } from '#users/user-form-status.tsx'
import { userTold } from '#users/write-notices.ts'

/** Changes a user (R098, R100, R101, A17). */
export function UpdateUserDialog({ subject: opened, open, onOpenChange }: DialogFor<User>) {
  const own = usePerson().id === opened.id
  const form: UserForm = useZodForm(userFormSchema, valuesOfUser(opened))
  const { row, readAgain } = useStoredRow(form, opened, valuesOfUser, useUsers())
  const user = row ?? opened
  const update = useWriteWithNotices(userEndpoints.update, userTold.update, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Update User"
      size="lg"
      dirty={form.formState.isDirty && !update.isSuccess}
    >
      <Form
        form={form}
        onSubmit={(values) => update.mutate({ body: changedUserBody(user, values) })}
        className="grid gap-5"
      >
        <WaitingText userId={user.id} />
        <UserFormAccount form={form} user={user} />
        <UserFormAccess form={form} fixed={own} />
        {!own && <UserFormStatus form={form} user={user} />}
        <FormFailure failure={update.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={update.isPending}>
            {update.isPending ? 'Updating...' : 'Update User'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

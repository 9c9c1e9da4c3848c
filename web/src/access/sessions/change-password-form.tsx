import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { changePasswordBody } from '@check-requests/domain/access/sessions/fields.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import type { ReactNode } from 'react'
import { mismatch, newPasswordForm } from '#access/sessions/new-password.ts'
import { usePerson, useSessionActions } from '#access/sessions/session-provider.tsx'
import { failureNotice } from '#platform/api-failure.ts'
import { useNotices } from '#platform/notices.tsx'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { PasswordStrength } from '#ui/form/password-strength.tsx'
import { DialogFooter } from '#ui/overlay/dialog.tsx'

const notChanged = 'Password not changed'
/** Changes the user's own password (R047, R157, R231). Success ends every session, including this one. */
export function ChangePasswordForm({ buttons }: { buttons?: ReactNode }) {
  const { email, firstname, lastname } = usePerson()
  const owner = { email, names: [firstname, lastname] }
  const { leave } = useSessionActions()
  const notices = useNotices()
  const form = useZodForm(newPasswordForm(owner, { oldPass: changePasswordBody.shape.oldPass }), {
    oldPass: '',
    newPass: '',
    confirmation: '',
  })
  const change = useWrite(sessionEndpoints.changePassword, {
    refreshes: [],
    onSuccess() {
      leave()
      notices.show({
        title: 'User password change successful',
        description: 'Password is changed, login with new password!',
      })
    },
    onError(failure) {
      showServerErrors(form, failure.fields)
      notices.show(failureNotice(notChanged, failure))
    },
  })

  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={({ oldPass, newPass }) => change.mutate({ body: { oldPass, newPass, email } })}
      onInvalid={({ confirmation }) => {
        if (confirmation?.message === mismatch) notices.show({ title: mismatch, destructive: true })
      }}
    >
      <FormField form={form} name="oldPass" label="Old Password" required>
        {(field) => <Input type="password" autoComplete="current-password" {...field} />}
      </FormField>
      <FormField form={form} name="newPass" label="New Password" required>
        {(field) => (
          <>
            <Input type="password" autoComplete="new-password" {...field} />
            <PasswordStrength
              password={field.value}
              isRefused={(password) => passwordRefusal(password, owner) !== undefined}
              known={[email, ...owner.names]}
            />
          </>
        )}
      </FormField>
      <FormField form={form} name="confirmation" label="Confirm Password" required>
        {(field) => <Input type="password" autoComplete="new-password" {...field} />}
      </FormField>
      <DialogFooter>
        {buttons}
        <Button type="submit" variant="primary" pending={change.isPending}>
          Save changes
        </Button>
      </DialogFooter>
    </Form>
  )
}

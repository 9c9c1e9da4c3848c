import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import { useNavigate } from '@tanstack/react-router'
import { newPasswordForm } from '#access/sessions/new-password.ts'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { paths } from '#paths.ts'
import { useNotices } from '#platform/notices.tsx'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordStrength } from '#ui/password-strength.tsx'

// Whose password it is, the server knows by the link; it refuses what is too close to their names.
const unknown = { email: '', names: [] }
const schema = newPasswordForm(unknown, {})

/** Chooses a password by a link that was mailed; `link` is what follows its `#`. Then one logs in with it. */
export function ChoosePasswordForm({ link }: { link: string }) {
  const { leave } = useSessionActions()
  const navigate = useNavigate()
  const notices = useNotices()
  const form = useZodForm(schema, { newPass: '', confirmation: '' })
  const choose = useWrite(sessionEndpoints.choosePassword, {
    refreshes: [],
    onSuccess({ email }) {
      leave()
      void navigate({ to: paths.login, replace: true })
      notices.show({ title: 'Password chosen', description: `Log in as ${email} with it.` })
    },
    onError: (failure) => showServerErrors(form, failure.fields),
  })
  return (
    <Form form={form} className="grid gap-4" onSubmit={({ newPass }) => choose.mutate({ body: { link, newPass } })}>
      <FormField form={form} name="newPass" label="New Password" required>
        {(field) => (
          <>
            <Input type="password" autoComplete="new-password" {...field} />
            <PasswordStrength
              password={field.value}
              isRefused={(password) => passwordRefusal(password, unknown) !== undefined}
              known={[]}
            />
          </>
        )}
      </FormField>
      <FormField form={form} name="confirmation" label="Confirm Password" required>
        {(field) => <Input type="password" autoComplete="new-password" {...field} />}
      </FormField>
      <FormFailure failure={choose.error} />
      <Button type="submit" variant="primary" pending={choose.isPending}>
        Save password
      </Button>
    </Form>
  )
}

import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { newPasswordForm } from '#access/sessions/new-password.ts'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { paths } from '#paths.ts'
import { PageTitle } from '#platform/brand.tsx'
import { useNotices } from '#platform/notices.tsx'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { PasswordStrength } from '#ui/form/password-strength.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** The landing page of an emailed link. The token after the `#` never reaches a log or another site. */
export function ChoosePasswordScreen() {
  const { hash: link } = useLocation()
  return (
    <main className="mx-auto grid w-full max-w-md gap-5 px-4 py-12">
      <PageTitle text="Choose Your Own Password" />
      <header className="grid gap-1">
        <h1 className="text-xl font-semibold">Choose Your Own Password</h1>
        <p className="text-ink-soft">
          {link ? 'Choose a password that only you know. You’ll use it to log in.' : openTheMail}
        </p>
      </header>
      <div className="rounded-lg border border-line bg-surface p-5 sm:p-6">
        {link ? <ChoosePasswordForm link={link} /> : <LinkButton to={paths.login}>Log in</LinkButton>}
      </div>
    </main>
  )
}

const openTheMail = 'This link is incomplete. Open the link in the email again.'

// The browser doesn't know the user. The server does, from the link, and refuses passwords that are too similar to the
// user's names.
const unknown = { email: '', names: [] }
const schema = newPasswordForm(unknown, {})

/**
 * Chooses a password with an emailed link; `link`: the token after the `#` in the link's URL. The user then logs in
 * with the password.
 */
function ChoosePasswordForm({ link }: { link: string }) {
  const { leave } = useSessionActions()
  const navigate = useNavigate()
  const notices = useNotices()
  const form = useZodForm(schema, { newPass: '', confirmation: '' })
  const choose = useWrite(sessionEndpoints.choosePassword, {
    refreshes: [],
    onSuccess({ email }) {
      leave()
      void navigate({ to: paths.login, replace: true })
      notices.show({ title: 'Password chosen', description: `Log in as ${email} with your new password.` })
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
        Save Password
      </Button>
    </Form>
  )
}

import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { newPasswordForm } from '#access/sessions/new-password.ts'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { paths } from '#paths.ts'
import { useApi } from '#platform/api-context.tsx'
import { Brand, PageTitle } from '#platform/brand.tsx'
import { useNotices } from '#platform/notices.tsx'
import { read } from '#platform/query-client.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SpinnerPage } from '#ui/feedback/spinner.tsx'
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
      <Brand />
      {link ? <LinkedAccount link={link} /> : <Unusable text={openTheMail} />}
    </main>
  )
}

const openTheMail = 'This link is incomplete. Open the link in the email again.'

function Unusable({ text }: { text: string }) {
  return (
    <>
      <Heading>{text}</Heading>
      <div className="rounded-lg border border-line bg-surface p-5 sm:p-6">
        <LinkButton to={paths.login}>Log in</LinkButton>
      </div>
    </>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <header className="grid gap-1">
      <h1 className="text-xl font-semibold">Choose Your Own Password</h1>
      <p className="wrap-anywhere text-ink-soft">{children}</p>
    </header>
  )
}

function LinkedAccount({ link }: { link: string }) {
  const queryFn = read(useApi(), sessionEndpoints.openPasswordLink, { body: { link } })
  const query = useQuery({ queryKey: ['password-link', link], queryFn, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  if (query.error && [403, 404, 422].includes(query.error.status)) return <Unusable text={query.error.message} />
  if (query.error) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return <SpinnerPage />
  const { email, dealer_group: group, is_invitation, expires_at } = query.data
  return (
    <>
      <Heading>
        {is_invitation && `You’re invited to ${group ? markHidden(group) : 'Check Request App'}. `}
        {`Choose a password that only you know. You’ll log in as ${email}. `}
        {`This link works until ${formatMoment(expires_at)}.`}
      </Heading>
      <div className="rounded-lg border border-line bg-surface p-5 sm:p-6">
        <ChoosePasswordForm link={link} email={email} />
      </div>
    </>
  )
}

/**
 * Chooses a password with an emailed link; `link`: the token after the `#` in the link's URL. The user then logs in
 * with the password. The server also knows the user's names, and refuses passwords that are too similar to them.
 */
function ChoosePasswordForm({ link, email }: { link: string; email: string }) {
  const owner = { email, names: [] }
  const { leave } = useSessionActions()
  const navigate = useNavigate()
  const notices = useNotices()
  const form = useZodForm(newPasswordForm(owner, {}), { newPass: '', confirmation: '' })
  const choose = useWrite(sessionEndpoints.choosePassword, {
    refreshes: [],
    onSuccess({ email }) {
      leave()
      void navigate({ to: paths.login, replace: true, state: { email } })
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
              isRefused={(password) => passwordRefusal(password, owner) !== undefined}
              known={[email]}
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

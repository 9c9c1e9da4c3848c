import { setUpEndpoints } from '@check-requests/domain/access/set-up/endpoints.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import { emailField } from '@check-requests/domain/values/fields.ts'
import { nameField } from '@check-requests/domain/values/text.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { newPasswordForm } from '#access/sessions/new-password.ts'
import { useSetUpNeeded } from '#access/sessions/provider-offer.tsx'
import { useSession, useSessionActions } from '#access/sessions/session-provider.tsx'
import { ThemeSwitch } from '#layout/theme-switch.tsx'
import { PlaceAndPeopleSteps, StepCard } from '#operation/set-up/steps.tsx'
import { paths } from '#paths.ts'
import { Brand, PageTitle } from '#platform/brand.tsx'
import { Redirect } from '#platform/redirect.tsx'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { SpinnerPage } from '#ui/feedback/spinner.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { PasswordStrength } from '#ui/form/password-strength.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Sets up an empty installation, from the code in the server's log to the first request (decision 175). */
export function SetUpScreen() {
  const session = useSession()
  if (session.status === 'loading') return <SpinnerPage />
  if (session.status === 'signed-in' && (session.person.access_level !== 0 || session.person.role !== 'admin'))
    return <Redirect to={paths.dashboard} />
  const isSignedIn = session.status === 'signed-in'
  return (
    <>
      <PageTitle text="Set Up" />
      <div className="flex justify-end gap-2 p-3">
        {isSignedIn && (
          <LinkButton to={paths.dashboard} variant="ghost">
            Finish Later
          </LinkButton>
        )}
        <ThemeSwitch />
      </div>
      <main className="mx-auto grid w-full max-w-3xl gap-5 px-4 pb-12">
        <header className="grid gap-2">
          <Brand />
          <h1 className="text-xl font-semibold">Set Up</h1>
        </header>
        {isSignedIn ? <PlaceAndPeopleSteps /> : <BeforeSignIn />}
      </main>
    </>
  )
}

/** The steps before the first user exists; leads to the login page if one does. */
export function BeforeSignIn() {
  const { data: needed, isPending } = useSetUpNeeded()
  const [code, setCode] = useState<string>()
  if (isPending) return <SpinnerPage />
  if (!needed) return <Redirect to={paths.login} />
  if (code === undefined)
    return (
      <StepCard step="Code">
        <CodeForm onAccepted={setCode} />
      </StepCard>
    )
  return (
    <StepCard step="Your Account">
      <FirstUserForm code={code} />
    </StepCard>
  )
}

interface CodeFormProps {
  onAccepted(code: string): void
}

const codeForm = z.object({ code: z.string().trim().min(1, { error: 'Set-up code is required' }) })

/** Asks for the code from the server's log, which only the person who runs the server can read. */
function CodeForm({ onAccepted }: CodeFormProps) {
  const form = useZodForm(codeForm, { code: '' })
  const enter = useWrite(setUpEndpoints.enterCode, {
    refreshes: [],
    onSuccess: (_, { body }) => onAccepted(body.code),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <Form form={form} className="grid gap-4" onSubmit={(body) => enter.mutate({ body })}>
      <p>
        When the server started, it wrote a code to its log, such as K7Q2M-9XW4T. The code is valid for an hour; an
        expired one is replaced by a new one.
      </p>
      <FormField form={form} name="code" label="Set-Up Code" required>
        {(field) => (
          <Input {...field} className="uppercase" autoFocus autoComplete="off" spellCheck={false} maxLength={30} />
        )}
      </FormField>
      <FormFailure failure={enter.error} />
      <Button type="submit" variant="primary" pending={enter.isPending}>
        Continue
      </Button>
    </Form>
  )
}

const nobody = { email: '', names: [] }
const names = {
  first_name: nameField('First Name is required'),
  last_name: nameField('Last Name is required'),
  email: emailField,
}
const schema = newPasswordForm(nobody, names, 'Password')

/** Adds the first user, who is then logged in as a super admin. */
function FirstUserForm({ code }: { code: string }) {
  const { findOut } = useSessionActions()
  const [isDone, setDone] = useState(false)
  const blank = { first_name: '', last_name: '', email: '', newPass: '', confirmation: '' }
  const form = useZodForm(schema, blank)
  const { email = '', first_name = '', last_name = '' } = useWatch({ control: form.control })
  const owner = { email, names: [first_name, last_name] }
  const setUp = useWrite(setUpEndpoints.setUp, {
    refreshes: [],
    onSuccess() {
      setDone(true)
      findOut()
    },
    onError: ({ fields: { password, ...fields } = {} }) =>
      showServerErrors(form, password === undefined ? fields : { ...fields, newPass: password }),
  })
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={({ confirmation: _, newPass: password, ...user }) =>
        setUp.mutate({ body: { ...user, code, password } })
      }
    >
      <p>You’ll be the super admin. You set up everything and invite the others.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="first_name" label="First Name" required>
          {(field) => <Input {...field} autoFocus autoComplete="given-name" />}
        </FormField>
        <FormField form={form} name="last_name" label="Last Name" required>
          {(field) => <Input {...field} autoComplete="family-name" />}
        </FormField>
      </div>
      <FormField form={form} name="email" label="Email" required>
        {(field) => <Input {...field} type="email" autoComplete="username" />}
      </FormField>
      <FormField form={form} name="newPass" label="Password" required>
        {(field) => (
          <>
            <Input type="password" autoComplete="new-password" {...field} />
            <PasswordStrength
              password={field.value}
              isRefused={(password) => passwordRefusal(password, owner) !== undefined}
              known={[email, first_name, last_name]}
            />
          </>
        )}
      </FormField>
      <FormField form={form} name="confirmation" label="Confirm Password" required>
        {(field) => <Input type="password" autoComplete="new-password" {...field} />}
      </FormField>
      <FormFailure failure={setUp.error} />
      <Button type="submit" variant="primary" pending={setUp.isPending || isDone}>
        Create My Account
      </Button>
    </Form>
  )
}

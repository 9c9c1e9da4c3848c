import type { User } from '@check-requests/domain/people/users/fields.ts'
import { passwordRefusal, shortestPassword } from '@check-requests/domain/people/users/password.ts'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNoticeChoices } from '#notices/inbox/api.ts'
import { passwordOwner, type UserForm } from '#people/users/user-form-model.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { FormField, setFollowing } from '#ui/form/form.tsx'
import { PasswordStrength } from '#ui/form/password-strength.tsx'

interface UserFormAccountProps {
  form: UserForm
  /** The account being changed; undefined for a new one. */
  user?: User | undefined
  /** True if the user chooses a password with a link, so that the admin chooses none. */
  invites?: boolean | undefined
}

/** The fields for the user's name and login. */
export function UserFormAccount({ form, user, invites = false }: UserFormAccountProps) {
  return (
    <UserFormSection title="Account">
      <FormField form={form} name="email" label="Email" required hint={user && hintOf(user)} className="sm:col-span-3">
        {(field) => (
          <Input
            {...field}
            type="email"
            autoComplete="off"
            disabled={user !== undefined}
            onChange={(event) => {
              field.onChange(event)
              setFollowing(form, { username: event.target.value })
            }}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="username"
        label="Username"
        required
        hint={user && 'Always the email address.'}
        className="sm:col-span-3"
      >
        {(field) => <Input {...field} readOnly tabIndex={-1} disabled={user !== undefined} />}
      </FormField>
      <FormField form={form} name="title" label="Title" className="sm:col-span-2">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="first_name" label="First Name" required className="sm:col-span-2">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="last_name" label="Last Name" required className="sm:col-span-2">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      {!invites && <PasswordField form={form} exists={user !== undefined} />}
    </UserFormSection>
  )
}

function hintOf({ mail_refused }: User): string {
  if (mail_refused === null) return 'The email address can’t be changed.'
  return `The mail server refused this address: ${mail_refused}`
}

function passwordHint(isMailed: boolean): string {
  const asked = isMailed
    ? 'A link to choose a password is emailed to the address above. It works once, within 24 hours.'
    : 'The user is asked to choose a new one.'
  return `At least ${shortestPassword} characters. ${asked}`
}

/** A password chosen by the admin; an existing account can keep its current password (R179, B5). */
function PasswordField({ form, exists }: { form: UserForm; exists: boolean }) {
  const values = useWatch({ control: form.control })
  const keeps = values.keep_password
  const owner = passwordOwner(values)
  const isMailed = useNoticeChoices().data?.mail === true
  return (
    <>
      <FormField
        form={form}
        name="password"
        label="Password"
        required={!keeps}
        hint={keeps ? undefined : passwordHint(isMailed)}
        className="sm:col-span-3"
      >
        {(field) => (
          <>
            <PasswordInput {...field} autoComplete="new-password" disabled={keeps} />
            <PasswordStrength
              password={field.value}
              isRefused={(password) => passwordRefusal(password, owner) !== undefined}
              known={[owner.email, ...owner.names]}
            />
          </>
        )}
      </FormField>
      {exists && (
        <Checkbox
          label="Keep current password"
          className="sm:col-span-3 sm:mt-8"
          checked={keeps}
          onChange={(checked) => {
            form.setValue('keep_password', checked, { shouldDirty: true })
            form.resetField('password')
          }}
        />
      )}
    </>
  )
}

/** A password field with a button to show the password, for admins who choose a password for another user. */
function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input type={shown ? 'text' : 'password'} spellCheck={false} className="pe-10" {...props} />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        disabled={props.disabled}
        className="absolute inset-y-0 end-1 my-auto grid size-7 place-items-center rounded-sm text-ink-soft hover:text-ink"
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  )
}

interface UserFormSectionProps {
  title: string
  /** A hint about all fields of the section. */
  hint?: string | undefined
  children: ReactNode
}

/** A titled section of the user form, in six columns if there is room. */
export function UserFormSection({ title, hint, children }: UserFormSectionProps) {
  const titleId = useId()
  const hintId = useId()
  return (
    <section
      aria-labelledby={titleId}
      aria-describedby={hint && hintId}
      className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0"
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        {hint && (
          <p id={hintId} className="text-[0.8125rem] text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-6">{children}</div>
    </section>
  )
}

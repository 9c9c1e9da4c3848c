import type { OwnSession } from '@check-requests/domain/access/sessions/fields.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { programOf, SessionRow } from '#access/sessions/session-row.tsx'
import { WaitingText } from '#people/confirmations/waiting-mark.tsx'
import {
  endSessionNotices,
  endSessionsNotices,
  resetSecondFactorNotices,
  userNotices,
  useUsers,
} from '#people/users/api.ts'
import { UserFormAccess } from '#people/users/user-form-access.tsx'
import { UserFormAccount, UserFormSection } from '#people/users/user-form-account.tsx'
import { changedUserBody, type UserForm, userFormSchema, valuesOfUser } from '#people/users/user-form-model.ts'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { read } from '#platform/query-client.ts'
import { useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Changes a user (R098, R100, R101, A17). */
export function UpdateUserDialog({ subject: opened, open, onOpenChange }: DialogFor<User>) {
  const own = usePerson().id === opened.id
  const form: UserForm = useZodForm(userFormSchema, valuesOfUser(opened))
  const { row, readAgain } = useStoredRow(form, opened, valuesOfUser, useUsers())
  const user = row ?? opened
  const update = useWriteWithNotices(userEndpoints.update, userNotices.update, {
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

/** The user's Active setting, and a button to end the user's sessions (A17). Not shown for the admin's own account. */
function UserFormStatus({ form, user }: { form: UserForm; user: User }) {
  const active = useWatch({ control: form.control, name: 'active' })
  const queries = useQueryClient()
  const end = useWriteWithNotices(userEndpoints.endSessions, endSessionsNotices, {
    onSuccess: () => void queries.invalidateQueries({ queryKey: sessionsKey(user.id) }),
  })
  return (
    <UserFormSection title="Status">
      <div className="grid content-start gap-1 sm:col-span-3">
        <Checkbox
          label="Active"
          checked={active}
          aria-describedby="active-hint"
          onChange={(checked) => form.setValue('active', checked, { shouldDirty: true })}
        />
        <p id="active-hint" className="text-[0.8125rem] text-ink-soft">
          Inactive users can’t log in and are logged out immediately.
        </p>
      </div>
      <div className="grid content-start justify-items-start gap-1.5 sm:col-span-3">
        <Button
          variant="secondary"
          size="sm"
          pending={end.isPending}
          aria-describedby="end-hint"
          onClick={() => end.mutate({ params: { id: user.id } })}
        >
          <LogOut aria-hidden className="size-4" />
          Log Out Everywhere
        </Button>
        <p id="end-hint" className="text-[0.8125rem] text-ink-soft">
          Ends every open session now. The user can log in again.
        </p>
      </div>
      <UserFormSessions id={user.id} />
      {user.second_factor && <UserFormSecondFactor user={user} />}
    </UserFormSection>
  )
}

/** Removes the second factors of a user who has lost them, so that they can log in again. */
function UserFormSecondFactor({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const reset = useWriteWithNotices(userEndpoints.resetSecondFactor, resetSecondFactorNotices, {
    onSuccess: () => setAsking(false),
  })
  // The form's user data doesn't change after the form opens, so the section hides itself after the reset.
  if (reset.isSuccess) return null
  return (
    <div className="grid content-start justify-items-start gap-1.5 sm:col-span-6">
      <Button variant="secondary" size="sm" aria-describedby="reset-hint" onClick={() => setAsking(true)}>
        <ShieldOff aria-hidden className="size-4" />
        Reset Second Factor
      </Button>
      <p id="reset-hint" className="text-[0.8125rem] text-ink-soft">
        For a user who has lost their passkeys, authenticator app, and recovery codes.
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Reset the second factor?"
        text={
          <>
            <strong>{markHidden(`${user.first_name} ${user.last_name}`)}</strong> loses all passkeys, the authenticator
            app, and the recovery codes, and is logged out everywhere. They can then sign in with only a password until
            they add a new second factor. They are notified by email, and the audit trail records the reset. First, make
            sure that the request really comes from them.
          </>
        }
        confirmLabel="Reset"
        pending={reset.isPending}
        error={reset.error?.message}
        onConfirm={() => reset.mutate({ params: { id: user.id } })}
      />
    </div>
  )
}

/** The query key of a user's sessions. */
function sessionsKey(id: number) {
  return ['sessions-of-user', id]
}

/** A user's sessions, each with a button that ends it. */
function UserFormSessions({ id }: { id: number }) {
  const queryFn = read(useApi(), userEndpoints.sessions, { params: { id } })
  const sessions = useQuery({ queryKey: sessionsKey(id), queryFn, staleTime: 0 })
  const { error, onRetry } = useLoadFailure(sessions)
  if (error) return <ErrorState message={error} onRetry={onRetry} />
  return (
    <ul aria-label="Sessions" className="sm:col-span-6">
      {sessions.data?.map((session) => (
        <SessionRow key={session.id} session={session}>
          <LogOutThere userId={id} session={session} />
        </SessionRow>
      ))}
      {sessions.data?.length === 0 && <li className="text-ink-soft">Not logged in anywhere.</li>}
    </ul>
  )
}

function LogOutThere({ userId, session }: { userId: number; session: OwnSession }) {
  const queries = useQueryClient()
  const refetch = () => void queries.invalidateQueries({ queryKey: sessionsKey(userId) })
  const program = programOf(session)
  const notices = { ...endSessionNotices, detail: () => program }
  const end = useWriteWithNotices(userEndpoints.endSession, notices, { onSuccess: refetch, onError: refetch })
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`End session: ${program}`}
      pending={end.isPending}
      onClick={() => end.mutate({ params: { id: userId, session: session.id } })}
    >
      End Session
    </Button>
  )
}

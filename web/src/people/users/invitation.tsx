import { accessLevels } from '@check-requests/domain/access/scope.ts'
import type { Dealership } from '@check-requests/domain/organization/fields.ts'
import { invitationEndpoints } from '@check-requests/domain/people/invitations/endpoints.ts'
import type { Invitation } from '@check-requests/domain/people/invitations/fields.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useDealerGroups } from '#organization/api.ts'
import { onlyOne } from '#organization/places.tsx'
import { UserFormAccess } from '#people/users/user-form-access.tsx'
import { UserFormAccount } from '#people/users/user-form-account.tsx'
import { blankUser, blankUserAt, newUserBody, type UserForm, userFormSchema } from '#people/users/user-form-model.ts'
import { useNotices } from '#platform/notices.tsx'
import { useWrite, useWriteWithNotices, type WriteNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Notices about invitations. */
export const invitationNotices: WriteNotices = {
  done: 'User invited',
  failed: 'Couldn’t invite the user',
  refreshes: ['users', 'check-requests'],
}

/** The link of an invitation to pass on, or where the link went. */
export function InvitationLink({ invitation: { user, link, expires_at } }: { invitation: Invitation }) {
  const id = useId()
  const notices = useNotices()
  const field = useRef<HTMLInputElement>(null)
  const name = `${user.first_name} ${user.last_name}`
  if (link === null || expires_at === null)
    return (
      <p>
        {name} gets an email at {user.email} with a link to choose a password. The link works once, within 7 days.
      </p>
    )
  const address = new URL(link, location.origin).href
  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(address)
      notices.show({ title: 'Link copied', description: `Share the link only with ${name}.` })
    } catch {
      notices.show({ title: 'Couldn’t copy the link', description: 'Select it and copy it.', destructive: true })
    }
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        Link for {name}
      </label>
      <div className="flex gap-2">
        <Input ref={field} id={id} readOnly value={address} className="min-w-0 flex-1" />
        <Button variant="secondary" aria-label={`Copy the link for ${name}`} onClick={copy}>
          Copy
        </Button>
      </div>
      <p className="text-[0.8125rem] text-ink-soft">
        No mail server is set up, so pass the link on yourself. It works once, until {formatMoment(expires_at)}, and is
        shown only now.
      </p>
    </div>
  )
}

/** Adds a user who chooses a password with a link, at a dealership if one is given (decision 175). */
export function InviteUserDialog({ subject: dealership, open, onOpenChange }: DialogFor<Dealership | null>) {
  const { dealer_group_id: own, access_level } = usePerson()
  const groups = useDealerGroups().data
  const group = own ?? onlyOne(groups)?.id ?? null
  const [invitation, setInvitation] = useState<Invitation>()
  const level = access_level < accessLevels.group ? accessLevels.group : access_level
  const blank = dealership
    ? blankUserAt(dealership)
    : { ...blankUser(group), access_level: group === null ? null : level }
  const form: UserForm = useZodForm(userFormSchema, { ...blank, keep_password: true })
  // The only dealer group may still load while the dialog opens.
  useEffect(() => {
    if (group === null || dealership || form.getValues('dealer_group_id') !== null || form.formState.isDirty) return
    form.reset({ ...blankUser(group), access_level: level, keep_password: true })
  }, [group, level, dealership, form])
  const invite = useWriteWithNotices(invitationEndpoints.invite, invitationNotices, {
    onSuccess: setInvitation,
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite User"
      size="lg"
      dirty={form.formState.isDirty && !invite.isSuccess}
    >
      {invitation ? (
        <Shown invitation={invitation} onClose={() => onOpenChange(false)} />
      ) : (
        <Form
          form={form}
          onSubmit={(values) => {
            const { password: _, ...body } = newUserBody(values)
            invite.mutate({ body })
          }}
          className="grid gap-5"
        >
          <UserFormAccount form={form} invites />
          <UserFormAccess form={form} />
          <FormFailure failure={invite.error} />
          <FormDialogFooter>
            <Button variant="secondary" onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" pending={invite.isPending}>
              Invite User
            </Button>
          </FormDialogFooter>
        </Form>
      )}
    </FormDialog>
  )
}

/** Replaces the link of a user who hasn't accepted the invitation. */
export function InviteAgainDialog({ subject: user, open, onOpenChange }: DialogFor<User>) {
  const [invitation, setInvitation] = useState<Invitation>()
  const invite = useWrite(invitationEndpoints.inviteAgain, { refreshes: ['users'], onSuccess: setInvitation })
  const begun = useRef(false)
  const { mutate } = invite
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate({ params: { id: user.id } })
  }, [mutate, user.id])
  return (
    <FormDialog open={open} onOpenChange={onOpenChange} title="New Invitation" size="md" dirty={false}>
      {!invitation && !invite.error && <Spinner />}
      <FormFailure failure={invite.error} />
      {invitation && <Shown invitation={invitation} onClose={() => onOpenChange(false)} />}
    </FormDialog>
  )
}

function Shown({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  return (
    <div className="grid gap-5">
      <InvitationLink invitation={invitation} />
      <FormDialogFooter>
        <Button onClick={onClose}>Done</Button>
      </FormDialogFooter>
    </div>
  )
}

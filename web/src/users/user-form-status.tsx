import { userEndpoints } from '@check-requests/domain/users/endpoints.ts'
import type { User } from '@check-requests/domain/users/fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import type { UserForm } from '#users/user-form-model.ts'
import { UserFormSecondFactor } from '#users/user-form-second-factor.tsx'
import { UserFormSection } from '#users/user-form-section.tsx'
import { sessionsKey, UserFormSessions } from '#users/user-form-sessions.tsx'
import { endSessionsTold } from '#users/write-notices.ts'

/** Whether the user can log in, and a button to end their sessions (A17). Not for one's own account. */
export function UserFormStatus({ form, user }: { form: UserForm; user: User }) {
  const active = useWatch({ control: form.control, name: 'active' })
  const queries = useQueryClient()
  const end = useWriteWithNotices(userEndpoints.endSessions, endSessionsTold, {
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
          An inactive user cannot log in, and is logged out at once.
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
          Log out everywhere
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

import { findRole } from '@check-requests/domain/access/roles.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('#access/sessions/change-password-dialog.tsx')).ChangePasswordDialog,
}))

/** Who one is, as others see it, and the password. Names are an admin's to change (decision 5). */
export function Account() {
  const { firstname, lastname, email, all_roles } = usePerson()
  const [changing, setChanging] = useState(false)
  const roles = all_roles.flatMap((id) => findRole(id)?.label ?? [])
  return (
    <Card
      title="Account"
      description="Your name appears on every decision you make, so an admin changes it, and your email and roles."
      actions={
        <Button variant="secondary" onClick={() => setChanging(true)}>
          <KeyRound aria-hidden className="size-4" />
          Change Password
        </Button>
      }
    >
      <DescriptionList
        items={[
          { label: 'Name', value: markHidden(`${firstname} ${lastname}`) },
          { label: 'Email', value: email },
          { label: roles.length === 1 ? 'Role' : 'Roles', value: roles.join(', ') },
        ]}
      />
      {changing && (
        <Suspense>
          <ChangePasswordDialog open onOpenChange={setChanging} />
        </Suspense>
      )}
    </Card>
  )
}

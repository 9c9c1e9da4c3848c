import { findRole } from '@check-requests/domain/access/roles.ts'
import { useSession } from '#access/sessions/session-provider.tsx'

/** Says who is signed in, and in which role (R038). */
export function SignedInLine() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { firstname, lastname, roleId } = session.person
  return (
    <p className="text-ink-soft">
      Logged in as {firstname} {lastname} ({findRole(roleId)?.label})
    </p>
  )
}

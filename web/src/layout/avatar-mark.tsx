import { usePerson, useSession } from '#access/sessions/session-provider.tsx'
import { Avatar, initials } from '#ui/avatar.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** The person's initials, or a spinner while a role switch is pending (R044). */
export function AvatarMark() {
  const { firstname, lastname } = usePerson()
  const session = useSession()
  const switching = session.status === 'signed-in' && session.switching
  return (
    <Avatar>
      <span className="sr-only">My Account</span>
      {switching ? <Spinner label="Changing role" /> : <span aria-hidden>{initials(firstname, lastname)}</span>}
    </Avatar>
  )
}

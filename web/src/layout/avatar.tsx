import type { ReactNode } from 'react'
import { usePerson, useSession } from '#access/sessions/session-provider.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'

/** The user's initials, or a spinner during a role switch (R044). */
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

/** The initials of a first and last name. */
function initials(first: string, last: string): string {
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()
}

/** A round badge for a user: initials, or a spinner during a role switch. */
function Avatar({ children }: { children: ReactNode }) {
  return (
    <span className="grid size-8 place-items-center rounded-full bg-accent text-xs font-semibold text-on-accent">
      {children}
    </span>
  )
}

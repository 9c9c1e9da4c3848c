import { findRole } from '@check-requests/domain/access/roles.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'

/** Who printed it, in which role, and when. */
export function PrintedBy({ at }: { at: Date }) {
  const { firstname, lastname, roleId } = usePerson()
  return (
    <>
      Printed by {markHidden(`${firstname} ${lastname}`)} ({findRole(roleId)?.label}), {formatMoment(at.toISOString())}
    </>
  )
}

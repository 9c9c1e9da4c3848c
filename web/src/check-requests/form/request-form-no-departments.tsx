import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { Places } from '#check-requests/form/place-choices.ts'
import { addTo } from '#organization/linked-record.ts'
import { coversPlace } from '#organization/places.tsx'
import { paths } from '#paths.ts'
import { NewTabLink } from '#ui/link-button.tsx'

interface NoDepartmentsProps {
  /** The chosen dealership, which has no departments to choose. */
  id: number
  all: Places
}

/**
 * Explains why no department can be chosen. Users who can add departments get a link. The form stays open and offers
 * new departments as soon as they exist. Other users are told whom to ask.
 */
export function NoDepartments({ id, all }: NoDepartmentsProps) {
  const person = usePerson()
  const dealership = all.dealerships.find((row) => row.id === id)
  const departments = all.departments.filter(({ dealership_id }) => dealership_id === id)
  if (departments.some(({ is_active }) => is_active))
    return 'The requester has no department at this dealership. An admin can assign one in User Management.'
  if (departments.length > 0) return 'All departments of this dealership are inactive and take no new requests.'
  const canAdd =
    dealership &&
    may(person, 'organisation.write') &&
    coversPlace(person, { dealerGroupId: dealership.dealer_group_id, dealershipId: id })
  if (!canAdd) return 'This dealership has no departments yet. Ask your admin to add them.'
  return (
    <>
      This dealership has no departments yet.{' '}
      <NewTabLink to={paths.departments} search={addTo(id)}>
        Add departments
      </NewTabLink>
    </>
  )
}

import { type NewPeople, newPeople } from '@check-requests/domain/access/identity-providers/new-people.ts'
import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import { z } from 'zod'

/** The form values for creating users. A location is `7` for a dealership, or `7/71` for one of its departments. */
export interface TypedPeople {
  creates: boolean
  requester_by_default: boolean
  access_level: AccessLevel
  dealership_ids: number[]
  department_ids: number[]
  first_name_claim: string
  last_name_claim: string
  role_claim: string
  roles: { value: string; role_id: RoleId }[]
  place_claim: string
  places: { value: string; place: string }[]
}

const blank: TypedPeople = {
  creates: false,
  requester_by_default: true,
  access_level: 2,
  dealership_ids: [],
  department_ids: [],
  first_name_claim: '',
  last_name_claim: '',
  role_claim: '',
  roles: [],
  place_claim: '',
  places: [],
}

export function typedPeople(stored: NewPeople | null): TypedPeople {
  if (!stored) return blank
  return {
    ...stored,
    creates: true,
    first_name_claim: stored.first_name_claim ?? '',
    last_name_claim: stored.last_name_claim ?? '',
    role_claim: stored.role_claim ?? '',
    place_claim: stored.place_claim ?? '',
    places: stored.places.map(({ value, dealership_id, department_id }) => ({
      value,
      place: placeText(dealership_id, department_id),
    })),
  }
}

/** A dealership or department as the value of an option. */
export function placeText(dealershipId: number, departmentId: number | null): string {
  return departmentId === null ? String(dealershipId) : `${dealershipId}/${departmentId}`
}

/** Converts the form values to the body for the server; errors about a row are shown at its list. */
export const typedPeopleField = z.custom<TypedPeople>().transform((typed, context): NewPeople | null => {
  if (!typed.creates) return null
  const checked = newPeople.safeParse(bodyOf(typed))
  if (checked.success) return checked.data
  for (const { path, message } of checked.error.issues)
    context.addIssue({ code: 'custom', path: path.slice(0, 1), message })
  return z.NEVER
})

function bodyOf({ creates: _, ...typed }: TypedPeople): unknown {
  const { access_level } = typed
  return {
    ...typed,
    dealership_ids: access_level > 1 ? typed.dealership_ids : [],
    department_ids: access_level > 2 ? typed.department_ids : [],
    first_name_claim: typed.first_name_claim.trim() || null,
    last_name_claim: typed.last_name_claim.trim() || null,
    role_claim: typed.role_claim.trim() || null,
    place_claim: typed.place_claim.trim() || null,
    places: typed.places.map(({ value, place }) => {
      const [dealership_id, department_id = null] = place.split('/').map(Number)
      return { value, dealership_id, department_id }
    }),
  }
}

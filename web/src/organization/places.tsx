import { covers, type Place } from '@check-requests/domain/access/scope.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { scopeOf } from '#access/sessions/permissions.ts'
import type { Person } from '#access/sessions/session-state.ts'
import { ActiveBadge } from '#ui/badge.tsx'

/** The name of a location, marked if inactive. */
export function PlaceName({ place: { name, is_active } }: { place: { name: string; is_active: boolean } }) {
  return (
    <span className="flex items-baseline gap-2">
      <span className="min-w-0 truncate" data-full-text>
        {markHidden(name)}
      </span>
      {!is_active && <ActiveBadge active={false} />}
    </span>
  )
}

/** Locations as options of a select: name and code. */
export function placeOptions(places: readonly { id: number; name: string; code: string }[]) {
  return places.map(({ id, name, code }) => ({ value: id, label: `${markHidden(name)} (${code})` }))
}

/** Whether the user's scope covers this location, so that the user can change the location or add to it (A12). */
export function coversPlace(person: Person, place: Partial<Place> & Pick<Place, 'dealerGroupId'>): boolean {
  return covers(scopeOf(person), { dealershipId: null, departmentId: null, ...place })
}

/** The list's only element, which a form chooses by itself. */
export function onlyOne<One>(all: readonly One[] | undefined): One | undefined {
  return all?.length === 1 ? all[0] : undefined
}

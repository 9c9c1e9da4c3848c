import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { ActiveBadge } from '#ui/active-badge.tsx'

/** The name of a place, which says where it is inactive. */
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

import { Badge } from '#ui/badge.tsx'

/** Beside the status of a request that somebody keeps where it is. */
export function OnHoldBadge({ hold }: { hold: object | null }) {
  return hold && <Badge color="red">On hold</Badge>
}

import { type StatusName, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type Priority, priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { Badge } from '#ui/badge.tsx'

export function StatusBadge({ status }: { status: StatusName }) {
  const { badge, color } = statusNamed(status)
  return <Badge color={color}>{badge}</Badge>
}

/** A mark next to the status of a request on hold. */
export function OnHoldBadge({ hold }: { hold: object | null }) {
  return hold && <Badge color="red">On hold</Badge>
}

export function PriorityBadge({ priority }: { priority: Priority }) {
  const row = priorities.find(({ name }) => name === priority)
  return row && <Badge color={row.color}>{row.label}</Badge>
}

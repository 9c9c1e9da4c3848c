import { type StatusName, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { Badge } from '#ui/badge.tsx'

export function StatusBadge({ status }: { status: StatusName }) {
  const { badge, color } = statusNamed(status)
  return <Badge color={color}>{badge}</Badge>
}

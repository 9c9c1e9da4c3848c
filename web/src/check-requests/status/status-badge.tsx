import { type StatusName, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { Badge } from '#ui/badge.tsx'

export function StatusBadge({ status }: { status: StatusName }) {
  const { badge, colour } = statusNamed(status)
  return <Badge colour={colour}>{badge}</Badge>
}

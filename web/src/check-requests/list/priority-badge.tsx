import { type Priority, priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { Badge } from '#ui/badge.tsx'

export function PriorityBadge({ priority }: { priority: Priority }) {
  const row = priorities.find(({ name }) => name === priority)
  return row && <Badge color={row.color}>{row.label}</Badge>
}

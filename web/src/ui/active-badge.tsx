import { Badge } from '#ui/badge.tsx'

export function ActiveBadge({ active }: { active: boolean }) {
  return <Badge color={active ? 'green' : 'gray'}>{active ? 'Active' : 'Inactive'}</Badge>
}

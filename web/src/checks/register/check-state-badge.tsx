import { type CheckState, stateWords } from '@check-requests/domain/checks/lifecycle.ts'
import { Badge, type BadgeColor } from '#ui/badge.tsx'

const colors: Record<CheckState, BadgeColor> = {
  reserved: 'yellow',
  released: 'gray',
  printed: 'blue',
  signed: 'purple',
  issued: 'orange',
  cleared: 'green',
  spoiled: 'gray',
  voided: 'gray',
  stopped: 'red',
}

/** Where a check is in its life. */
export function CheckStateBadge({ state }: { state: CheckState }) {
  return <Badge color={colors[state]}>{stateWords[state]}</Badge>
}

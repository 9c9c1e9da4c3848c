import { actWhenConfirmed, type EnteredCheck } from '@check-requests/domain/checks/entered/rules.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import { stateOfCheckInWords } from '@check-requests/domain/checks/words.ts'
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
export function CheckStateBadge({ check }: { check: EnteredCheck }) {
  return (
    <Badge color={colors[check.state]} wraps={actWhenConfirmed(check) !== undefined}>
      {stateOfCheckInWords(check)}
    </Badge>
  )
}

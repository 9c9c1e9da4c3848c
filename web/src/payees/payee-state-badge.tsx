import type { PayeeAct, PayeeState } from '@check-requests/domain/payees/lifecycle.ts'
import { Badge, type BadgeColor } from '#ui/badge.tsx'

export const stateWords: Record<PayeeState, string> = { new: 'New', verified: 'Verified', blocked: 'Blocked' }

const colors: Record<PayeeState, BadgeColor> = { new: 'yellow', verified: 'green', blocked: 'red' }

/** A badge with a payee's state: new, verified, blocked, or merged. */
export function PayeeStateBadge({ state, isMerged = false }: { state: PayeeState; isMerged?: boolean }) {
  if (isMerged) return <Badge color="gray">Merged</Badge>
  return <Badge color={colors[state]}>{stateWords[state]}</Badge>
}

/** The labels of payee action buttons. */
export const actLabels: Record<PayeeAct, string> = { verify: 'Verify', block: 'Block', unblock: 'Unblock' }

import { type Approver, isNamed } from '@check-requests/domain/approvals/authority.ts'
import { stepHours } from '@check-requests/domain/approvals/hurry.ts'
import { nobody, type RoutedStep } from '@check-requests/domain/approvals/policy.ts'
import type { RoutedRequest } from '@check-requests/domain/approvals/routing.ts'
import { mostUrgent } from '@check-requests/domain/check-requests/priorities.ts'

/** How a step of a request would be hurried up, and to whom it would be offered; nothing where its rule says nothing. */
export function hurriedBy(
  { hurry }: RoutedStep,
  { place, priority }: Pick<RoutedRequest, 'place' | 'priority'>,
  people: readonly Approver[],
) {
  if (!hurry) return {}
  const { remindAfter, escalateAfter } = stepHours(hurry, priority === mostUrgent)
  const titles = { ...nobody, approval_title_ids: hurry.escalate_to === null ? [] : [hurry.escalate_to] }
  const named = people.filter((person) => isNamed(titles, person, place))
  return {
    remind_after: remindAfter,
    escalate_after: escalateAfter,
    offered_to: escalateAfter === null ? [] : named.map(({ userId, name }) => ({ id: userId, name })),
  }
}

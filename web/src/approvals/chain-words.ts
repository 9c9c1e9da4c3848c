import type { ApprovalReply } from '@check-requests/domain/approvals/replies.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'

type Step = ApprovalReply['steps'][number]

/** The rules by which a request is approved: `Rule “Over $10,000”, and “Critical” for its priority`. */
export function ruleInWords({ rule, added }: Pick<ApprovalReply, 'rule' | 'added'>): string {
  const basis = rule === null ? 'Everything else' : `Rule “${rule}”`
  const names = listWithAnd(added.map((name) => `“${name}”`))
  return added.length === 0 ? basis : `${basis}, and ${names} for its priority`
}

/** The approvals of a step that requires several: `1 of 2 approvals`; undefined for a step that requires one. */
export function countInWords({ needed, approved_by }: Step): string | undefined {
  return needed > 1 ? `${approved_by.length} of ${needed} approvals` : undefined
}

/** The effect of approving the current step; undefined for the last step, whose approval approves the request. */
export function approvalMeans({ current, steps }: ApprovalReply): string | undefined {
  const step = current === null ? undefined : steps[current]
  if (current === null || !step) return undefined
  const left = step.needed - step.approved_by.length - 1
  const next = steps[current + 1]
  if (left > 0) return `You approve the step “${step.name}”, which needs ${approvalsMore(left)}.`
  return next && `You approve the step “${step.name}”; “${next.name}” comes next.`
}

function approvalsMore(count: number): string {
  return count === 1 ? 'one more approval' : `${count} more approvals`
}

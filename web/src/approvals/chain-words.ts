import type { ApprovalReply } from '@check-requests/domain/approvals/replies.ts'

const listFormat = new Intl.ListFormat('en-US')

type Step = ApprovalReply['steps'][number]

/** By which rule a request is approved: `Rule “Over $10,000”, and “Critical” for its priority`. */
export function ruleInWords({ rule, added }: Pick<ApprovalReply, 'rule' | 'added'>): string {
  const basis = rule === null ? 'Everything else' : `Rule “${rule}”`
  const names = listFormat.format(added.map((name) => `“${name}”`))
  return added.length === 0 ? basis : `${basis}, and ${names} for its priority`
}

/** How many approvals a step takes, where that is more than one: `1 of 2 approvals`. */
export function countInWords({ needed, approved_by }: Step): string | undefined {
  return needed > 1 ? `${approved_by.length} of ${needed} approvals` : undefined
}

/** What the approval of the current step means; undefined where it is the last and approves the request. */
export function approvalMeans({ current, steps }: ApprovalReply): string | undefined {
  const step = current === null ? undefined : steps[current]
  if (current === null || !step) return undefined
  const left = step.needed - step.approved_by.length - 1
  const next = steps[current + 1]
  if (left > 0) return `You approve the step “${step.name}”, which takes ${approvalsMore(left)}.`
  return next && `You approve the step “${step.name}”; “${next.name}” comes next.`
}

function approvalsMore(count: number): string {
  return count === 1 ? 'one more approval' : `${count} more approvals`
}

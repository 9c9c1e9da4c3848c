import type { Policy } from './policy.ts'

/** The ids of all approval titles that a policy names, for its steps, its fallback, or whom it offers steps to. */
export function titlesNamedBy({ rules, otherwise, fallback }: Policy): number[] {
  const ids = [...rules, otherwise].flatMap(({ steps, hurry }) => [
    ...steps.flatMap(({ approvers }) => approvers.approval_title_ids),
    ...(hurry?.escalate_to ? [hurry.escalate_to] : []),
  ])
  return [...new Set([...ids, ...fallback.approval_title_ids])]
}

import type { PolicyReply } from '@check-requests/domain/approvals/replies.ts'

type Rule = PolicyReply['rules'][number]

/** What differs between two policies, rule by rule: a sentence each, none when they say the same. */
export function changesBetween(before: PolicyReply | undefined, after: PolicyReply): string[] {
  const known = before?.rules ?? []
  const added = after.rules.filter((rule) => !find(known, rule)).map(({ name }) => `Adds the rule “${name}”.`)
  const removed = known.filter((rule) => !find(after.rules, rule)).map(({ name }) => `Removes the rule “${name}”.`)
  const changed = after.rules
    .filter((rule) => find(known, rule) && !isSame(find(known, rule), rule))
    .map(({ name }) => `Changes the rule “${name}”.`)
  const isMoved = orderOf(known, after.rules) !== orderOf(after.rules, known)
  return [
    ...added,
    ...changed,
    ...removed,
    ...(isMoved ? ['Changes the order of the rules.'] : []),
    ...(isSame(before?.otherwise, after.otherwise) ? [] : ['Changes the steps of everything else.']),
    ...(isSame(before?.fallback, after.fallback) ? [] : ['Changes who approves where a step has too few people.']),
  ]
}

function find(rules: readonly Rule[], { name }: Rule): Rule | undefined {
  return rules.find((rule) => rule.name === name)
}

/** The order of those rules that both policies have. */
function orderOf(rules: readonly Rule[], others: readonly Rule[]): string {
  return JSON.stringify(rules.filter((rule) => find(others, rule)).map(({ name }) => name))
}

// The server writes both in the same order of fields.
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

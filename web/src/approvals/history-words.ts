import type { Difference } from '@check-requests/domain/approvals/history-trial.ts'
import type { HistoryTrialReply } from '@check-requests/domain/approvals/replies.ts'
import { everythingElse } from '#approvals/policy-words.ts'
import { counted } from '#platform/counted.ts'

/** What several pages of a trial say together. */
export type HistoryTrial = Omit<HistoryTrialReply, 'next'>

const mostExamples = 20

/** Adds a page to those before; of the examples, the first are enough. */
export function added(before: HistoryTrial | undefined, { next: _, ...page }: HistoryTrialReply): HistoryTrial {
  if (!before) return page
  const rules = [...new Set([...before.by_rule, ...page.by_rule].map(({ rule }) => rule))]
  const requestsOf = (rule: string | null, { by_rule }: HistoryTrial) =>
    by_rule.find((one) => one.rule === rule)?.requests ?? 0
  const because = Object.entries(before.because_of) as [Difference, number][]
  return {
    looked_at: before.looked_at + page.looked_at,
    by_rule: rules.map((rule) => ({ rule, requests: requestsOf(rule, before) + requestsOf(rule, page) })),
    otherwise: before.otherwise + page.otherwise,
    because_of: Object.fromEntries(
      because.map(([name, count]) => [name, count + page.because_of[name]]),
    ) as HistoryTrial['because_of'],
    examples: [...before.examples, ...page.examples].slice(0, mostExamples),
  }
}

export const differenceInWords: Readonly<Record<Difference, string>> = {
  'other-rule': 'another rule',
  'more-approvals': 'more approvals',
  'fewer-approvals': 'fewer approvals',
  'too-few-people': 'too few people',
}

type Example = HistoryTrial['examples'][number]

/** How a request went: `“Payoffs”, 2 approvals`. */
export function wayInWords(way: Example['went']): string {
  if (way === null) return 'without a policy, 1 approval'
  const { rule, approvals } = way
  return `${rule === null ? everythingElse : `“${rule}”`}, ${approvals === 1 ? '1 approval' : `${approvals} approvals`}`
}

/** `1 request`, `412 requests`. */
export function requestsInWords(count: number): string {
  return counted(count, 'request')
}

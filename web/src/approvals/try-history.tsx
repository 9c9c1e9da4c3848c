import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { daysOfTrial } from '@check-requests/domain/approvals/fields.ts'
import { type Difference, differences } from '@check-requests/domain/approvals/history-trial.ts'
import type { HistoryTrialReply } from '@check-requests/domain/approvals/replies.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { usePolicyDraft } from '#approvals/api.ts'
import { everythingElse } from '#approvals/policy-words.ts'
import { RequestLink } from '#check-requests/list/request-link.tsx'
import { useApi } from '#platform/api-context.tsx'
import { counted } from '#platform/counted.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import type { Option } from '#ui/form/option.ts'

const choices: readonly Option<TriedPolicy>[] = [
  { value: 'draft', label: 'Saved draft' },
  { value: 'in-force', label: 'Policy in force' },
]

/** Tries the policy on the requests of recent months. */
export function TryHistory({ group }: { group: DealerGroup }) {
  const draft = usePolicyDraft(group.id).data
  const [policy, choose] = useState<TriedPolicy>('draft')
  const { soFar, run } = useHistoryTrial(group.id)
  if (!draft) return null
  const hasBoth = draft.version > 0 && draft.in_force !== null
  return (
    <Card
      title="Test on Past Requests"
      description={`Which route would requests from the last ${daysOfTrial} days have taken with today’s approvers?`}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2">
          {hasBoth && (
            <NativeSelect
              aria-label="Policy to test"
              options={choices}
              value={policy}
              onChange={(value) => choose(value)}
            />
          )}
          <Button variant="primary" pending={run.isPending} onClick={() => run.mutate(policy)}>
            Test the Last {daysOfTrial} Days
          </Button>
        </div>
        {run.error && <ErrorState message={run.error.message} onRetry={() => run.mutate(policy)} />}
        <div role="status" className="grid min-w-0 gap-4">
          {soFar && <Result trial={soFar} isRunning={run.isPending} />}
          {!soFar && !run.error && <p className="text-ink-soft">The test doesn’t change any requests.</p>}
        </div>
      </div>
    </Card>
  )
}

function Result({ trial, isRunning }: { trial: HistoryTrial; isRunning: boolean }) {
  const { looked_at, otherwise, by_rule, because_of, examples } = trial
  if (looked_at === 0) return <p>No requests were submitted in the last {daysOfTrial} days.</p>
  const reasons = differences.filter((name) => because_of[name] > 0)
  return (
    <>
      <p className="font-medium">
        {otherwise === 0 ? 'None' : otherwise.toLocaleString('en-US')} of {requestsInWords(looked_at)}
        {isRunning && ' so far'} would have taken a different route.
      </p>
      <ul className="grid gap-0.5 text-[0.8125rem]">
        {by_rule.map(({ rule, requests }) => (
          <li key={rule ?? ''} className="wrap-anywhere">
            {rule === null ? everythingElse : `“${markHidden(rule)}”`}: {requestsInWords(requests)}
          </li>
        ))}
      </ul>
      {reasons.length > 0 && (
        <ul aria-label="Reasons for different routes" className="grid gap-0.5 text-[0.8125rem]">
          {reasons.map((name) => (
            <li key={name}>
              {requestsInWords(because_of[name])} with {differenceInWords[name]}
            </li>
          ))}
        </ul>
      )}
      {examples.length > 0 && <Examples examples={examples} isAll={examples.length === otherwise} />}
    </>
  )
}

function Examples({ examples, isAll }: { examples: HistoryTrial['examples']; isAll: boolean }) {
  return (
    <section
      aria-label="Requests that would have taken a different route"
      className="grid gap-2 border-t border-line pt-3"
    >
      <h3 className="font-semibold">
        {isAll
          ? 'Requests that would have taken a different route'
          : 'Newest requests that would have taken a different route'}
      </h3>
      <ul className="grid gap-2 text-[0.8125rem]">
        {examples.map(({ id, request_number, payee_name_1, amount, went, would, because_of }) => (
          <li key={id} className="grid gap-0.5 wrap-anywhere">
            <span>
              <RequestLink request={{ id, request_number }} /> {markHidden(payee_name_1)}, {formatDollars(amount)}:{' '}
              {reasonsInWords(because_of)}
            </span>
            <span className="text-ink-soft">
              Actual route: {markHidden(wayInWords(went))}. Route in this test: {markHidden(wayInWords(would))}.
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function reasonsInWords(reasons: readonly Difference[]): string {
  return reasons.map((name) => differenceInWords[name]).join(', ')
}

type TriedPolicy = 'draft' | 'in-force'

/** Runs a trial on past requests: loads page after page and adds up the results. */
function useHistoryTrial(groupId: number) {
  const api = useApi()
  const [soFar, setSoFar] = useState<HistoryTrial>()
  const run = useMutation({
    mutationFn: async (policy: TriedPolicy) => {
      setSoFar(undefined)
      let sum: HistoryTrial | undefined
      let before: number | undefined
      do {
        const body = { policy, ...(before !== undefined && { before }) }
        const page: HistoryTrialReply = await api.call(approvalEndpoints.tryHistory, { params: { id: groupId }, body })
        sum = added(sum, page)
        setSoFar(sum)
        before = page.next ?? undefined
      } while (before !== undefined)
    },
  })
  return { soFar, run }
}

/** The combined results of several pages. */
type HistoryTrial = Omit<HistoryTrialReply, 'next'>

const mostExamples = 20

/** Adds a page to the results; only the first few examples are kept. */
function added(before: HistoryTrial | undefined, { next: _, ...page }: HistoryTrialReply): HistoryTrial {
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

const differenceInWords: Readonly<Record<Difference, string>> = {
  'other-rule': 'another rule',
  'more-approvals': 'more approvals',
  'fewer-approvals': 'fewer approvals',
  'too-few-people': 'too few approvers',
}

type Example = HistoryTrial['examples'][number]

/** The route that a request took: `“Payoffs”, 2 approvals`. */
function wayInWords(way: Example['went']): string {
  if (way === null) return 'without a policy, 1 approval'
  const { rule, approvals } = way
  return `${rule === null ? everythingElse : `“${rule}”`}, ${approvals === 1 ? '1 approval' : `${approvals} approvals`}`
}

function requestsInWords(count: number): string {
  return counted(count, 'request')
}

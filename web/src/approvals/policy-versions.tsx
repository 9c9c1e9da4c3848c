import type { Urgency } from '@check-requests/domain/approvals/policy.ts'
import type { PolicyReply, VersionReply } from '@check-requests/domain/approvals/replies.ts'
import { onlyAdds } from '@check-requests/domain/approvals/routing.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { ChevronRight } from 'lucide-react'
import { usePolicyVersions } from '#approvals/api.ts'
import {
  approversInWords,
  conditionsInWords,
  everythingElse,
  type NameOf,
  type ReadStep,
  stepInWords,
  urgencyInWords,
} from '#approvals/policy-words.ts'
import { usePolicyChoices } from '#approvals/use-policy-choices.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { WarningList } from '#ui/feedback/warning-list.tsx'
import { LoadMore, usePortion } from '#ui/table/load-more.tsx'

/** All published policies with author, date, and note. Renders nothing before the first publication. */
export function PolicyVersions({ group }: { group: DealerGroup }) {
  const { data = [] } = usePolicyVersions(group.id)
  const choices = usePolicyChoices(group.id, data.length > 0)
  const { shown, more } = usePortion(data)
  if (data.length === 0 || !choices) return null
  return (
    <Card title="Versions" description="All published policies, newest first." flush>
      <ol className="border-t border-line">
        {shown?.map((version) => (
          <Version key={version.number} version={version} nameOf={choices.nameOf} />
        ))}
      </ol>
      <LoadMore {...more} />
    </Card>
  )
}

function Version({ version, nameOf }: { version: VersionReply; nameOf: NameOf }) {
  const { number, note, edited_by, published_by, published_at, is_in_force, policy } = version
  const editors = listWithAnd(edited_by.map(({ name }) => name))
  return (
    <li className="border-b border-line last:border-b-0">
      <details className="group">
        <summary className="flex cursor-pointer gap-2 px-4 py-3 hover:bg-sunken sm:px-5">
          <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft group-open:rotate-90" />
          <span className="grid min-w-0 gap-0.5">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">Version {number}</span>
              {is_in_force && <Badge color="green">In force</Badge>}
            </span>
            <span className="wrap-anywhere">{markHidden(note)}</span>
            <span className="text-[0.8125rem] text-ink-soft">
              Edited by {markHidden(editors)}. Published by {markHidden(published_by.name)},{' '}
              <time dateTime={published_at}>{formatMoment(published_at)}</time>
            </span>
          </span>
        </summary>
        <div className="px-4 pt-1 pb-4 ps-10 sm:px-5 sm:ps-11">
          <PolicyRead policy={policy} nameOf={nameOf} />
        </div>
      </details>
    </li>
  )
}

/** The policy in force for new requests, or a description of the default if there is no policy. */
export function PolicyInForce({ group }: { group: DealerGroup }) {
  const versions = usePolicyVersions(group.id)
  const { error, onRetry } = useLoadFailure(versions)
  const inForce = versions.data?.find(({ is_in_force }) => is_in_force)
  const choices = usePolicyChoices(group.id, inForce !== undefined)
  return (
    <Card
      title="In Force"
      description={
        inForce &&
        `Version ${inForce.number}, published by ${markHidden(inForce.published_by.name)}, ${formatMoment(inForce.published_at)}`
      }
    >
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {(!versions.data || !choices) && !error && <SkeletonRows count={3} />}
      {versions.data && !inForce && <WithoutPolicy />}
      {inForce && choices && <PolicyRead policy={inForce.policy} nameOf={choices.nameOf} />}
    </Card>
  )
}

function WithoutPolicy() {
  return (
    <div className="grid max-w-prose gap-2">
      <p className="font-medium">No policy is in force. Every request needs one approval from any approver in scope.</p>
      <p className="text-ink-soft">
        A policy defines who must approve each request, and in which order. It is a list of rules, such as “over
        $10,000, the controller, then the general manager”. The first rule that matches a request determines its steps.
        Requests that no rule matches take the steps under “Everything else”.
      </p>
      <p className="text-ink-soft">
        One admin writes a draft, and another admin publishes it. Pending requests keep the steps they were submitted
        under.
      </p>
    </div>
  )
}

interface PolicyReadProps {
  policy: PolicyReply
  nameOf: NameOf
}

/** A policy in plain sentences: its rules in order, the steps for all other requests, and the fallback. */
export function PolicyRead({ policy: { rules, otherwise, fallback }, nameOf }: PolicyReadProps) {
  return (
    <div className="grid gap-3">
      {rules.length > 0 && (
        <p className="text-ink-soft">
          The first matching rule applies.{' '}
          {rules.some(onlyAdds) && ' A rule about priorities adds its steps to those of another rule.'}
        </p>
      )}
      <ol className="grid divide-y divide-line">
        {rules.map(({ name, conditions, steps, hurry }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules are only shown, and two can have the same name.
          <li key={index} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-y-1 py-3 first:pt-0">
            <span className="text-ink-soft tabular-nums">{index + 1}.</span>
            <div className="grid gap-1">
              <h4 className="font-semibold wrap-anywhere">{markHidden(name)}</h4>
              <p className="wrap-anywhere">{conditionsInWords(conditions, nameOf)}</p>
              <Steps steps={steps} nameOf={nameOf} />
              <UrgencyText urgency={hurry} nameOf={nameOf} />
            </div>
          </li>
        ))}
        <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] py-3 first:pt-0 last:pb-0">
          <span aria-hidden />
          <div className="grid gap-1">
            <h4 className="font-semibold">{rules.length > 0 ? everythingElse : 'Every request'}</h4>
            <Steps steps={otherwise.steps} nameOf={nameOf} />
            <UrgencyText urgency={otherwise.hurry} nameOf={nameOf} />
          </div>
        </li>
      </ol>
      <p className="text-ink-soft">
        If a step doesn’t have enough approvers, {approversInWords(fallback, nameOf)} can also approve it.
      </p>
    </div>
  )
}

function UrgencyText({ urgency, nameOf }: { urgency: Urgency | undefined; nameOf: NameOf }) {
  if (!urgency) return null
  return <p className="text-[0.8125rem] wrap-anywhere text-ink-soft">{markHidden(urgencyInWords(urgency, nameOf))}</p>
}

function Steps({ steps, nameOf }: { steps: readonly ReadStep[]; nameOf: NameOf }) {
  return (
    <ol className="grid gap-0.5 text-[0.8125rem]">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only shown, and two can have the same name.
        <li key={index} className="wrap-anywhere">
          {steps.length > 1 && <span className="text-ink-soft">{`Step ${index + 1}, `}</span>}
          {markHidden(step.name)}: {stepInWords(step, nameOf)}.
        </li>
      ))}
    </ol>
  )
}

type Rule = PolicyReply['rules'][number]

/** The differences between two policies by rule, one sentence each; empty if the policies are equal. */
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
    ...(isSame(before?.otherwise, after.otherwise) ? [] : ['Changes the steps under “Everything else”.']),
    ...(isSame(before?.fallback, after.fallback) ? [] : ['Changes the fallback approvers.']),
  ]
}

function find(rules: readonly Rule[], { name }: Rule): Rule | undefined {
  return rules.find((rule) => rule.name === name)
}

/** The names of the rules that both policies have, in order. */
function orderOf(rules: readonly Rule[], others: readonly Rule[]): string {
  return JSON.stringify(rules.filter((rule) => find(others, rule)).map(({ name }) => name))
}

// The server sends the fields of both policies in the same order.
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The warnings about a policy, which can be published despite them. */
export function PolicyWarnings({ warnings }: { warnings: readonly string[] }) {
  return <WarningList warnings={warnings.map(markHidden)} />
}

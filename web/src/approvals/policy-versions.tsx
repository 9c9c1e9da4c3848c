import type { VersionReply } from '@check-requests/domain/approvals/replies.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { ChevronRight } from 'lucide-react'
import { usePolicyVersions } from '#approvals/api.ts'
import { PolicyRead } from '#approvals/policy-summary.tsx'
import type { NameOf } from '#approvals/policy-words.ts'
import { usePolicyChoices } from '#approvals/use-policy-choices.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { LoadMore, usePortion } from '#ui/table/load-more.tsx'

const listFormat = new Intl.ListFormat('en-US')

/** Every policy that was published, with who, when and why. Nothing is shown before the first. */
export function PolicyVersions({ group }: { group: DealerGroup }) {
  const { data = [] } = usePolicyVersions(group.id)
  const choices = usePolicyChoices(group.id)
  const { shown, more } = usePortion(data)
  if (data.length === 0 || !choices) return null
  return (
    <Card title="Versions" description="Every policy that was in force stays readable." flush>
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
  const editors = listFormat.format(edited_by.map(({ name }) => name))
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

/** The policy that new requests go through, or what holds without one. */
export function PolicyInForce({ group }: { group: DealerGroup }) {
  const versions = usePolicyVersions(group.id)
  const choices = usePolicyChoices(group.id)
  const { error, onRetry } = useLoadFailure(versions)
  const inForce = versions.data?.find(({ is_in_force }) => is_in_force)
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
      <p className="font-medium">No policy is in force. Every request takes one approval, by any approver in scope.</p>
      <p className="text-ink-soft">
        A policy says who must approve what, and in which order. It is a list of rules, such as “over $10,000 the
        controller, then the general manager”. The first rule that fits a request decides its steps, and whatever no
        rule fits takes the steps of “Everything else”.
      </p>
      <p className="text-ink-soft">
        One admin writes a draft, and another one publishes it. Requests that are on their way keep the steps that they
        were sent in under.
      </p>
    </div>
  )
}

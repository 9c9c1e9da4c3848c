import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { TriangleAlert } from 'lucide-react'
import { PeopleNamed } from '#approvals/people-named.tsx'
import { countInWords, hoursInWords } from '#approvals/policy-words.ts'
import { StepMarker } from '#check-requests/status/step-marker.tsx'

interface StepAhead {
  readonly name: string
  readonly needed: number
  readonly people: readonly { readonly id: number; readonly name: string }[]
  readonly has_enough?: boolean
  readonly remind_after?: number | null | undefined
  readonly escalate_after?: number | null | undefined
  readonly offered_to?: readonly { readonly id: number; readonly name: string }[] | undefined
}

/** The steps that a request would take, with the possible approvers of each. */
export function StepsAhead({ steps }: { steps: readonly StepAhead[] }) {
  return (
    <ol className="grid gap-2">
      {steps.map(({ name, needed, people, has_enough = true, ...hurried }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only shown, and two can have the same name.
        <li key={index} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
          <StepMarker state="ahead" number={index + 1} />
          <div className="grid gap-0.5 pt-0.5">
            <p className="font-medium wrap-anywhere">{markHidden(name)}</p>
            <div className="text-[0.8125rem]">
              {needed > 1 && people.length > 0 && (
                <span className="text-ink-soft">{`${countInWords(needed)} of: `}</span>
              )}
              {people.length > 0 ? <PeopleNamed people={people} /> : 'No one can approve this step now.'}
            </div>
            <Hurried {...hurried} />
            {!has_enough && (
              <p className="flex gap-1.5 text-[0.8125rem] text-yellow">
                <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
                This step doesn’t have enough approvers, so the fallback approvers can also approve it.
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The escalation of an overdue step. */
function Hurried({ remind_after, escalate_after, offered_to = [] }: Partial<StepAhead>) {
  if (!remind_after && !escalate_after) return null
  return (
    <div className="text-[0.8125rem] text-ink-soft">
      {remind_after && <p>Approvers are reminded after {hoursInWords(remind_after)}.</p>}
      {escalate_after && offered_to.length > 0 && (
        <>
          <span>After {hoursInWords(escalate_after)}, also offered to </span>
          <PeopleNamed people={offered_to} />
        </>
      )}
      {escalate_after && offered_to.length === 0 && (
        <p>After {hoursInWords(escalate_after)}, not offered to anyone because no one has the title.</p>
      )}
    </div>
  )
}

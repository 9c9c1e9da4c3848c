import type { ApprovalReply } from '@check-requests/domain/approvals/replies.ts'
import { groupings, type StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { countInWords, ruleInWords } from '#approvals/chain-words.ts'
import { PeopleNamed } from '#approvals/people-named.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { type StepState, stepStateWords } from '#check-requests/status/status-steps.ts'
import { StepMarker } from '#check-requests/status/step-marker.tsx'
import { waitingText } from '#check-requests/status/waiting.ts'
import { Card } from '#ui/card.tsx'
import { useNow } from '#ui/timers.ts'

interface ApprovalChainProps {
  approval: ApprovalReply
  status: StatusName
  /** The buttons for the whole chain. */
  children?: ReactNode
  /** True if the requester has withdrawn the request. */
  isWithdrawn?: boolean
}

/**
 * The approval steps of a request under its policy: past approvals, the current approvers, and how long the current
 * step has been waiting.
 */
export function ApprovalChain({ approval, status, children, isWithdrawn = false }: ApprovalChainProps) {
  const { steps, policy_number } = approval
  const isPending = groupings.pending.some((pending) => pending === status)
  const ended = isWithdrawn ? withdrawn : afterwards[status]
  const current = isPending ? approval.current : null
  return (
    <Card
      title="Approval"
      description={
        <span className="text-[0.8125rem]">
          {markHidden(ruleInWords(approval))}.{' '}
          <span className="whitespace-nowrap">Policy version {policy_number}.</span>
        </span>
      }
    >
      <ol className="grid print:grid-cols-4 print:gap-x-4">
        {steps.map((step, index) => (
          <ChainStep
            // biome-ignore lint/suspicious/noArrayIndexKey: steps don't change, and two can have the same name.
            key={index}
            step={step}
            number={index + 1}
            state={stateOf(step, index === current, ended?.rest)}
            isLast={index === steps.length - 1}
            approval={approval}
          />
        ))}
      </ol>
      {ended && <p className="mt-3 text-[0.8125rem] text-ink-soft">{ended.sentence}</p>}
      {children}
    </Card>
  )
}

const withdrawn = { sentence: 'Approval ended when the request was withdrawn.', rest: 'skipped' } as const

/** The note about an approval that ended before its last step. */
const afterwards: Partial<Record<StatusName, { sentence: string; rest: StepState }>> = {
  rejected: { sentence: 'Approval ended when the request was rejected.', rest: 'skipped' },
  sendback: { sentence: 'The request was sent back. Approval starts over when it is resubmitted.', rest: 'ahead' },
}

type Step = ApprovalReply['steps'][number]

function stateOf({ needed, approved_by }: Step, isCurrent: boolean, rest: StepState = 'ahead'): StepState {
  if (isCurrent) return 'current'
  return approved_by.length >= needed && approved_by.length > 0 ? 'done' : rest
}

interface ChainStepProps {
  step: Step
  number: number
  state: StepState
  isLast: boolean
  approval: ApprovalReply
}

function ChainStep({ step, number, state, isLast, approval }: ChainStepProps) {
  const count = countInWords(step)
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className="grid grid-cols-[1.5rem_1fr] gap-x-3">
      <div className="grid grid-rows-[1.5rem_1fr] justify-items-center">
        <StepMarker state={state} number={number} />
        {!isLast && <span className={clsx('w-0.5 print:hidden', state === 'done' ? 'bg-accent' : 'bg-line')} />}
      </div>
      <div className={clsx('grid min-w-0 content-start gap-0.5 pt-0.5', !isLast && 'pb-4 print:pb-2')}>
        <p className={clsx('font-medium wrap-anywhere', (state === 'ahead' || state === 'skipped') && 'text-ink-soft')}>
          {markHidden(step.name)}
          <span className="sr-only">: {stepStateWords[state]}</span>
        </p>
        {count && <p className="text-[0.8125rem] text-ink-soft">{count}</p>}
        {step.approved_by.map((given) => (
          <p key={given.user_id} className="text-[0.8125rem] wrap-anywhere">
            {markHidden(given.name)}
            {given.for && ` for ${markHidden(given.for.name)}`},{' '}
            <time dateTime={given.at} className="print:whitespace-nowrap">
              {formatMoment(given.at)}
            </time>
          </p>
        ))}
        {state === 'current' && <Awaited approval={approval} people={step.can_act} />}
        {state === 'ahead' && step.can_act.length > 0 && (
          <div className="text-[0.8125rem] text-ink-soft">
            <PeopleNamed people={step.can_act} />
          </div>
        )}
      </div>
    </li>
  )
}

/** The approvers of the current step, and how long it has been waiting. */
function Awaited({ approval, people }: { approval: ApprovalReply; people: Step['can_act'] }) {
  const { id } = usePerson()
  const { since, on_fallback, is_stuck, offered_since } = approval
  const waiting = waitingText(since, useNow())
  const own = people.filter((person) => person.id === id).map((person) => ({ ...person, name: 'you' }))
  const others = people.filter((person) => person.id !== id)
  return (
    <>
      {people.length > 0 && (
        <div className="text-[0.8125rem]">
          <span className="text-ink-soft">Waiting for </span>
          <PeopleNamed people={[...own, ...others]} />
        </div>
      )}
      <p className="text-[0.8125rem] text-ink-soft">
        Since <time dateTime={since}>{formatMoment(since)}</time>
        {waiting !== 'just now' && `, ${waiting}`}
      </p>
      {offered_since && (
        <p className="text-[0.8125rem] text-ink-soft">
          Offered to more approvers <time dateTime={offered_since}>{formatMoment(offered_since)}</time> because this
          step waited too long.
        </p>
      )}
      {is_stuck && <Warning>No one can approve this step now. Ask an admin to add approvers for it.</Warning>}
      {on_fallback && !is_stuck && (
        <Warning>
          This step doesn’t have enough approvers, so the policy’s fallback approvers can approve it too.
        </Warning>
      )}
    </>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="mt-1 flex gap-1.5 rounded-md bg-yellow-soft px-2 py-1 text-[0.8125rem] text-yellow print:hidden">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

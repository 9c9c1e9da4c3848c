import { roles } from '@check-requests/domain/access/roles.ts'
import { isOpen, type StatusName, transitions } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { listWithOr } from '@check-requests/domain/values/lists.ts'
import { clsx } from 'clsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { lastRefusal, type Step, stepStateWords, stepsOf } from '#check-requests/status/status-steps.ts'
import { StepMarker } from '#check-requests/status/step-marker.tsx'
import { Card } from '#ui/card.tsx'

/** The step that the request has reached, the user who moved it there, and the time (R073, R138). */
export function StatusTracker({ request }: { request: DetailedRequest }) {
  const steps = stepsOf(request)
  const isDone = !isOpen(request.status_name)
  return (
    <Card title="Status Flow">
      <ol className="grid print:grid-cols-4 print:gap-x-4">
        {steps.map((step, index) => (
          <TrackerStep
            key={step.status.id}
            step={isDone && step.state === 'current' ? { ...step, state: 'done' } : step}
            isCurrent={step.state === 'current'}
            number={index + 1}
            isLast={index === steps.length - 1}
            request={request}
          />
        ))}
      </ol>
    </Card>
  )
}

interface TrackerStepProps {
  step: Step
  isCurrent: boolean
  number: number
  isLast: boolean
  request: DetailedRequest
}

function TrackerStep({ step, isCurrent, number, isLast, request }: TrackerStepProps) {
  const { status, state, reachedBy } = step
  const isBehind = state === 'done' || state === 'skipped'
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className="grid grid-cols-[1.5rem_1fr] gap-x-3">
      <div className="grid grid-rows-[1.5rem_1fr] justify-items-center">
        <StepMarker state={state} number={number} />
        {!isLast && <span className={clsx('w-0.5 print:hidden', isBehind ? 'bg-accent' : 'bg-line')} />}
      </div>
      <div className={clsx('grid content-start gap-0.5 pt-0.5', !isLast && 'pb-4 print:pb-2')}>
        <p className={clsx('font-medium', state === 'ahead' && 'text-ink-soft')}>
          {status.badge}
          <span className="sr-only">: {stepStateWords[state]}</span>
        </p>
        <p className="text-[0.8125rem] text-ink-soft print:hidden">{status.step}</p>
        {reachedBy && (
          <p className="text-[0.8125rem]">
            {reachedBy.user_name},{' '}
            <time dateTime={reachedBy.timestamp} className="print:whitespace-nowrap">
              {formatMoment(reachedBy.timestamp)}
            </time>
          </p>
        )}
        {state === 'skipped' && <p className="text-[0.8125rem] text-ink-soft">Skipped</p>}
        {isCurrent && <CurrentNote request={request} />}
      </div>
    </li>
  )
}

/** What the request is waiting for at its current step; a sent-back request is waiting at the first step. */
function CurrentNote({ request }: { request: DetailedRequest }) {
  const sentBack = lastRefusal(request)
  const awaited = awaitedRoles(request.status_name)
  return (
    <>
      {sentBack && (
        <p className="mt-1 rounded-md bg-pink-soft px-2 py-1 text-[0.8125rem] text-pink">
          Sent back by {sentBack.user_name}, {formatMoment(sentBack.timestamp)}
        </p>
      )}
      {awaited && <p className="text-[0.8125rem] text-ink-soft">Waiting for {awaited}</p>}
    </>
  )
}

/** The roles that can make a transition from this status; undefined at the end of the flow. */
function awaitedRoles(status: StatusName): string | undefined {
  const actors = new Set(transitions.filter(({ from, withdraws }) => from === status && !withdraws).map(({ by }) => by))
  if (actors.size === 0) return undefined
  return `the ${listWithOr(roles.filter(({ name }) => actors.has(name)).map(({ name }) => name))}`
}

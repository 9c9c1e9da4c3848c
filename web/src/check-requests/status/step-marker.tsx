import { clsx } from 'clsx'
import { Check, Minus } from 'lucide-react'
import type { StepState } from '#check-requests/status/status-steps.ts'

/** The marker of a step in an ordered flow. Hidden from screen readers because the text next to it says the same. */
export function StepMarker({ state, number }: { state: StepState; number: number }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'inked grid size-6 place-items-center rounded-full border-2 text-xs font-semibold',
        state === 'done' && 'border-accent bg-accent text-on-accent',
        state === 'current' && 'border-accent text-accent',
        (state === 'ahead' || state === 'skipped') && 'border-line-strong text-ink-soft',
      )}
    >
      {state === 'done' && <Check className="size-3.5" />}
      {state === 'skipped' && <Minus className="size-3.5" />}
      {(state === 'current' || state === 'ahead') && number}
    </span>
  )
}

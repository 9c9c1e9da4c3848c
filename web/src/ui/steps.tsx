import { clsx } from 'clsx'
import { Check, type LucideIcon } from 'lucide-react'

export interface Step {
  readonly name: string
  readonly picture: LucideIcon
}

interface StepsProps {
  steps: readonly Step[]
  /** The position of the current step, from 0. */
  current: number
}

/** The steps of a task with the current one marked. Narrow screens name only that one, below. */
export function Steps({ steps, current }: StepsProps) {
  return (
    <div className="grid gap-1.5 print:hidden">
      <ol aria-label="Steps" className="flex items-center gap-1.5 sm:gap-2">
        {steps.map(({ name, picture: Picture }, index) => {
          const isDone = index < current
          const Shown = isDone ? Check : Picture
          return (
            <li
              key={name}
              aria-current={index === current ? 'step' : undefined}
              className={clsx(
                'flex items-center gap-1.5 not-last:after:h-px not-last:after:w-2 not-last:after:bg-line-strong sm:gap-2 sm:not-last:after:w-8',
                index === current ? 'min-w-0' : 'shrink-0',
              )}
            >
              <span
                className={clsx(
                  'grid size-8 shrink-0 sm:size-9 place-items-center rounded-full border',
                  index === current && 'border-accent bg-accent-soft text-accent',
                  isDone && 'border-green bg-green-soft text-green',
                  index > current && 'border-line-strong text-ink-soft',
                )}
              >
                <Shown aria-hidden className="size-5" />
              </span>
              <span
                className={clsx(
                  'truncate',
                  index === current ? 'font-semibold max-sm:sr-only' : 'text-ink-soft max-lg:sr-only',
                )}
              >
                {name}
                {isDone && <span className="sr-only"> (done)</span>}
              </span>
            </li>
          )
        })}
      </ol>
      <p aria-hidden className="font-semibold sm:hidden">
        {steps[current]?.name}
      </p>
    </div>
  )
}

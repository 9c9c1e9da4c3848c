import { clsx } from 'clsx'
import type { Ref } from 'react'
import { StatusBadge } from '#check-requests/status/status-badge.tsx'
import { labelOf, type StatusChoice } from '#check-requests/status/transition-labels.ts'

interface StatusChoicesProps {
  choices: readonly StatusChoice[]
  value: number | null
  name: string
  onChange(statusId: number): void
  onBlur(): void
  ref: Ref<HTMLInputElement>
}

/** The statuses that can be set, each as a row to click; a refused one says why. */
export function StatusChoices({ choices, value, name, onChange, onBlur, ref }: StatusChoicesProps) {
  const firstOpen = choices.findIndex(({ refusal }) => !refusal)
  return (
    <div className="grid gap-1.5">
      {choices.map(({ to, refusal }, index) => {
        const key = refusal ? undefined : labelOf(to.name).key
        const refusalId = `${name}-${lastAlike(choices, index)}-refusal`
        return (
          <div key={to.id}>
            <label
              className={clsx(
                'flex min-h-9 items-center gap-2.5 rounded-md border px-3 py-1.5 pointer-coarse:min-h-11',
                refusal ? 'border-line bg-sunken' : 'cursor-pointer border-line-strong hover:bg-sunken',
                'has-checked:border-accent has-checked:bg-accent-soft',
              )}
            >
              <input
                ref={index === firstOpen ? ref : undefined}
                type="radio"
                name={name}
                className="size-4 shrink-0 pointer-coarse:size-5"
                checked={value === to.id}
                disabled={Boolean(refusal)}
                aria-describedby={refusal && refusalId}
                aria-keyshortcuts={key}
                onChange={() => onChange(to.id)}
                onBlur={onBlur}
              />
              <StatusBadge status={to.name} />
              {key && (
                <kbd aria-hidden className="ms-auto text-xs text-ink-soft uppercase pointer-coarse:hidden">
                  {key}
                </kbd>
              )}
            </label>
            {refusal && lastAlike(choices, index) === index && (
              <p id={refusalId} className="mt-1 mb-1.5 text-[0.8125rem] text-ink-soft">
                {refusal}
              </p>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Neighbors refused for the same reason share the sentence below the last of them. */
function lastAlike(choices: readonly StatusChoice[], index: number): number {
  const alike = choices[index + 1]?.refusal === choices[index]?.refusal
  return alike && index + 1 < choices.length ? lastAlike(choices, index + 1) : index
}

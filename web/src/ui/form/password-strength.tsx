import { clsx } from 'clsx'
import { useEffect, useMemo, useState } from 'react'
import { useSettled } from '#ui/timers.ts'

const lowest = { words: 'Too easy to guess.', color: 'bg-danger' }
const levels = [
  lowest,
  { words: 'Easy to guess.', color: 'bg-danger' },
  { words: 'Could be guessed.', color: 'bg-orange' },
  { words: 'Hard to guess.', color: 'bg-good' },
  { words: 'Very hard to guess.', color: 'bg-good' },
]
const strongEnough = 3
const advice = 'Three or four unrelated words are easy to remember and hard to guess.'

interface PasswordStrengthProps {
  password: string
  /** Whether the form refuses this password regardless of the estimate. */
  isRefused(password: string): boolean
  /** Names and addresses that an attacker would know. */
  known: readonly string[]
}

/** An estimate of how hard a password is to guess, in words and as a bar; announced when typing pauses. */
export function PasswordStrength({ password, isRefused, known }: PasswordStrengthProps) {
  const settled = useSettled(password)
  const estimated = useEstimate(settled, known)
  const isKnown = password !== '' && estimated !== undefined
  return (
    <div role="status" className="text-[0.8125rem] text-ink-soft empty:-mt-1.5">
      {isKnown && <Level level={isRefused(settled) ? 0 : estimated} />}
    </div>
  )
}

function Level({ level }: { level: number }) {
  const { words, color } = levels[level] ?? lowest
  const filled = Math.max(1, level)
  return (
    <>
      <span aria-hidden className="mb-1 grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={clsx('h-1 rounded-full', step <= filled ? color : 'bg-line')} />
        ))}
      </span>
      {level < strongEnough ? `${words} ${advice}` : words}
    </>
  )
}

async function loadEstimator() {
  const { estimateStrength } = await import('#ui/form/estimate-strength.ts')
  return { estimateStrength }
}

/**
 * The estimate for a password. Undefined until the estimator has loaded, which starts with the first character, and
 * permanently if loading fails.
 */
function useEstimate(password: string, known: readonly string[]): number | undefined {
  const [estimator, setEstimator] = useState<Awaited<ReturnType<typeof loadEstimator>>>()
  const isWanted = password !== ''
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    loadEstimator().then(
      (loaded) => isCurrent && setEstimator(loaded),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted])
  const names = known.join('\n')
  return useMemo(
    () => (isWanted ? estimator?.estimateStrength(password, names.split('\n')) : undefined),
    [isWanted, estimator, password, names],
  )
}

import { useRunProgress } from '#checks/api.ts'

/** How many checks of a run are drawn, while the file is waited for. */
export function DrawingProgress({ runId, count }: { runId: number; count: number }) {
  const drawn = useRunProgress(runId, true)?.drawn ?? 0
  const all = count.toLocaleString('en-US')
  return (
    <div className="mt-3 grid max-w-md gap-1.5">
      <p id={`drawn-of-${runId}`} className="text-sm text-ink-soft">
        {drawn === 0
          ? `The file with ${all} checks is being made.`
          : `${drawn.toLocaleString('en-US')} of ${all} checks are drawn.`}
      </p>
      <progress
        aria-labelledby={`drawn-of-${runId}`}
        value={drawn}
        max={count}
        className="h-1.5 w-full accent-accent"
      />
    </div>
  )
}

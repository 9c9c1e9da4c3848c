import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { labelOf, type StatusChoice } from '#check-requests/status/transition-labels.ts'
import { Button } from '#ui/button.tsx'
import { useShortcut } from '#ui/use-shortcut.ts'

interface StatusBarProps {
  choices: readonly StatusChoice[]
  onChoose(status: StatusName): void
  /** The form itself is on the screen. */
  hidden: boolean
}

/** Shortcut keys for the decisions, and on small screens buttons within reach of the thumb. */
export function StatusBar({ choices, onChoose, hidden }: StatusBarProps) {
  const open = choices.filter(({ refusal, own }) => !refusal && !own)
  const decisions = open.filter(({ to }) => labelOf(to.name).key)
  const offered = decisions.some(({ stops }) => !stops) ? decisions : open
  return (
    <>
      {decisions.map(({ to }) => (
        <Shortcut key={to.id} status={to.name} onChoose={onChoose} />
      ))}
      {offered.length > 0 && !hidden && (
        <section
          aria-label="Decide"
          data-bottom-bar
          className="fixed inset-x-0 bottom-0 z-20 flex gap-2 border-t border-line bg-surface p-2 lg:hidden print:hidden"
        >
          {offered.map(({ to }, index) => (
            <Button
              key={to.id}
              variant={index === 0 ? 'primary' : 'secondary'}
              className="min-w-0 flex-1"
              onClick={() => onChoose(to.name)}
            >
              {labelOf(to.name).name}
            </Button>
          ))}
        </section>
      )}
    </>
  )
}

function Shortcut({ status, onChoose }: { status: StatusName; onChoose(status: StatusName): void }) {
  useShortcut(labelOf(status).key ?? '', () => onChoose(status))
  return null
}

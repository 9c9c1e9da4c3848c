import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { AgainstInBrief, Findings } from '#check-requests/findings/findings.tsx'
import { labelOf, type StatusChoice } from '#check-requests/status/transition-labels.ts'
import { Button } from '#ui/button.tsx'

interface DecisionSheetProps {
  request: Pick<DetailedRequest, 'findings'>
  choices: readonly StatusChoice[]
  /** The element for the sheet in the open document viewer, if that covers the page. */
  slot: HTMLElement | null
  /** The form for the chosen decision; undefined until the user has chosen one in the sheet. */
  form: ReactNode
  onChoose(status: StatusName): void
  onCancel(): void
}

/**
 * On small screens, what speaks against the request and the decisions, at the bottom of the page or of a document.
 * After a choice, the sheet shows all findings and the rest of the form.
 */
export function DecisionSheet({ request, choices, slot, form, onChoose, onCancel }: DecisionSheetProps) {
  const open = choices.filter(({ refusal, own }) => !refusal && !own)
  const decisions = open.filter(({ to }) => labelOf(to.name).key)
  const offered = decisions.some(({ stops }) => !stops) ? decisions : open
  if (offered.length === 0) return null
  const findings = request.findings ?? []
  const sheet = (
    <section
      aria-label="Decide"
      data-bottom-bar
      className={clsx(
        'z-20 flex flex-col gap-2 border-t border-line bg-surface p-2 lg:hidden print:hidden',
        slot ? 'max-h-[70dvh]' : 'fixed inset-x-0 bottom-0 max-h-[85dvh]',
        form && 'px-4 py-3',
      )}
    >
      {form ? (
        <>
          <Findings findings={findings} showsDocuments className="min-h-16 shrink overflow-y-auto" />
          <div className="shrink-0">{form}</div>
          <Button variant="ghost" className="shrink-0" onClick={onCancel}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <AgainstInBrief findings={findings} />
          <div className="flex gap-2">
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
          </div>
        </>
      )}
    </section>
  )
  return slot ? createPortal(sheet, slot) : sheet
}

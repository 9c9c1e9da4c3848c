import type { DraftValues } from '@check-requests/domain/drafts/fields.ts'
import type { Draft } from '@check-requests/domain/drafts/replies.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { ReactNode } from 'react'
import type { RequestDraft } from '#check-requests/form/request-draft.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import type { DraftStatus } from '#drafts/draft-saver.ts'
import { Button } from '#ui/button.tsx'

interface DraftOffersProps {
  drafts: readonly Draft[]
  onRestore(draft: Draft): void
  onDiscard(id: number): void
}

/** The person's earlier drafts, which they can continue. */
export function DraftOffers({ drafts, onRestore, onDiscard }: DraftOffersProps) {
  if (drafts.length === 0) return null
  return (
    <section
      aria-label="Unfinished requests"
      className="max-w-5xl rounded-lg border border-line bg-accent-soft px-4 py-3 sm:px-5"
    >
      <ul className="grid gap-3">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
              You have an unfinished request from {formatMoment(draft.updated_at)}
              {contentOf(draft.values)}.
            </p>
            <div className="flex gap-2">
              <Button variant="primary" size="sm" onClick={() => onRestore(draft)}>
                Continue with it
              </Button>
              <Button variant="secondary" size="sm" onClick={() => onDiscard(draft.id)}>
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks which version to keep when another device has changed the draft of this form. */
export function DraftConflict({ draft: { status, keepMine, takeOther } }: { draft: RequestDraft }) {
  if (status.kind !== 'conflict') return null
  const { values, updated_at } = status.other
  return (
    <section
      aria-label="Draft changed on another device"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-yellow bg-yellow-soft px-4 py-3 sm:px-5"
    >
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        This draft was changed on another device at {formatMoment(updated_at)}
        {contentOf(values)}. Nothing here is saved before you choose.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="sm" onClick={keepMine}>
          Keep mine
        </Button>
        <Button variant="secondary" size="sm" onClick={takeOther}>
          Use the other one
        </Button>
      </div>
    </section>
  )
}

/** Says unobtrusively whether the draft is saved. */
export function DraftLine({ status }: { status: DraftStatus }): ReactNode {
  if (status.kind === 'saved') return <p className="self-center text-ink-soft text-sm">Draft saved</p>
  if (status.kind !== 'failed') return null
  return (
    <p role="status" className="min-w-0 self-center text-ink-soft text-sm">
      Draft not saved. {status.message}
    </p>
  )
}

function contentOf({ amount, payee_name_1 }: DraftValues): string {
  const dollars = amount && Number.isFinite(Number(amount)) ? formatDollars(Number(amount)) : amount
  const what = [dollars, payee_name_1?.trim()].filter(Boolean).join(' to ')
  return what && `: ${what}`
}

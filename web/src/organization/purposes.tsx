import type { Purpose } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Pencil } from 'lucide-react'
import { lazy } from 'react'
import { usePurposes } from '#organization/api.ts'
import { useLinkedRecord } from '#organization/linked-record.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

const PurposeDialog = lazy(async () => ({ default: (await import('#organization/purpose-dialog.tsx')).PurposeDialog }))

/** The purposes of payments by `payment_for` (R125, A20). */
export function Purposes() {
  const list = usePurposes()
  const { error, onRetry } = useLoadFailure(list)
  const { data = [] } = list
  const linked = useLinkedRecord('purpose', data.length > 0)
  const { openFor, dialog } = useDialogFor<Purpose>(PurposeDialog)
  const groups = Map.groupBy(data, ({ payment_for }) => payment_for)
  return (
    <Card title="Purposes" description="The purposes that a requester can choose for a payment." flush>
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {list.isPending && <SkeletonRows count={6} />}
      <div className="border-t border-line pt-3 sm:columns-2 sm:gap-0 xl:columns-3">
        {[...groups].map(([paymentFor, purposes]) => (
          <section key={paymentFor} aria-label={paymentFor} className="mb-3 break-inside-avoid">
            <h3 className="px-4 py-1 text-[0.8125rem] font-medium text-ink-soft sm:px-5">{paymentFor}</h3>
            <ul>
              {purposes.map((purpose) => (
                <PurposeRow
                  key={purpose.id}
                  purpose={purpose}
                  linked={purpose.id === linked}
                  onEdit={() => openFor(purpose)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {dialog}
    </Card>
  )
}

function PurposeRow({ purpose, linked, onEdit }: { purpose: Purpose; linked: boolean; onEdit(): void }) {
  return (
    <li
      aria-current={linked || undefined}
      className="flex min-h-10 items-center gap-3 px-4 text-[0.8125rem] hover:bg-sunken aria-current:bg-accent-soft sm:px-5"
    >
      <span className="min-w-0 flex-1 truncate" title={purpose.description ?? undefined}>
        {markHidden(purpose.name)}
        {purpose.description && <span className="text-ink-soft"> {purpose.description}</span>}
      </span>
      <RowAction small icon={Pencil} label={`Edit ${purpose.name}`} onClick={onEdit} />
    </li>
  )
}

import type { DeliveryMethod, Purpose } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Pencil } from 'lucide-react'
import { lazy } from 'react'
import { useDeliveryMethods, usePurposes } from '#organization/api.ts'
import { deliveryKindWords } from '#organization/delivery-kinds.ts'
import { useLinkedRecord } from '#organization/linked-record.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/table/row-controls.tsx'

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

const MethodDialog = lazy(async () => ({
  default: (await import('#organization/delivery-method-dialog.tsx')).DeliveryMethodDialog,
}))

const columns: Column<DeliveryMethod>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 140,
    grows: true,
    tellsInFull: true,
    onCard: 'title',
    cell: ({ name }) => markHidden(name),
  },
  {
    key: 'kind',
    header: 'Kind',
    width: 140,
    grows: true,
    onCard: 'mark',
    cell: ({ kind }) => deliveryKindWords[kind].label,
  },
]

/** The delivery methods (R126, A9, A20). */
export function DeliveryMethods() {
  const list = useDeliveryMethods()
  const { data } = list
  const linked = useLinkedRecord('delivery-method', data !== undefined)
  const { openFor, dialog } = useDialogFor<DeliveryMethod>(MethodDialog)
  const actions: Column<DeliveryMethod> = {
    ...rowActionsColumn,
    cell: (method) => (
      <RowActions>
        <RowAction small icon={Pencil} label={`Edit ${method.name}`} onClick={() => openFor(method)} />
      </RowActions>
    ),
  }
  return (
    <Card title="Delivery Methods" description="The ways to hand over a check." flush>
      <DataTable
        caption="Delivery methods"
        columns={[...columns, actions]}
        rows={data}
        rowKey={({ id }) => id}
        activeKey={linked}
        {...useLoadFailure(list)}
        empty={<EmptyState text="No delivery methods." />}
        skeletonRows={4}
      />
      {dialog}
    </Card>
  )
}

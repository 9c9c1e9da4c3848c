import type { DeliveryMethod } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Pencil } from 'lucide-react'
import { lazy } from 'react'
import { useDeliveryMethods } from '#organization/api.ts'
import { deliveryKindWords } from '#organization/delivery-kinds.ts'
import { useLinkedRecord } from '#organization/linked-record.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/table/row-controls.tsx'

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

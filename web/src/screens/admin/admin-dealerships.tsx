import type { DealerGroup, Dealership } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups, useDealerships, useDepartments } from '#organization/api.ts'
import { addTo, useLinkedRecord } from '#organization/linked-record.ts'
import { coversPlace, PlaceName } from '#organization/places.tsx'
import { DeliveryMethods, Purposes } from '#organization/purposes.tsx'
import { paths } from '#paths.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { ActiveBadge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { usePortion } from '#ui/table/load-more.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/table/row-controls.tsx'

export function AdminDealershipsScreen() {
  const person = usePerson()
  return (
    <>
      <PageHeader title="Dealerships Management" />
      <DealerGroups />
      <Dealerships />
      {may(person, 'choices.write') && (
        <>
          <Purposes />
          <DeliveryMethods />
        </>
      )}
    </>
  )
}

const DealershipDialog = lazy(async () => ({
  default: (await import('#organization/dealership-dialog.tsx')).DealershipDialog,
}))
const DeleteDialog = lazy(async () => ({
  default: (await import('#organization/delete-dealership-dialog.tsx')).DeleteDealershipDialog,
}))

const columns: Column<Dealership>[] = [
  { key: 'code', header: 'Code', width: 100, cell: ({ code }) => code },
  {
    key: 'group',
    header: 'Dealer Group',
    width: 140,
    grows: true,
    givesWay: 2,
    cell: (dealership) => markHidden(dealership.dealer_group_name),
  },
  {
    key: 'location',
    header: 'Location',
    width: 140,
    onCard: 'detail',
    cell: ({ city, state }) => `${city}, ${state}`,
  },
  { key: 'phone', header: 'Phone', width: 120, givesWay: 1, cell: ({ phone }) => phone },
  {
    key: 'status',
    header: 'Status',
    width: 76,
    onCard: 'mark',
    cell: (dealership) => <ActiveBadge active={dealership.is_active} />,
  },
]

/** The dealerships; admins change those in their own scope (R109, R110, A20). */
export function Dealerships() {
  const person = usePerson()
  const list = useDealerships()
  const { data } = list
  const { shown, more } = usePortion(data)
  const linked = useLinkedRecord('dealership', data !== undefined)
  const edit = useDialogFor<Dealership | null>(DealershipDialog)
  const remove = useDialogFor<Dealership>(DeleteDialog)
  const groups = useDealerGroups().data ?? []
  const canAdd = groups.some(({ id }) => coversPlace(person, { dealerGroupId: id }))
  // The confirmation of a deletion names the departments to be deleted.
  const { data: departments } = useDepartments()
  const name: Column<Dealership> = {
    key: 'name',
    header: 'Name',
    width: 210,
    grows: true,
    onCard: 'title',
    cell: (dealership) => (
      <span className="@container flex items-baseline gap-2">
        <span className="min-w-0 truncate" data-full-text>
          {markHidden(dealership.name)}
        </span>
        {departments?.every(({ dealership_id }) => dealership_id !== dealership.id) && (
          <TextLink to={paths.departments} search={addTo(dealership.id)} className="shrink-0">
            <span className="sr-only @md:not-sr-only">No departments yet. </span>
            Add departments
          </TextLink>
        )}
      </span>
    ),
  }
  const actions: Column<Dealership> = {
    ...rowActionsColumn,
    cell: (dealership) =>
      coversPlace(person, { dealerGroupId: dealership.dealer_group_id, dealershipId: dealership.id }) && (
        <RowActions>
          <RowAction small icon={Pencil} label={`Edit ${dealership.name}`} onClick={() => edit.openFor(dealership)} />
          <RowAction
            small
            icon={Trash2}
            danger
            label={`Delete ${dealership.name}`}
            onClick={() => remove.openFor(dealership)}
          />
        </RowActions>
      ),
  }
  return (
    <Card
      title="Dealerships"
      actions={
        canAdd && (
          <Button variant="secondary" onClick={() => edit.openFor(null)}>
            <Plus aria-hidden className="size-4" />
            Add Dealership
          </Button>
        )
      }
      flush
    >
      <DataTable
        caption="Dealerships"
        columns={[name, ...columns, actions]}
        rows={shown}
        rowKey={({ id }) => id}
        activeKey={linked}
        {...useLoadFailure(list)}
        empty={<EmptyState text="No dealerships have been added yet." />}
        more={more}
        skeletonRows={5}
      />
      {edit.dialog}
      {remove.dialog}
    </Card>
  )
}

const GroupDialog = lazy(async () => ({ default: (await import('#organization/group-dialog.tsx')).GroupDialog }))
const DeleteGroupDialog = lazy(async () => ({
  default: (await import('#organization/delete-group-dialog.tsx')).DeleteGroupDialog,
}))

const groupColumns: Column<DealerGroup>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 140,
    grows: true,
    onCard: 'title',
    cell: (group) => <PlaceName place={group} />,
  },
  { key: 'code', header: 'Code', width: 100, onCard: 'mark', cell: ({ code }) => code },
]

/** The dealer groups; only super admins can add, change, and delete them (R108, R191). */
export function DealerGroups() {
  const manages = may(usePerson(), 'dealer-groups.write')
  const list = useDealerGroups()
  const { data } = list
  const linked = useLinkedRecord('dealer-group', data !== undefined)
  const edit = useDialogFor<DealerGroup | null>(GroupDialog)
  const remove = useDialogFor<DealerGroup>(DeleteGroupDialog)
  const actions: Column<DealerGroup> = {
    ...rowActionsColumn,
    cell: (group) => (
      <RowActions>
        <RowAction small icon={Pencil} label={`Edit ${group.name}`} onClick={() => edit.openFor(group)} />
        <RowAction small icon={Trash2} danger label={`Delete ${group.name}`} onClick={() => remove.openFor(group)} />
      </RowActions>
    ),
  }
  return (
    <Card
      title="Dealer Groups"
      actions={
        manages && (
          <Button variant="secondary" onClick={() => edit.openFor(null)}>
            <Plus aria-hidden className="size-4" />
            Add Dealer Group
          </Button>
        )
      }
      flush
    >
      <DataTable
        caption="Dealer Groups"
        columns={manages ? [...groupColumns, actions] : groupColumns}
        rows={data}
        rowKey={({ id }) => id}
        activeKey={linked}
        {...useLoadFailure(list)}
        empty={<EmptyState text="No dealer groups have been added yet." />}
        skeletonRows={2}
      />
      {edit.dialog}
      {remove.dialog}
    </Card>
  )
}

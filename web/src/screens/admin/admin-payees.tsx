import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { payeeStates } from '@check-requests/domain/payees/lifecycle.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Download, FileUp, Pencil, Plus } from 'lucide-react'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { payeePath } from '#paths.ts'
import { usePayeeList } from '#payees/api.ts'
import { ListOffNote } from '#payees/payee-notes.tsx'
import { PayeeStateBadge, stateWords } from '#payees/payee-state-badge.tsx'
import { choiceValue, textValue, useUrlState } from '#platform/url-state.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { optional } from '#ui/optional.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/table/row-controls.tsx'

const AddDialog = lazy(async () => ({ default: (await import('#payees/payee-dialog.tsx')).PayeeDialog }))
const ImportDialog = lazy(async () => ({
  default: (await import('#operation/imports/import-payees-dialog.tsx')).ImportPayeesDialog,
}))
const KeptCountsCard = optional(async () => (await import('#payees/kept-counts.tsx')).KeptCountsCard)
const TaxListDialog = lazy(async () => ({ default: (await import('#payees/tax-list-dialog.tsx')).TaxListDialog }))

export function AdminPayeesScreen() {
  const person = usePerson()
  const [writes, verifies] = [may(person, 'payees.write'), may(person, 'payees.verify')]
  const add = useDialogFor<null>(AddDialog)
  const imports = useDialogFor<null>(ImportDialog)
  const taxList = useDialogFor<null>(TaxListDialog)
  return (
    <>
      <PageHeader
        title="Payees"
        subtitle="The payees of the dealer group. A second person verifies each payee."
        actions={
          <>
            {verifies && (
              <Button variant="secondary" onClick={() => taxList.openFor(null)}>
                <Download aria-hidden className="size-4" />
                1099 List
              </Button>
            )}
            {writes && (
              <Button variant="secondary" onClick={() => imports.openFor(null)}>
                <FileUp aria-hidden className="size-4" />
                Import
              </Button>
            )}
            {writes && (
              <Button onClick={() => add.openFor(null)}>
                <Plus aria-hidden className="size-4" />
                Add Payee
              </Button>
            )}
          </>
        }
      />
      <ListOffNote />
      <PayeeList />
      {person.role === 'admin' && <KeptCountsCard />}
      {add.dialog}
      {imports.dialog}
      {taxList.dialog}
    </>
  )
}

const EditDialog = lazy(async () => ({ default: (await import('#payees/payee-dialog.tsx')).PayeeDialog }))

const shape = { search: textValue(), state: choiceValue(['', ...payeeStates], '') }
const everything = { search: '', state: '' } as const

const states = [
  { value: '', label: 'All states' },
  ...payeeStates.map((state) => ({ value: state, label: stateWords[state] })),
] as const

/** The payees of the user's dealer group, searchable by name, address, email, phone, or note. */
export function PayeeList() {
  const [filter, change] = useUrlState(shape)
  const { payees, failure, more } = usePayeeList(filter)
  const { column, dialog } = useEditAction()
  const isNarrowed = filter.search !== '' || filter.state !== ''
  return (
    <Card title="Payees" flush>
      <div className="flex flex-wrap gap-2 px-4 pb-3 sm:px-5">
        <SearchField
          label="Search Payees"
          placeholder="Search by name, address, email, or phone..."
          value={filter.search}
          onChange={(search) => change({ search }, { replace: true })}
        />
        <NativeSelect
          aria-label="State"
          options={states}
          value={filter.state}
          onChange={(state) => change({ state })}
          className="max-sm:w-full"
        />
      </div>
      <DataTable
        caption="Payees"
        columns={column ? [...payeeColumns, column] : payeeColumns}
        rows={payees}
        rowKey={({ id }) => id}
        rowVersion={({ version }) => version}
        {...failure}
        empty={isNarrowed ? <NoMatch onClear={() => change(everything)} /> : <EmptyState text="No payees yet." />}
        more={more}
      />
      {dialog}
    </Card>
  )
}

function NoMatch({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      text="No payees found matching your criteria"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear Filters
        </Button>
      }
    />
  )
}

/** The Actions column with its dialog, for users who can change payees. */
function useEditAction() {
  const writes = may(usePerson(), 'payees.write')
  const edit = useDialogFor<PayeeReply | null>(EditDialog)
  const column: Column<PayeeReply> = {
    ...rowActionsColumn,
    cell: (payee) => (
      <RowActions>
        <RowAction small icon={Pencil} label={`Edit ${payee.name}`} onClick={() => edit.openFor(payee)} />
      </RowActions>
    ),
  }
  return { column: writes ? column : undefined, dialog: edit.dialog }
}

/** The columns of the payee table, and the order in which columns are dropped from a narrow table. */
const payeeColumns: Column<PayeeReply>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 180,
    grows: true,
    tellsInFull: true,
    onCard: 'title',
    cell: ({ id, name }) => (
      <TextLink to={payeePath(id)} className="row-link scroll-mt-10">
        {markHidden(name)}
      </TextLink>
    ),
  },
  { key: 'state', header: 'State', width: 90, onCard: 'mark', cell: ({ state }) => <PayeeStateBadge state={state} /> },
  {
    key: 'type',
    header: 'Type',
    width: 130,
    onCard: 'detail',
    cell: ({ payee_type, payee_sub_type }) => `${capitalized(payee_type)}, ${payee_sub_type}`,
  },
  {
    key: 'address',
    header: 'Address',
    width: 170,
    grows: true,
    tellsInFull: true,
    givesWay: 4,
    cell: ({ address }) => (address ? markHidden(address.replaceAll('\n', ', ')) : '–'),
  },
  { key: 'email', header: 'Email', width: 150, grows: true, givesWay: 2, cell: ({ email }) => email ?? '–' },
  { key: 'phone', header: 'Phone', width: 120, givesWay: 3, cell: ({ phone }) => phone ?? '–' },
  {
    key: 'group',
    header: 'Dealer Group',
    width: 120,
    givesWay: 1,
    cell: ({ dealer_group_name }) => markHidden(dealer_group_name),
  },
]

import type { LedgerAccount } from '@check-requests/domain/books/accounting/chart-fields.ts'
import { accountingEndpoints as endpoints } from '@check-requests/domain/books/accounting/endpoints.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { CircleOff, CirclePlay, FileUp, ListStart, Pencil, Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import type { AccountSubject } from '#books/accounting/account-dialog.tsx'
import { accountingNotices, useAccounts } from '#books/accounting/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import { type DialogFor, useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

const ImportDialog = lazy(async () => ({
  default: (await import('#operation/imports/import-accounts-dialog.tsx')).ImportAccountsDialog,
}))

const AccountDialog = lazy(async () => ({
  default: (await import('#books/accounting/account-dialog.tsx')).AccountDialog,
}))

const DefaultsDialog = lazy(async () => ({
  default: (await import('#books/accounting/defaults-dialog.tsx')).DefaultsDialog,
}))

const mostShown = 100

/** A dealer group's chart of accounts: on or off, import, and default accounts. */
export function ChartDialog({ subject: group, open, onOpenChange }: DialogFor<DealerGroup>) {
  const [search, setSearch] = useState('')
  const query = useAccounts(group.id, { search, limit: mostShown })
  const { error, onRetry } = useLoadFailure(query)
  const imports = useDialogFor<number>(ImportDialog)
  const edit = useDialogFor<AccountSubject>(AccountDialog)
  const defaults = useDialogFor<DealerGroup>(DefaultsDialog)
  const { accounts = [], total = 0 } = query.data ?? {}
  const isEmpty = query.data !== undefined && total === 0
  const more = total - accounts.length
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Chart of Accounts: ${markHidden(group.name)}`}
      description="Request amounts are charged to these accounts."
      size="md"
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => edit.openFor({ groupId: group.id })}>
            <Plus aria-hidden className="size-4" />
            Add Account
          </Button>
          <Button variant="secondary" onClick={() => imports.openFor(group.id)}>
            <FileUp aria-hidden className="size-4" />
            Import
          </Button>
          {(total > 0 || search !== '') && (
            <Button variant="secondary" onClick={() => defaults.openFor(group)}>
              <ListStart aria-hidden className="size-4" />
              Default Accounts
            </Button>
          )}
        </div>
        {error && <ErrorState message={error} onRetry={onRetry} />}
        {isEmpty && search === '' && (
          <EmptyState text="No accounts have been added yet. Requests of this dealer group have no accounting lines." />
        )}
        {(total > 0 || search !== '') && (
          <SearchField label="Search Accounts" value={search} onChange={setSearch} slashFocuses={false} />
        )}
        {accounts.length > 0 && (
          <ul aria-label="Accounts" className="grid divide-y divide-line rounded-md border border-line">
            {accounts.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                onRename={() => edit.openFor({ groupId: group.id, account })}
              />
            ))}
          </ul>
        )}
        {isEmpty && search !== '' && <EmptyState text="No accounts match your search." />}
        {more > 0 && <p className="text-ink-soft">And {more.toLocaleString('en-US')} more. Search to see them.</p>}
        <FormDialogFooter>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </FormDialogFooter>
        {imports.dialog}
        {edit.dialog}
        {defaults.dialog}
      </div>
    </Dialog>
  )
}

function AccountRow({ account, onRename }: { account: LedgerAccount; onRename(): void }) {
  const { id, version, number, name, is_active } = account
  const update = useWriteWithNotices(endpoints.update, accountingNotices.update)
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-1">
      <span className="flex min-w-0 flex-wrap items-center gap-2 wrap-anywhere">
        <span className="font-medium tabular-nums">{number}</span>
        <span className="min-w-0">{markHidden(name)}</span>
        {!is_active && <Badge color="gray">Inactive</Badge>}
      </span>
      <span className="flex">
        <RowAction small icon={Pencil} label={`Rename account ${number}`} onClick={onRename} />
        <RowAction
          small
          icon={is_active ? CircleOff : CirclePlay}
          label={is_active ? `Deactivate account ${number}` : `Reactivate account ${number}`}
          onClick={() => update.mutate({ params: { id }, body: { is_active: !is_active, version } })}
        />
      </span>
    </li>
  )
}

import { importEndpoints as endpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import { type AccountPreview, accountImportSample } from '@check-requests/domain/operation/imports/fields.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { accountingNotices } from '#books/accounting/api.ts'
import { type FileEffect, ImportDialog } from '#operation/imports/import-dialog.tsx'
import { RowList } from '#operation/imports/line-lists.tsx'
import { useWrite, useWriteWithNotices } from '#platform/use-write.ts'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

type Row = AccountPreview['rows'][number]

const fates: Record<Row['becomes'], string> = {
  added: 'Will be added',
  changed: 'In the chart, will be changed',
  same: 'In the chart, unchanged',
}

/** Adds and changes a dealer group's accounts from a CSV file. */
export function ImportAccountsDialog({ subject: groupId, open, onOpenChange }: DialogFor<number>) {
  const preview = useWrite(endpoints.previewAccounts, { refreshes: [] })
  const add = useWriteWithNotices(endpoints.accounts, accountingNotices.import, {
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ImportDialog<Row, AccountPreview>
      open={open}
      onOpenChange={onOpenChange}
      groupId={groupId}
      title="Import Accounts"
      description="From a CSV file with the columns Number, Name, and Active, up to 2,000 rows. You can preview the changes first. Either all rows are imported or none. No accounts are removed."
      sample={{ name: 'accounts.csv', text: accountImportSample }}
      preview={preview}
      add={add}
      effectOf={effectOf}
      addLabel={(count) => `Import ${count.toLocaleString('en-US')} ${count === 1 ? 'Account' : 'Accounts'}`}
      table={({ rows }) => (
        <RowList
          rows={rows.map(({ line, number, name, is_active, becomes }) => ({
            key: line,
            name: `${number} ${name}`,
            facts: [fates[becomes], is_active ? null : 'Inactive'],
          }))}
        />
      )}
    />
  )
}

function effectOf({ rows }: AccountPreview): FileEffect {
  const count = (fate: Row['becomes']) => rows.filter(({ becomes }) => becomes === fate).length
  const [added, changed, same] = [count('added'), count('changed'), count('same')]
  if (added + changed === 0)
    return { count: 0, inWords: 'would change nothing because the chart already has all of its accounts.' }
  const effects = [
    ...(added > 0 ? [`add ${inAccounts(added)}`] : []),
    ...(changed > 0 ? [`change ${inAccounts(changed)}`] : []),
    ...(same > 0 ? [`leave ${same.toLocaleString('en-US')} unchanged`] : []),
  ]
  return { count: added + changed, inWords: `would ${listWithAnd(effects)}. Nothing has been imported yet.` }
}

function inAccounts(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'}`
}

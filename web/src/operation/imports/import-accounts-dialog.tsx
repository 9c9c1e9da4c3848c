import { importEndpoints as endpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import { type AccountPreview, accountImportSample } from '@check-requests/domain/operation/imports/fields.ts'
import { accountingNotices } from '#books/accounting/api.ts'
import { type FileEffect, ImportDialog } from '#operation/imports/import-dialog.tsx'
import { RowList } from '#operation/imports/line-lists.tsx'
import { useWrite, useWriteWithNotices } from '#platform/use-write.ts'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

type Row = AccountPreview['rows'][number]

const listFormat = new Intl.ListFormat('en-US')

const fates: Record<Row['becomes'], string> = {
  added: 'Is added',
  changed: 'Is in the chart and changes',
  same: 'Is in the chart and stays as it is',
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
      description="From a CSV file with the columns Number, Name and Active, up to 2,000 rows. You see first what it would change; then all of it is done, or nothing. No account is removed."
      sample={{ name: 'accounts.csv', text: accountImportSample }}
      preview={preview}
      add={add}
      effectOf={effectOf}
      addLabel={(count) => `Import ${inAccounts(count)}`}
      table={({ rows }) => (
        <RowList
          rows={rows.map(({ line, number, name, is_active, becomes }) => ({
            key: line,
            name: `${number} ${name}`,
            facts: [fates[becomes], is_active ? null : 'Not in use'],
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
    return { count: 0, inWords: 'changes nothing: the chart has all of its accounts as they are.' }
  const effects = [
    ...(added > 0 ? [`adds ${inAccounts(added)}`] : []),
    ...(changed > 0 ? [`changes ${inAccounts(changed)}`] : []),
    ...(same > 0 ? [`leaves ${same.toLocaleString('en-US')} as ${same === 1 ? 'it is' : 'they are'}`] : []),
  ]
  return { count: added + changed, inWords: `${listFormat.format(effects)}. Nothing has been done so far.` }
}

function inAccounts(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'}`
}

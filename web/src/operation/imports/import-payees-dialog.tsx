import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { importEndpoints as endpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import { type PayeePreview, payeeImportSample } from '@check-requests/domain/operation/imports/fields.ts'
import { ImportDialog } from '#operation/imports/import-dialog.tsx'
import { RowList } from '#operation/imports/line-lists.tsx'
import { useWrite, useWriteWithNotices } from '#platform/use-write.ts'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

type Row = PayeePreview['rows'][number]

/** Imports payees from a CSV file; another person has to verify each payee. */
export function ImportPayeesDialog({ open, onOpenChange }: DialogFor<null>) {
  const preview = useWrite(endpoints.previewPayees, { refreshes: [] })
  const texts = { done: 'Payees imported', failed: 'Couldn’t import the payees', refreshes: ['organisation'] } as const
  const add = useWriteWithNotices(endpoints.payees, texts, { onSuccess: () => onOpenChange(false) })
  return (
    <ImportDialog<Row, PayeePreview>
      open={open}
      onOpenChange={onOpenChange}
      title="Import Payees"
      description="From a CSV file with the columns of the payee form, up to 1,000 rows. You can preview the rows first. Either all rows are added or none."
      sample={{ name: 'payees.csv', text: payeeImportSample }}
      preview={preview}
      add={add}
      addLabel={(count) => `Add ${count.toLocaleString('en-US')} ${count === 1 ? 'Payee' : 'Payees'}`}
      table={({ rows }) => (
        <RowList
          rows={rows.map(({ line, name, payee_type, payee_sub_type, address, purpose_name }) => ({
            key: line,
            name,
            facts: [
              `${capitalized(payee_type)}, ${payee_sub_type}`,
              address?.replaceAll('\n', ', ') ?? null,
              purpose_name && capitalized(purpose_name),
            ],
          }))}
        />
      )}
    />
  )
}

import { Checkbox } from '#ui/checkbox.tsx'
import type { Column } from '#ui/data-table.tsx'
import { SelectAllBox, SelectBox } from '#ui/select-boxes.tsx'

/** The column of checkboxes; those of rows that cannot be taken are locked, and their note says why. */
export function chooseColumn<Row>(
  nameOf: (row: Row) => string,
  refusalOf: (row: Row) => string | undefined,
): Column<Row> {
  return {
    key: 'select',
    header: 'Select',
    headerCell: <SelectAllBox label="Select all shown" hideLabel />,
    onCard: 'corner',
    width: 28,
    className: 'select-column visible',
    cell: (row) =>
      refusalOf(row) ? (
        <Checkbox
          label={`${nameOf(row)} cannot be selected`}
          hideLabel
          className="-mx-1 min-w-6 justify-center opacity-50 print:hidden"
          disabled
        />
      ) : (
        <SelectBox row={row} name={nameOf(row)} />
      ),
  }
}

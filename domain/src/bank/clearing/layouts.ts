import { headerWith, keyOfName, namesIn } from './column-names.ts'
import { firstRows } from './columns.ts'
import type { ClearingCsvMapping, ClearingField, ClearingProfile } from './profile.ts'
import type { DelimitedRow } from './records.ts'
import { amountForms, readClearingDate } from './values.ts'

/** The saved layout of columns that a file fits, by its column names, or else by the values at their positions. */
export function layoutFor(text: string, { csv, more_csv }: Layouts): ClearingCsvMapping | undefined {
  return [csv, ...more_csv].find((layout): layout is ClearingCsvMapping => layout !== null && fits(text, layout))
}

/** The saved layouts after one was chosen for a file: it replaces the one that the file fits, or else comes first. */
export function withLayout(text: string, saved: Layouts, layout: ClearingCsvMapping): Layouts {
  const { csv, more_csv } = saved
  const before = layoutFor(text, saved)
  if (before === csv && csv !== null) return { csv: layout, more_csv }
  const others = more_csv.filter((one) => one !== before)
  return { csv: layout, more_csv: csv === null ? others : [csv, ...others].slice(0, mostOtherLayouts) }
}

type Layouts = Pick<ClearingProfile, 'csv' | 'more_csv'>
const mostOtherLayouts = 9

function fits(text: string, layout: ClearingCsvMapping): boolean {
  const rows = firstRows(text, { separator: layout.separator, widths: layout.widths ?? [] })
  const isNamed = namesIn(layout).length > 0
  const header = isNamed ? headerWith(rows, layout) : undefined
  if (isNamed && !header) return false
  const placeOf = (field: ClearingField) => {
    const column = layout[field] ?? 0
    return typeof column === 'string' ? (header?.cells.map(keyOfName).indexOf(keyOfName(column)) ?? -1) : column - 1
  }
  const [date, amount, credit] = (['date', 'amount', 'credit'] as const).map(placeOf)
  const data = rows.filter(({ line }) => line > (header?.line ?? layout.lines_before + (layout.has_names ? 1 : 0)))
  const read = amountForms[layout.amount_form]
  const isPayment = ({ cells }: DelimitedRow) =>
    readClearingDate(cells[date ?? -1] ?? '', layout.date_form) !== undefined &&
    [amount, credit].some((place) => read(cells[place ?? -1] ?? '') !== undefined)
  const payments = data.filter(isPayment).length
  if (!isNamed) return payments > 0 && payments * 2 >= data.length
  return payments > 0 || data.every(({ cells }) => !/\d/.test(cells[date ?? -1] ?? ''))
}

/** True for a file with some of the columns that a saved layout names. */
export function resembles(text: string, layout: ClearingCsvMapping): boolean {
  const names = namesIn(layout)
  return firstRows(text, { separator: layout.separator, widths: layout.widths ?? [] }).some(({ cells }) => {
    const keys = cells.map(keyOfName)
    return names.filter((name) => keys.includes(name)).length * 2 >= Math.max(2, names.length)
  })
}

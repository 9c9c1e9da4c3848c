import { headerWith, keyOfName, namesIn } from './column-names.ts'
import { guessColumns } from './columns.ts'
import type { ClearingCsvMapping, ClearingField, ClearingFormat, ClearingProfile } from './profile.ts'
import { bareRecord, type DelimitedRow, linesOf } from './records.ts'
import { amountForms, readClearingDate } from './values.ts'
import { firstRows } from './widths.ts'

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

const charactersLookedAt = 20_000
const linesAboveBai2 = 30
const baiHeader = /^\s*01([,;|\t])[^,;|\t]*\1[^,;|\t]*\1\d{6}\1\d{4}\1/

/**
 * The format of a text, recognized by its content, not by the file name: an OFX root or header, a BAI2 file header
 * followed by a group header, or else columns, separated or of fixed width. Undefined if there are no columns.
 * `account`: its number or last digits.
 */
export function formatOf(text: string, account = ''): ClearingFormat | undefined {
  const start = text.slice(0, charactersLookedAt).replace(/^\uFEFF/, '')
  if (/<(?:[\w.-]+:)?OFX(?:\s[^>]*)?>/i.test(start) || /^\s*OFXHEADER\s*:/im.test(start)) return 'OFX'
  const lines = linesOf(start).filter((line) => line.trim() !== '')
  if (isBai2(lines.map(bareRecord))) return 'BAI2'
  const { separator, places } = guessColumns(text, account)
  if (separator === 'widths') return 'fixed width'
  const hasChecks = places.number > 0 || places.description > 0
  return places.amount > 0 && places.date > 0 && hasChecks ? 'CSV' : undefined
}

/**
 * True for a file header (01) followed by a group header (02), whatever is above it, and for a part of a BAI2 file or one
 * with another separator. Those are refused as BAI2, instead of being read as columns.
 */
function isBai2(lines: readonly string[]): boolean {
  const header = lines.slice(0, linesAboveBai2).findIndex((line) => /^\s*01\s*[,;|\t]/.test(line))
  const next = header < 0 ? '' : lines.slice(header + 1).find((line) => !/^\s*88\s*[,;|\t]/.test(line))
  const first = lines.slice(Math.max(0, header), linesAboveBai2)
  const hasRecords = first.length > 0 && first.every((line) => /^\s*(01|02|03|16|49|88|98|99)\s*[,;|\t]/.test(line))
  return /^\s*02\s*[,;|\t]/.test(next ?? '') || hasRecords || baiHeader.test(lines[header] ?? '')
}

import { csvLine } from './csv.ts'
import type { Failure } from './errors.ts'
import type { SheetCell, SheetColumn } from './spreadsheet.ts'

/** Rows of an export as they are read: a part at a time, so that no export holds all of them in memory. */
export type ExportedParts = AsyncIterable<readonly (readonly SheetCell[])[]>

/** A column of an export, and what it says of a row. */
export interface ExportColumn<Arguments extends unknown[]> extends SheetColumn {
  cell(...row: Arguments): SheetCell
}

/** CSV lines for a spreadsheet: a header, then the rows. Formulas are inert, and money has two places. */
export async function* csvOf(columns: readonly SheetColumn[], parts: ExportedParts): AsyncGenerator<string> {
  // Spreadsheets recognize UTF-8 by the byte order mark.
  yield `\uFEFF${csvLine(columns.map(({ header }) => header))}`
  for await (const rows of parts)
    yield rows.map((row) => csvLine(row.map((value, index) => inCsv(columns[index], value)))).join('')
}

function inCsv(column: SheetColumn | undefined, value: SheetCell): SheetCell {
  return column?.kind === 'money' && value !== null ? Number(value).toFixed(2) : value
}

/** The same parts. Throws `refusal` as soon as there are more rows than `most`. */
export async function* atMost(parts: ExportedParts, most: number, refusal: () => Failure) {
  let rows = 0
  for await (const part of parts) {
    rows += part.length
    if (rows > most) throw refusal()
    yield part
  }
}

/** The columns without what they say, as a thread takes them. */
export function describedColumns(columns: readonly SheetColumn[]): SheetColumn[] {
  return columns.map(({ header, width, kind }) => ({ header, width, kind }))
}

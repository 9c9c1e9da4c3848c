import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Failure } from '../errors.ts'
import { type Name, Turns } from '../threads/fair-queue.ts'
import { LongReads } from '../threads/long-reads.ts'

/**
 * A column in a spreadsheet. `width` is in characters. Money is in dollars, a date is YYYY-MM-DD, and a count is whole.
 */
export interface SheetColumn {
  readonly header: string
  readonly width: number
  readonly kind: 'text' | 'money' | 'date' | 'count'
}

export type SheetCell = string | number | null

/** The first message to the thread that generates a file. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
}

/**
 * Generates XLSX files, one at a time in a separate thread, so that other work doesn't have to wait. Dealer groups take
 * turns.
 */
export class Spreadsheets {
  readonly #longReads = new LongReads()
  readonly #turns = new Turns({
    atOnce: 1,
    longestQueue: 5,
    whenFull: 'Your dealer group is creating too many spreadsheets right now. Try again in a minute.',
    retryAfterSeconds: 60,
  })

  /**
   * Returns a file with a header row and these rows, which arrive in parts. Text stays text and never becomes a
   * formula.
   */
  make(sheet: Sheet, parts: AsyncIterable<readonly (readonly SheetCell[])[]>, tenant: Name): Promise<Uint8Array> {
    return this.#turns.take(tenant, async () => {
      const thread = new Worker(new URL('./spreadsheet-thread.ts', import.meta.url), { workerData: sheet })
      const made = once(thread, 'message')
      // The error reaches the code that awaits the file. Until then it must not count as unhandled.
      made.catch(() => {})
      try {
        for await (const rows of this.#longReads.pace(parts, tenant)) thread.postMessage(rows)
        thread.postMessage('that is all')
        const [file] = await made
        if (!(file instanceof Uint8Array)) throw new Error('The spreadsheet thread sent no file.')
        return file
      } finally {
        await thread.terminate()
      }
    })
  }
}

/** An export's rows while they are read, one part at a time, so that no export holds all of them in memory. */
export type ExportedParts = AsyncIterable<readonly (readonly SheetCell[])[]>

/** A column in an export, and its value for a row. */
export interface ExportColumn<Arguments extends unknown[]> extends SheetColumn {
  cell(...row: Arguments): SheetCell
}

/** CSV lines for a spreadsheet: a header, then the rows. Formulas are inert, and money has two decimal places. */
export async function* csvOf(columns: readonly SheetColumn[], parts: ExportedParts): AsyncGenerator<string> {
  // Spreadsheets recognize UTF-8 by the byte order mark.
  yield `\uFEFF${csvLine(columns.map(({ header }) => header))}`
  for await (const rows of parts)
    yield rows.map((row) => csvLine(row.map((value, index) => inCsv(columns[index], value)))).join('')
}

function inCsv(column: SheetColumn | undefined, value: SheetCell): SheetCell {
  return column?.kind === 'money' && value !== null ? Number(value).toFixed(2) : value
}

/** Passes the parts on. Throws `refusal` as soon as there are more rows than `most`. */
export async function* atMost(parts: ExportedParts, most: number, refusal: () => Failure) {
  let rows = 0
  for await (const part of parts) {
    rows += part.length
    if (rows > most) throw refusal()
    yield part
  }
}

/** The columns without their functions, which can't be sent to a thread. */
export function describedColumns(columns: readonly SheetColumn[]): SheetColumn[] {
  return columns.map(({ header, width, kind }) => ({ header, width, kind }))
}

const formulaStart = /^[\s\p{C}]*[=+\-@＝＋－＠]/u
const needsQuotes = /[",\r\n]/

/** One line of CSV. A text that a spreadsheet could take for a formula gets a leading apostrophe and stays text. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const inert = formulaStart.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value
  return needsQuotes.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/**
 * Puts files in one ZIP archive by name, without compression, since most are already compressed, and with a fixed time,
 * so that the same files make the same archive.
 */
export async function archiveOf(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  const { zip } = await import('fflate')
  return new Promise((resolve, reject) => {
    zip({ ...files }, { level: 0, mtime: '1980-01-01T12:00:00' }, (error, archive) =>
      error ? reject(error) : resolve(archive),
    )
  })
}

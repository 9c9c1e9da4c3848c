import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Name } from './line.ts'
import { LongReads } from './long-reads.ts'
import { Turns } from './turns.ts'

/** A column of a spreadsheet. `width` in characters. Money comes in dollars, a date as YYYY-MM-DD, a count is whole. */
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
 * Generates XLSX files, one at a time and in a separate thread, so that nobody else has to wait. Dealer groups take turns.
 */
export class Spreadsheets {
  readonly #longReads = new LongReads()
  readonly #turns = new Turns({
    atOnce: 1,
    longestQueue: 5,
    whenFull: 'Too many spreadsheets of your dealer group are being made at this moment. Try again in a minute.',
    retryAfterSeconds: 60,
  })

  /** The bytes of a file with a header row and these rows, which arrive in parts. Text stays text, never a formula. */
  make(sheet: Sheet, parts: AsyncIterable<readonly (readonly SheetCell[])[]>, tenant: Name): Promise<Uint8Array> {
    return this.#turns.take(tenant, async () => {
      const thread = new Worker(new URL('./spreadsheet-thread.ts', import.meta.url), { workerData: sheet })
      const made = once(thread, 'message')
      // The error reaches whoever awaits the file; until then it must not count as unhandled.
      made.catch(() => {})
      try {
        for await (const rows of this.#longReads.pace(parts, tenant)) thread.postMessage(rows)
        thread.postMessage('that is all')
        const [file] = await made
        if (!(file instanceof Uint8Array)) throw new Error('The thread of the spreadsheet sent no file.')
        return file
      } finally {
        await thread.terminate()
      }
    })
  }
}

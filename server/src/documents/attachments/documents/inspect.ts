import { type Name, Turns } from '../../../platform/threads/fair-queue.ts'
import { ProgramApart } from '../../../platform/threads/isolated-program.ts'
import { unsafe, type Verdict } from './verdict.ts'

/** In milliseconds, how long a document may take to judge, and how long it may wait for its turn. */
interface Limits {
  readonly one: number
  readonly patience: number
}

const tooMuch = 'This file takes too long or too much memory to open. Print it as a PDF with fewer pages, and add that.'

/**
 * Opens files that people send, each in a process of its own without rights and with limits of time and memory, so that
 * whatever a file does to the code that opens it ends there. Dealer groups take turns.
 */
export class Inspections {
  readonly #inspection: ProgramApart
  readonly #turns: Turns

  // Usually a tenth of a second; more than enough for the longest file on a busy machine.
  constructor({ one, patience }: Limits = { one: 10_000, patience: 15_000 }) {
    this.#inspection = new ProgramApart({
      program: new URL('./inspect-process.ts', import.meta.url),
      readable: ['server/src/documents/attachments/*', 'server/src/platform/text/pdf-opening.ts'],
      endsWithin: one,
    })
    this.#turns = new Turns({
      atOnce: 2,
      mostOfOne: 1,
      longestQueue: 40,
      patience,
      whenFull: 'Too many documents of your dealer group are being added at this moment. Try again in a minute.',
      retryAfterSeconds: 30,
    })
  }

  /** What the content is, or why it cannot be taken. */
  inspect(content: () => AsyncIterable<Uint8Array>, tenant: Name): Promise<Verdict> {
    return this.#turns.take(tenant, async () => {
      const verdict = await this.#inspection.run(content())
      return verdict ? JSON.parse(verdict.toString()) : unsafe(tooMuch)
    })
  }
}

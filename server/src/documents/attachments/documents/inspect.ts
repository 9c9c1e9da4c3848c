import { type Name, Turns } from '../../../platform/threads/fair-queue.ts'
import { ProgramApart } from '../../../platform/threads/isolated-program.ts'
import { unsafe, type Verdict } from './verdict.ts'

/** The processor time of an inspection, and how long it can wait in the queue, in milliseconds. */
interface Limits {
  readonly one: number
  readonly patience: number
}

const tooMuch =
  'This file takes too much time or memory to open. Print it to a PDF with fewer pages, and add the new file.'

/**
 * Inspects uploaded files, each in its own unprivileged process with limits on time and memory, so that a file that
 * exploits a parser can't harm the server. Dealer groups take turns in the queue.
 */
export class Inspections {
  readonly #inspection: ProgramApart
  readonly #turns: Turns

  // An inspection usually takes a tenth of a second. Ten seconds of processor time are enough for the longest file.
  constructor({ one, patience }: Limits = { one: 10_000, patience: 30_000 }) {
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
      whenFull: 'Your dealer group is adding too many documents at the same time. Try again in a minute.',
      retryAfterSeconds: 30,
    })
  }

  /** Returns the detected file type, or the reason for refusing the file. */
  inspect(content: () => AsyncIterable<Uint8Array>, tenant: Name): Promise<Verdict> {
    return this.#turns.take(tenant, async () => {
      const verdict = await this.#inspection.run(content())
      return verdict ? JSON.parse(verdict.toString()) : unsafe(tooMuch)
    })
  }
}

import type { ClearingLook, ClearingOptions } from '@check-requests/domain/bank/clearing/read-file.ts'
import { Turns } from '../../platform/threads/fair-queue.ts'
import { Thread } from '../../platform/threads/thread.ts'
import type { Judgment, Keys, PackedRegister, Portion } from './clearing-lines.ts'
import type { ClearingAnswer, ClearingQuestion, PackedClearing } from './clearing-thread.ts'

const longestMilliseconds = 5000

type ClearingThread = Thread<ClearingQuestion, ClearingAnswer>

/** A thread for one bank file. Throws `tooSlow` if an answer takes more than 5 s. */
export class ClearingReader {
  readonly #thread: ClearingThread
  readonly #tooSlow: () => Error
  isLate = false

  constructor(thread: ClearingThread, tooSlow: () => Error) {
    this.#thread = thread
    this.#tooSlow = tooSlow
  }

  read(bytes: Uint8Array, options: ClearingOptions): Promise<PackedClearing> {
    return this.#ask({ ask: 'read', bytes, options }) as Promise<PackedClearing>
  }

  /** The keys of packed lines. */
  keysOf(content: string): Promise<readonly Portion<Keys>[]> {
    return this.#ask({ ask: 'keys', content }) as Promise<readonly Portion<Keys>[]>
  }

  /** The comparison of packed lines with their checks, to show. */
  look(content: string, register: PackedRegister): Promise<ClearingLook> {
    return this.#ask({ ask: 'look', content, register }) as Promise<ClearingLook>
  }

  /** The same comparison, to save. */
  judge(content: string, register: PackedRegister): Promise<Judgment> {
    return this.#ask({ ask: 'judge', content, register }) as Promise<Judgment>
  }

  async #ask(question: ClearingQuestion): Promise<ClearingAnswer> {
    const answer = await this.#thread.askWithin(longestMilliseconds, question)
    if (answer !== undefined) return answer
    this.isLate = true
    throw this.#tooSlow()
  }
}

/**
 * Reads and compares bank files in worker threads with a time limit, because all calls would wait for the seconds that
 * a large file takes. Each dealer group has one slot, so that it can't block other groups (L1).
 */
class ClearingThreads {
  readonly #idle: ClearingThread[] = []
  readonly #turns = new Turns({
    atOnce: 2,
    mostOfOne: 1,
    longestQueue: 20,
    patience: 10_000,
    whenFull: 'Too many bank files are being read right now. Try again in a minute.',
    retryAfterSeconds: 30,
  })

  /** Runs work with a thread of its own. */
  use<Result>(
    dealerGroupId: number,
    tooSlow: () => Error,
    work: (reader: ClearingReader) => Promise<Result>,
  ): Promise<Result> {
    return this.#turns.take(String(dealerGroupId), async () => {
      const thread = this.#idle.pop() ?? (await newThread())
      const reader = new ClearingReader(thread, tooSlow)
      try {
        return await work(reader)
      } finally {
        if (!reader.isLate) this.#idle.push(thread)
      }
    })
  }
}

/** A thread that has started, so that its startup doesn't count toward the time limit for the file. */
async function newThread(): Promise<ClearingThread> {
  const thread: ClearingThread = new Thread(new URL('./clearing-thread.ts', import.meta.url))
  await thread.ask({ ask: 'keys', content: '[]' })
  return thread
}

export const clearingThreads = new ClearingThreads()

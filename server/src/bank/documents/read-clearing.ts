import type { MatchedWith } from '@check-requests/domain/bank/clearing/match.ts'
import type { ClearingLook, Compared, ReadClearing } from '@check-requests/domain/bank/clearing/read-file.ts'
import { Turns } from '../../platform/threads/fair-queue.ts'
import { Thread } from '../../platform/threads/thread.ts'
import type { ClearingQuestion } from './clearing-thread.ts'

const longestMilliseconds = 5000

type ClearingThread = Thread<ClearingQuestion, ReadClearing | ClearingLook>

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

  /** The contents of a file; undefined if reading it takes more than 5 s. */
  read(
    dealerGroupId: number,
    question: Extract<ClearingQuestion, { bytes: Uint8Array }>,
  ): Promise<ReadClearing | undefined> {
    return this.#ask(dealerGroupId, question) as Promise<ReadClearing | undefined>
  }

  /** The comparison of the lines with their checks; undefined if it takes more than 5 s. */
  compare(dealerGroupId: number, content: string, register: MatchedWith<Compared>): Promise<ClearingLook | undefined> {
    return this.#ask(dealerGroupId, { content, register }) as Promise<ClearingLook | undefined>
  }

  #ask(dealerGroupId: number, question: ClearingQuestion): Promise<ReadClearing | ClearingLook | undefined> {
    return this.#turns.take(String(dealerGroupId), async () => {
      const thread = this.#idle.pop() ?? (await newThread())
      const answer = await thread.askWithin(longestMilliseconds, question)
      if (answer !== undefined) this.#idle.push(thread)
      return answer
    })
  }
}

/** A thread that has started, so that its startup doesn't count toward the time limit for the file. */
async function newThread(): Promise<ClearingThread> {
  const thread: ClearingThread = new Thread(new URL('./clearing-thread.ts', import.meta.url))
  await thread.ask({ content: '[]', register: { checks: [], firstNumber: null, seen: new Set() } })
  return thread
}

export const clearingThreads = new ClearingThreads()

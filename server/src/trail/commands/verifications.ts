import { Failure } from '../../platform/errors.ts'
import { Turns } from '../../platform/threads/fair-queue.ts'
import { SharedWork } from '../../platform/threads/promises.ts'
import { Thread } from '../../platform/threads/thread.ts'
import type { AppDatabase } from '../../tables.ts'
import type { Verdict } from './verify.ts'

/** The settings for a thread that verifies the audit trail. */
export interface TrailPlace {
  readonly dialect: AppDatabase['dialect']
  readonly where: string
  readonly directUrl: string | undefined
  readonly keyFile: string
  readonly checkpoints: { readonly file: string; readonly keyFile: string } | undefined
}

/**
 * Verifies the trail in a thread with its own connections, so that other work doesn't wait: one chain at a time, and
 * once for all callers who ask in the meantime.
 */
export class Verifications {
  readonly #thread: Thread<number | null, Verdict>
  readonly #shared = new SharedWork<number | null, Verdict>()
  readonly #turns = new Turns({
    atOnce: 1,
    // At most one run per chain waits, because later callers share it.
    longestQueue: 1,
    whenFull: '',
    retryAfterSeconds: 0,
  })

  #isStopped = false

  /** `module` is the code that runs in the thread. */
  constructor(
    { dialect, where, directUrl, keyring }: AppDatabase,
    checkpoints: TrailPlace['checkpoints'],
    module: URL,
  ) {
    const place: TrailPlace = { dialect, where, directUrl, keyFile: keyring.file, checkpoints }
    this.#thread = new Thread(module, place)
  }

  /** Returns the verdict on a chain, or on all of them (null). Throws `UNAVAILABLE` once the server is stopping. */
  run(chain: number | null): Promise<Verdict> {
    return this.#shared.run(chain, () => this.#turns.take(chain, () => this.#verify(chain)))
  }

  /**
   * Aborts the verification and starts no more. A verification only reads, so a shutdown doesn't have to wait for it.
   */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#thread.end()
  }

  async #verify(chain: number | null): Promise<Verdict> {
    if (this.#isStopped) throw stopping()
    try {
      return await this.#thread.ask(chain)
    } catch (error) {
      throw this.#isStopped ? stopping() : error
    }
  }
}

function stopping(): Failure {
  return new Failure('UNAVAILABLE', 'The server is stopping. Verify the trail again in a minute.', {
    retryAfterSeconds: 60,
  })
}

import { Failure } from '../../platform/errors.ts'
import { Turns } from '../../platform/threads/fair-queue.ts'
import { SharedWork } from '../../platform/threads/promises.ts'
import { Thread } from '../../platform/threads/thread.ts'
import type { AppDatabase } from '../../tables.ts'
import type { Verdict } from './verify.ts'

/** What a thread needs to know to verify a trail by itself. */
export interface TrailPlace {
  readonly dialect: AppDatabase['dialect']
  readonly where: string
  readonly directUrl: string | undefined
  readonly keyFile: string
  readonly checkpoints: { readonly file: string; readonly keyFile: string } | undefined
}

/**
 * Verifies the trail in a thread that has connections of its own, so that nobody else has to wait: one chain at a time,
 * once for all who ask for it meanwhile.
 */
export class Verifications {
  readonly #thread: Thread<number | null, Verdict>
  readonly #shared = new SharedWork<number | null, Verdict>()
  readonly #turns = new Turns({
    atOnce: 1,
    // Of each chain at most one waits: whoever else asks shares it.
    longestQueue: 1,
    whenFull: '',
    retryAfterSeconds: 0,
  })

  #isStopped = false

  /** `module`: what runs in the thread. */
  constructor(
    { dialect, where, directUrl, keyring }: AppDatabase,
    checkpoints: TrailPlace['checkpoints'],
    module: URL,
  ) {
    const place: TrailPlace = { dialect, where, directUrl, keyFile: keyring.file, checkpoints }
    this.#thread = new Thread(module, place)
  }

  /** The verdict on a chain, or on all of them (null). Throws `UNAVAILABLE` once the server is stopping. */
  run(chain: number | null): Promise<Verdict> {
    return this.#shared.run(chain, () => this.#turns.take(chain, () => this.#verify(chain)))
  }

  /** Ends what is being verified, and begins nothing more: it only reads, so a stop need not wait for it. */
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

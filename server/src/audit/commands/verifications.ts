import { SharedWork } from '../../platform/shared-work.ts'
import { Thread } from '../../platform/thread.ts'
import { Turns } from '../../platform/turns.ts'
import type { AppDatabase } from '../../tables.ts'
import type { Verdict } from './verify.ts'

/** What a thread needs to know to verify a trail by itself. */
export interface TrailPlace {
  readonly dialect: AppDatabase['dialect']
  readonly where: string
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

  /** `module`: what runs in the thread. */
  constructor({ dialect, where, keyring }: AppDatabase, checkpoints: TrailPlace['checkpoints'], module: URL) {
    const place: TrailPlace = { dialect, where, keyFile: keyring.file, checkpoints }
    this.#thread = new Thread(module, place)
  }

  /** The verdict on a chain, or on all of them (null). */
  run(chain: number | null): Promise<Verdict> {
    return this.#shared.run(chain, () => this.#turns.take(chain, () => this.#thread.ask(chain)))
  }
}

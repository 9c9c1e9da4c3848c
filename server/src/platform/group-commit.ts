import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Work } from './database.ts'
import { execute } from './execute.ts'

interface Waiting<Tables> {
  readonly work: Work<Tables, unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown }

/**
 * Lets writes that arrive together share one durable commit of SQLite: one that fails rolls back alone,
 * and nobody is answered before the shared commit is on disk. Work may run twice, the second time on a clean slate.
 */
export class GroupCommit<Tables> {
  readonly #db: Kysely<Tables>
  #waiting: Waiting<Tables>[] = []
  #running: Promise<void> | undefined

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  /** Runs work in the next shared transaction. */
  run<Result>(work: Work<Tables, Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.#running ??= this.#drain()
    })
  }

  /** Resolves when nothing is waiting or running. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #drain(): Promise<void> {
    // All requests that came in with this turn of the event loop get to join before the first one runs.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      const outcomes = (await this.#commitWhole(batch)) ?? (await this.#commitApart(batch))
      for (const [index, waiting] of batch.entries()) tell(waiting, outcomes[index] as Outcome)
    }
    this.#running = undefined
  }

  /** Commits the batch as if nobody could fail, which saves keeping what each one has changed; nothing when somebody did. */
  async #commitWhole(batch: Waiting<Tables>[]): Promise<Outcome[] | undefined> {
    try {
      return await this.#db.transaction().execute(async (trx) => {
        const outcomes: Outcome[] = []
        for (const { work } of batch) outcomes.push({ ok: true, value: await work(trx) })
        return outcomes
      })
    } catch (error) {
      return batch.length === 1 ? [{ ok: false, error }] : undefined
    }
  }

  /** Commits those of the batch that succeed, each behind a savepoint of its own. */
  async #commitApart(batch: Waiting<Tables>[]): Promise<Outcome[]> {
    try {
      return await this.#db.transaction().execute(async (trx) => {
        const outcomes: Outcome[] = []
        for (const { work } of batch) outcomes.push(await inSavepoint(trx, work))
        return outcomes
      })
    } catch (error) {
      return batch.map(() => ({ ok: false, error }))
    }
  }
}

const savepoint = CompiledQuery.raw('savepoint work')
const release = CompiledQuery.raw('release work')
const rollback = CompiledQuery.raw('rollback to work')

async function inSavepoint<Tables>(trx: Transaction<Tables>, work: Work<Tables, unknown>): Promise<Outcome> {
  await execute(trx, savepoint)
  try {
    const value = await work(trx)
    await execute(trx, release)
    return { ok: true, value }
  } catch (error) {
    await undo(trx, error)
    return { ok: false, error }
  }
}

// Some faults, a full disk among them, end the whole transaction: then there is nothing to go back to, and all share the fault.
async function undo<Tables>(trx: Transaction<Tables>, error: unknown): Promise<void> {
  try {
    await execute(trx, rollback)
    await execute(trx, release)
  } catch {
    throw error
  }
}

function tell<Tables>({ resolve, reject }: Waiting<Tables>, outcome: Outcome): void {
  if (outcome.ok) resolve(outcome.value)
  else reject(outcome.error)
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type Transaction } from 'kysely'
import { sharedCommits } from '../measures/measures.ts'
import { execute } from './prepared.ts'

/** Work inside one transaction: all of it takes effect, or none of it. */
export type Work<Tables, Result> = (trx: Transaction<Tables>) => Promise<Result>

interface Waiting<Tables> {
  readonly work: Work<Tables, void>
  readonly since: number
  resolve(): void
  reject(error: unknown): void
}

/** The outcome of one write. Without an error, the write is on disk. */
interface Outcome<Tables> {
  readonly waiting: Waiting<Tables>
  readonly failed?: { readonly error: unknown }
}

/** A database whose commits are shared. */
export interface Committing<Tables> {
  /** Runs work in a transaction. The result is durable. */
  readonly transact: <Result>(work: Work<Tables, Result>) => Promise<Result>
  /** False if a connection can break during a commit, because it is then unknown whether the commit took effect. */
  readonly failedCommitIsUndone: boolean
}

/**
 * Lets writes that arrive together share one durable commit. A write that fails rolls back alone, and no caller gets a
 * response before the shared commit is on disk. Work can run twice, the second time from scratch.
 */
export class GroupCommit<Tables> {
  readonly #database: Committing<Tables>
  #waiting: Waiting<Tables>[] = []
  #running: Promise<void> | undefined

  constructor(database: Committing<Tables>) {
    this.#database = database
  }

  /** Runs work in the next shared transaction. */
  run<Result>(work: Work<Tables, Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let result: Result
      // The first caller runs the work of all callers, and each write keeps its own call's context.
      const keepResult = AsyncLocalStorage.bind(async (trx: Transaction<Tables>) => {
        result = await work(trx)
      })
      this.#waiting.push({ work: keepResult, since: performance.now(), resolve: () => resolve(result), reject })
      this.#running ??= this.#drain()
    })
  }

  /** Resolves when nothing is waiting or running. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #drain(): Promise<void> {
    // All requests that arrived in this turn of the event loop join before the first one runs.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      measure(batch)
      const outcomes = (await this.#commitWhole(batch)) ?? (await this.#commitApart(batch))
      for (const { waiting, failed } of outcomes) failed ? waiting.reject(failed.error) : waiting.resolve()
    }
    this.#running = undefined
  }

  /**
   * Commits the batch without savepoints, which is faster but assumes that nothing fails. Returns undefined if
   * something did.
   */
  async #commitWhole(batch: Waiting<Tables>[]): Promise<Outcome<Tables>[] | undefined> {
    let isCommitting = false
    try {
      return await this.#database.transact(async (trx) => {
        for (const { work } of batch) await work(trx)
        isCommitting = true
        return batch.map((waiting) => ({ waiting }))
      })
    } catch (error) {
      const isUndone = !isCommitting || this.#database.failedCommitIsUndone
      return isUndone && batch.length > 1 ? undefined : failAll(batch, error)
    }
  }

  /** Commits the work that succeeds, each with its own savepoint. */
  async #commitApart(batch: Waiting<Tables>[]): Promise<Outcome<Tables>[]> {
    try {
      return await this.#database.transact(async (trx) => {
        const outcomes: Outcome<Tables>[] = []
        for (const waiting of batch) outcomes.push(await inSavepoint(trx, waiting))
        return outcomes
      })
    } catch (error) {
      return failAll(batch, error)
    }
  }
}

const savepoint = CompiledQuery.raw('savepoint work')
const release = CompiledQuery.raw('release work')
const rollback = CompiledQuery.raw('rollback to work')

function measure(batch: readonly Pick<Waiting<unknown>, 'since'>[]): void {
  if (!sharedCommits.hasSubscribers) return
  const now = performance.now()
  sharedCommits.publish(batch.map(({ since }) => now - since))
}

function failAll<Tables>(batch: readonly Waiting<Tables>[], error: unknown): Outcome<Tables>[] {
  return batch.map((waiting) => ({ waiting, failed: { error } }))
}

async function inSavepoint<Tables>(trx: Transaction<Tables>, waiting: Waiting<Tables>): Promise<Outcome<Tables>> {
  await execute(trx, savepoint)
  try {
    await waiting.work(trx)
    await execute(trx, release)
    return { waiting }
  } catch (error) {
    await undo(trx, error)
    return { waiting, failed: { error } }
  }
}

// Some errors, such as a full disk, end the whole transaction. Then there is no savepoint to roll back to, and all
// writes share the error.
async function undo<Tables>(trx: Transaction<Tables>, error: unknown): Promise<void> {
  try {
    await execute(trx, rollback)
    await execute(trx, release)
  } catch {
    throw error
  }
}

type Last = () => Promise<void>

const lasts = new WeakMap<object, Last[]>()

/**
 * Runs `last` once, after all work in this transaction, which several commands can share, and before its commit. Meant
 * for work that makes others wait.
 */
export function beforeCommit(trx: object, last: Last): void {
  const known = lasts.get(trx) ?? []
  lasts.set(trx, [...known, last])
}

/** Runs work in a transaction, and then the work it deferred. */
export async function toItsEnd<Trx extends object, Result>(
  trx: Trx,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const result = await work(trx)
  for (const last of lasts.get(trx) ?? []) await last()
  return result
}

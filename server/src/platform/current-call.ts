import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { isQueryTime, type QueryTime, queryTimes } from './measures.ts'
import { type Random, secureRandom } from './random.ts'
import { type Trace, traceOf, traceparent } from './trace.ts'

/** What one statement took in a call, in milliseconds, all times together. */
interface Spent {
  times: number
  milliseconds: number
}

/** A call while it is answered: the trace that it belongs to, whose it is, and what its queries take. */
export class Call {
  readonly trace: Trace
  readonly #spent = new Map<string, Spent>()
  /** Who calls, once that is known. */
  userId: number | undefined
  /** How long it took to find the answer, in milliseconds; sending it may take longer. */
  worked = 0

  constructor(traceHeader: unknown, random: Random = secureRandom) {
    this.trace = traceOf(traceHeader, random)
  }

  /** Runs the work that answers the call; what it asks the database counts as its own. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const began = performance.now()
    try {
      return await current.run(this, work)
    } finally {
      this.worked = performance.now() - began
    }
  }

  note({ sql, milliseconds }: QueryTime): void {
    const spent = this.#spent.get(sql)
    if (!spent) return void this.#spent.set(sql, { times: 1, milliseconds })
    spent.times += 1
    spent.milliseconds += milliseconds
  }

  /** How many queries there were, and how many milliseconds they took in all. */
  get queries(): Spent {
    const all = [...this.#spent.values()]
    return {
      times: all.reduce((sum, { times }) => sum + times, 0),
      milliseconds: all.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    }
  }

  /** The statements that took longest, the longest first. They hold no values of the caller's: those are parameters. */
  slowest(count: number): readonly (Spent & { readonly sql: string })[] {
    return [...this.#spent]
      .map(([sql, spent]) => ({ sql, ...spent }))
      .sort((one, other) => other.milliseconds - one.milliseconds)
      .slice(0, count)
  }
}

const current = new AsyncLocalStorage<Call>()
const calls = new WeakMap<IncomingMessage, Call>()

/** The call that this request is, made when it is first asked for. */
export function callOf(request: IncomingMessage): Call {
  const known = calls.get(request)
  if (known) return known
  const call = new Call(request.headers.traceparent)
  calls.set(request, call)
  return call
}

/** From now on, queries count for the call for which they are made. */
export function countQueries(): void {
  if (!queryTimes.hasSubscribers) queryTimes.subscribe(noteQuery)
}

function noteQuery(time: unknown): void {
  if (isQueryTime(time)) current.getStore()?.note(time)
}

/** What a call to another server carries while one is answered, so that its log and ours can be put together. */
export function traceHeaders(): Record<string, string> {
  const call = current.getStore()
  return call ? { traceparent: traceparent(call.trace, secureRandom) } : {}
}

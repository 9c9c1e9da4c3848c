import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { finishedCalls, isQueryTime, type QueryTime, queryTimes } from './measures.ts'
import { type Random, secureRandom } from './random.ts'
import { isRecorded, type Trace, traceOf, traceparent } from './trace.ts'

/** What one statement took in a call, in milliseconds, all times together. */
interface Spent {
  times: number
  milliseconds: number
}

/** A query of a call that is recorded. */
export interface RecordedQuery extends QueryTime {
  /** When its answer was there, in milliseconds since 1970. */
  readonly until: number
}

/** As many queries of one call are recorded; of an import, the first ones say enough. */
const mostRecorded = 200

/** A call while it is answered: the trace that it belongs to, whose it is, and what its queries take. */
export class Call {
  readonly trace: Trace
  readonly #spent = new Map<string, Spent>()
  readonly recorded: RecordedQuery[] = []
  readonly isRecorded: boolean
  /** Who calls, once that is known. */
  userId: number | undefined
  /** Says what of its change waits for a second person. */
  waits: string | undefined
  /** How long it took to find the answer, in milliseconds; sending it may take longer. */
  worked = 0

  constructor(traceHeader: unknown, random: Random = secureRandom) {
    const canRecord = finishedCalls.hasSubscribers
    this.trace = traceOf(traceHeader, random, canRecord)
    this.isRecorded = canRecord && isRecorded(this.trace)
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
    if (this.isRecorded && this.recorded.length < mostRecorded)
      this.recorded.push({ sql, milliseconds, until: performance.timeOrigin + performance.now() })
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

/** Has the answer of the current call say what of its change waits for a second person. */
export function noteWaits(sentence: string): void {
  const call = current.getStore()
  if (call) call.waits = sentence
}

/** What a call to another server carries while one is answered, so that its log and ours can be put together. */
export function traceHeaders(): Record<string, string> {
  const call = current.getStore()
  return call ? { traceparent: traceparent(call.trace) } : {}
}

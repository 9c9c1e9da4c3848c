import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { type Random, secureRandom } from '../crypto/hashes.ts'
import { finishedCalls, isQueryTime, type QueryTime, queryTimes } from './measures.ts'

/** The trace that a call belongs to (W3C Trace Context), and the span in it that the call is. */
interface Trace {
  /** 32 hex characters. */
  readonly id: string
  /** The span that the call is: 16 hex characters. */
  readonly spanId: string
  /** The span of the caller, if it named one. */
  readonly parentId: string | undefined
  /** Two hex characters, of which the last bit says whether the trace is recorded. */
  readonly flags: string
}

const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const onlyKnownVersion = '00'

/**
 * The trace that the header `traceparent` names, or a new one where it names none that could be read. `records`:
 * whether a new one is recorded.
 */
export function traceOf(header: unknown, random: Random, records = false): Trace {
  const spanId = random(8).toString('hex')
  const [, version, id, parentId, flags, more] = form.exec(String(header)) ?? []
  const isOdd = version === onlyKnownVersion && more !== undefined
  if (id === undefined || flags === undefined || isOdd)
    return { id: random(16).toString('hex'), spanId, parentId: undefined, flags: records ? '01' : '00' }
  return { id, spanId, parentId, flags }
}

/** The header with which a call to another server says that it belongs to this trace, and comes from this span. */
export function traceparent({ id, spanId, flags }: Trace): string {
  return `${onlyKnownVersion}-${id}-${spanId}-${flags}`
}

/** Whether whoever began the trace wants it recorded. */
export function isRecorded({ flags }: Trace): boolean {
  return (Number.parseInt(flags, 16) & 1) === 1
}

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

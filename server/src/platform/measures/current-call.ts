import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { pooled, type Random, secureRandom } from '../crypto/hashes.ts'
import { finishedCalls, isQueryTime, type QueryTime, queryTimes } from './measures.ts'

/** The trace that a call belongs to (W3C Trace Context), and the call's own span in it. */
interface Trace {
  /** 32 hex characters. */
  readonly id: string
  /** The call's own span: 16 hex characters. */
  readonly spanId: string
  /** The caller's span, if it sent one. */
  readonly parentId: string | undefined
  /** Two hex characters, whose last bit is set if the trace is recorded. */
  readonly flags: string
}

const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const onlyKnownVersion = '00'

/**
 * Returns the trace in the `traceparent` header, or a new one if the header is missing or invalid. `records` decides
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

/** The header that passes this trace and span on to another server. */
export function traceparent({ id, spanId, flags }: Trace): string {
  return `${onlyKnownVersion}-${id}-${spanId}-${flags}`
}

/** Returns true if the caller that began the trace wants it recorded. */
export function isRecorded({ flags }: Trace): boolean {
  return (Number.parseInt(flags, 16) & 1) === 1
}

/** The total time that a statement took in a call, in milliseconds, and how often it ran. */
interface Spent {
  times: number
  milliseconds: number
}

/** A query in a recorded call. */
export interface RecordedQuery extends QueryTime {
  /** The time of the query's answer, in milliseconds since 1970. */
  readonly until: number
}

/** The maximum number of recorded queries per call. For an import, the first ones are enough. */
const mostRecorded = 200

const randomOfTraces = pooled(secureRandom)

/** A call in progress: its trace, its user, and the time its queries take. */
export class Call {
  readonly trace: Trace
  readonly #spent = new Map<string, Spent>()
  readonly recorded: RecordedQuery[] = []
  readonly isRecorded: boolean
  /** The caller's user id, once it is known. */
  userId: number | undefined
  /** A sentence about the part of the change that is pending confirmation. */
  waits: string | undefined
  /** The time that finding the answer took, in milliseconds. Sending the answer can take longer. */
  worked = 0

  constructor(traceHeader: unknown, random: Random = randomOfTraces) {
    const canRecord = finishedCalls.hasSubscribers
    this.trace = traceOf(traceHeader, random, canRecord)
    this.isRecorded = canRecord && isRecorded(this.trace)
  }

  /** Runs the work that answers the call, and counts its queries as the call's own. */
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

  /** The number of queries, and their total time in milliseconds. */
  get queries(): Spent {
    const all = [...this.#spent.values()]
    return {
      times: all.reduce((sum, { times }) => sum + times, 0),
      milliseconds: all.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    }
  }

  /** The slowest statements, slowest first. They contain no user data, which is passed in parameters. */
  slowest(count: number): readonly (Spent & { readonly sql: string })[] {
    return [...this.#spent]
      .map(([sql, spent]) => ({ sql, ...spent }))
      .sort((one, other) => other.milliseconds - one.milliseconds)
      .slice(0, count)
  }
}

const current = new AsyncLocalStorage<Call>()
const calls = new WeakMap<IncomingMessage, Call>()

/** Returns the call for this request, created on first use. */
export function callOf(request: IncomingMessage): Call {
  const known = calls.get(request)
  if (known) return known
  const call = new Call(request.headers.traceparent)
  calls.set(request, call)
  return call
}

/** Counts queries for the call that makes them, from now on. */
export function countQueries(): void {
  if (!queryTimes.hasSubscribers) queryTimes.subscribe(noteQuery)
}

function noteQuery(time: unknown): void {
  if (isQueryTime(time)) current.getStore()?.note(time)
}

/** Adds a sentence about a pending part of the change to the current call's answer. */
export function noteWaits(sentence: string): void {
  const call = current.getStore()
  if (call) call.waits = sentence
}

/** The trace headers for calls to another server, so that its log can be matched with ours. */
export function traceHeaders(): Record<string, string> {
  const call = current.getStore()
  return call ? { traceparent: traceparent(call.trace) } : {}
}

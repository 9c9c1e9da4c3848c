import { channel } from 'node:diagnostics_channel'
import type { LogEvent } from 'kysely'

/** How long each write in a shared commit waited for the commit to begin, in milliseconds. */
export const sharedCommits = channel('check-requests:shared-commits')

/** Each API call that was answered, for trace exports. */
export const finishedCalls = channel('check-requests:finished-calls')

/** How long work waited for a connection to PostgreSQL, in milliseconds. */
export const connectionWaits = channel('check-requests:connection-waits')

/** The time a query took. Its text contains no user data. */
export interface QueryTime {
  readonly sql: string
  readonly milliseconds: number
}

/** The time of each query in a call, published in the call's context. */
export const queryTimes = channel('check-requests:query-times')

export function isQueryTime(message: unknown): message is QueryTime {
  return typeof message === 'object' && message !== null && 'sql' in message && 'milliseconds' in message
}

/** Returns the answer, and publishes the time it took. */
export async function timed<Answer>(sql: string, answer: Promise<Answer>): Promise<Answer> {
  if (!queryTimes.hasSubscribers) return answer
  const since = performance.now()
  const given = await answer
  queryTimes.publish({ sql, milliseconds: performance.now() - since })
  return given
}

/** Kysely calls this for each query that it sends to PostgreSQL. */
export function tellQueryTime({ query, queryDurationMillis }: LogEvent): void {
  if (!queryTimes.hasSubscribers) return
  queryTimes.publish({ sql: query.sql, milliseconds: queryDurationMillis })
}

/** Recent CPU usage of this thread, from 0 for none to 1 for full use. */
export interface OwnLoad {
  share(): number
  stop(): void
}

/**
 * Measures every `every` milliseconds, and returns 0 for the first two measurements. Time used by other processes or
 * spent waiting for a disk doesn't count.
 */
export function measureOwnLoad(every: number): OwnLoad {
  let usedBefore = process.threadCpuUsage()
  let measuredAt = performance.now()
  let times = 0
  let share = 0
  const measure = () => {
    const now = performance.now()
    // After long work, a new timer is due immediately, because timers count from when that work began.
    if (now - measuredAt < every / 2) return
    const { user, system } = process.threadCpuUsage(usedBefore)
    times += 1
    if (times > 1) share = (user + system) / 1000 / (now - measuredAt)
    usedBefore = process.threadCpuUsage()
    measuredAt = now
  }
  const timer = setInterval(measure, every).unref()
  return { share: () => share, stop: () => clearInterval(timer) }
}

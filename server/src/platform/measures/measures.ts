import { channel } from 'node:diagnostics_channel'
import type { LogEvent } from 'kysely'

/** How long each write of a shared commit has waited for it to begin, in milliseconds. */
export const sharedCommits = channel('check-requests:shared-commits')

/** Each call of the API that has been answered, for whoever records traces. */
export const finishedCalls = channel('check-requests:finished-calls')

/** How long work has waited for a connection to PostgreSQL, in milliseconds. */
export const connectionWaits = channel('check-requests:connection-waits')

/** What a query took. Values of the caller's are not in its text. */
export interface QueryTime {
  readonly sql: string
  readonly milliseconds: number
}

/** What each query of a call took, told where the call waits for it. */
export const queryTimes = channel('check-requests:query-times')

export function isQueryTime(message: unknown): message is QueryTime {
  return typeof message === 'object' && message !== null && 'sql' in message && 'milliseconds' in message
}

/** The same answer; what it took is told. */
export async function timed<Answer>(sql: string, answer: Promise<Answer>): Promise<Answer> {
  if (!queryTimes.hasSubscribers) return answer
  const since = performance.now()
  const given = await answer
  queryTimes.publish({ sql, milliseconds: performance.now() - since })
  return given
}

/** For Kysely, which tells this of each query that it sends to PostgreSQL. */
export function tellQueryTime({ query, queryDurationMillis }: LogEvent): void {
  if (!queryTimes.hasSubscribers) return
  queryTimes.publish({ sql: query.sql, milliseconds: queryDurationMillis })
}

/** Recent CPU usage of this thread: 0 for none, 1 for all the time. */
export interface OwnLoad {
  share(): number
  stop(): void
}

/**
 * Measures every `every` milliseconds, and says 0 until it has measured twice. Time used by other processes or spent
 * waiting for a disk does not count.
 */
export function measureOwnLoad(every: number): OwnLoad {
  let usedBefore = process.threadCpuUsage()
  let measuredAt = performance.now()
  let times = 0
  let share = 0
  const measure = () => {
    const now = performance.now()
    // After long work a new timer is due at once, as timers count from when that work began.
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

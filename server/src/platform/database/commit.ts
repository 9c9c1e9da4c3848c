import type { Transaction } from 'kysely'
import { type Clock, moment } from '../clock.ts'
import type { AnsweredCalls, RepeatableCall } from '../http/answered-calls.ts'
import { together } from '../threads/promises.ts'
import type { Change, ChangeFeed } from './change-feed.ts'
import type { Database } from './database.ts'

/** The services used by every commit. */
export interface CommitContext<Tables, Entry, News> {
  readonly database: Database<Tables>
  readonly feed: ChangeFeed
  readonly clock: Clock
  readonly answeredCalls: AnsweredCalls<Tables>
  readonly trail: Trail<Tables, Entry>
  readonly notices: Notices<Tables, News>
  /** Present if a mail server is configured. */
  readonly mailer: object | undefined
}

/** The audit trail, as a transaction needs it. */
export interface Trail<Tables, Entry> {
  /** Called when a command begins its work. */
  readonly begin: (trx: Transaction<Tables>) => void
  /**
   * Prepares the command's entries. `at` is in milliseconds UTC. The returned function appends them before the commit,
   * and must be the command's last action, since it can't be undone.
   */
  readonly prepare: (trx: Transaction<Tables>, entries: readonly Entry[], at: number) => Promise<() => void>
}

/** The users' notices, as a transaction needs them. */
export interface Notices<Tables, News> {
  readonly tell: (unit: Telling<Tables>, people: Iterable<number>, news: News) => Promise<void>
}

/** The transaction and settings that a command's notices use. */
export interface Telling<Tables> {
  readonly trx: Transaction<Tables>
  /** The time at which the whole command happens, in milliseconds UTC. */
  readonly now: number
  /** True if a mail server is configured. */
  readonly mails: boolean
  /** Records a change to announce after the commit. */
  readonly changed: (change: Change) => void
}

/** A command's transaction, and the work that it leaves to the commit. */
export interface UnitOfWork<Tables, Entry, News> extends Telling<Tables> {
  /** Records an entry for the audit trail. */
  readonly audit: (entry: Entry) => void
  /** Notifies these users of an event, once each, except the one who caused it. */
  readonly tell: (people: Iterable<number>, news: News) => Promise<void>
}

/** A call that can be repeated. `requireSight` throws if the first call's response is now outside the caller's scope. */
export interface Repeatable<Tables, Result> extends RepeatableCall {
  readonly requireSight?: (trx: Transaction<Tables>, result: Result) => Promise<unknown>
}

/**
 * Runs a command in one transaction together with its idempotency record and its audit entries, and then notifies
 * viewers. A repeated call has no effect and gets the first response.
 */
export async function commit<Tables, Entry, News, Result>(
  { database, feed, clock, answeredCalls, trail, notices, mailer }: CommitContext<Tables, Entry, News>,
  repeatable: Repeatable<Tables, Result> | undefined,
  work: (unit: UnitOfWork<Tables, Entry, News>) => Promise<Result>,
): Promise<Result> {
  const { result, changes } = await database.transact(async (trx) => {
    const now = clock()
    const earlier = repeatable && (await answeredCalls.claim(trx, repeatable, moment(now)))
    if (earlier !== undefined) {
      const result: Result = JSON.parse(earlier)
      await repeatable?.requireSight?.(trx, result)
      return { result, changes: [] }
    }
    trail.begin(trx)
    const entries: Entry[] = []
    const changes: Change[] = []
    const audit = (entry: Entry) => void entries.push(entry)
    const changed = (change: Change) => void changes.push(change)
    const telling = { trx, now, mails: mailer !== undefined, changed }
    const tell = (people: Iterable<number>, news: News) => notices.tell(telling, people, news)
    const result = await work({ ...telling, audit, tell })
    const [append] = await together(
      trail.prepare(trx, entries, now),
      repeatable && answeredCalls.keep(trx, repeatable, result),
      feed.announce(trx, changes),
    )
    append()
    return { result, changes }
  })
  feed.publish(changes)
  return result
}

/** Returns the given values that differ from the stored ones. */
export function differing<Row extends object>(
  row: Row,
  values: { [Field in keyof Row]?: Row[Field] | undefined },
): Partial<Row> {
  const changes: Partial<Row> = {}
  for (const field in values) {
    const value = values[field]
    if (value !== undefined && row[field] !== value) changes[field] = value
  }
  return changes
}

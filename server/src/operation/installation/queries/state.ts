import { type JobName, jobs } from '@check-requests/domain/operation/jobs/jobs.ts'
import { sql } from 'kysely'
import { openSince } from '../../../check-requests/queries/list/walks.ts'
import { along } from '../../../platform/database/list.ts'
import type { AppDatabase, Db } from '../../../tables.ts'
import { newestBackup } from '../../backups/queries/backups.ts'
import type { JobRow } from '../../jobs/queries/jobs.ts'

/** Counts sessions that haven't expired at the given time. */
export async function countSessions(db: Db, now: string): Promise<number> {
  const live = db.selectFrom('sessions').where('expires_at', '>', now)
  const { amount } = await live.select(({ fn }) => fn.countAll().as('amount')).executeTakeFirstOrThrow()
  return Number(amount)
}

/** Returns the time when the oldest pending request became pending, or null if no request is pending. */
export async function findOldestWaiting(db: Db): Promise<string | null> {
  const oldest = sql`select ${openSince} as since from check_requests r ${along(db, 'check_requests_group_changed')}
    where r.dealer_group_id = g.id and r.cleared_at is null and ${openSince} > ''
    order by r.cleared_at, ${openSince} limit 1`
  const { rows } = await sql<{ since: string | null }>`select min((${oldest})) as since from dealer_groups g`.execute(
    db,
  )
  return rows[0]?.since ?? null
}

/** Returns the number of stored documents and their total uploaded bytes. */
export async function sumDocuments(db: Db): Promise<{ count: number; bytes: number }> {
  const stored = db.selectFrom('attachments').where('removed_at', 'is', null)
  const { count, bytes } = await stored
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('size').as('bytes')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes ?? 0) }
}

/** Returns the database size in bytes, including indexes but not documents. */
export async function sizeOfDatabase({ dialect, read }: Pick<AppDatabase, 'dialect' | 'read'>): Promise<number> {
  const query =
    dialect === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  const { rows } = await query.execute(read)
  return Number(rows[0]?.bytes)
}

/** Returns the newest complete backup, or nulls if there is none. */
export async function backupsIn(db: Db) {
  const newest = await newestBackup(db)
  return { newest_at: newest?.started_at ?? null, bytes: newest?.bytes ?? null }
}

/** Returns the time and the result of the last audit trail verification. */
export function verificationIn(rows: readonly JobRow[]) {
  const job = rows.find(({ name }) => name === 'verify-trail')
  return { at: job?.ended_at ?? null, problem: job && job.failures > 0 ? job.error : null }
}

/** Returns the jobs whose last run failed, except the verification job, which reports its own result. */
export function failedJobsIn(rows: readonly JobRow[]) {
  const failed = rows.filter(({ name, failures }) => failures > 0 && name !== 'verify-trail')
  return failed.map(({ name, error }) => ({ label: labelOf(name), error: error ?? '' }))
}

function labelOf(name: JobName): string {
  return jobs.find((job) => job.name === name)?.label ?? name
}

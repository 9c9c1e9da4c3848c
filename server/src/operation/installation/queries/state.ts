import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type JobName, jobs } from '@check-requests/domain/operation/jobs/jobs.ts'
import { sql } from 'kysely'
import type { AppDatabase, Db } from '../../../tables.ts'
import { newestBackup } from '../../backups/queries/backups.ts'
import type { JobRow } from '../../jobs/queries/jobs.ts'

// As the index of what waits says it.
const isOpen = sql<boolean>`status_id not in (${sql.lit(statusNamed('closed').id)}, ${sql.lit(statusNamed('rejected').id)})`

/** How many sessions have not expired at a moment. */
export async function countSessions(db: Db, now: string): Promise<number> {
  const live = db.selectFrom('sessions').where('expires_at', '>', now)
  const { amount } = await live.select(({ fn }) => fn.countAll().as('amount')).executeTakeFirstOrThrow()
  return Number(amount)
}

/** Since when the request has waited that has waited longest for anybody; null when none waits. */
export async function findOldestWaiting(db: Db): Promise<string | null> {
  const { since } = await db
    .selectFrom('check_requests')
    .select(({ fn }) => fn.min('status_changed_at').as('since'))
    .where(isOpen)
    .executeTakeFirstOrThrow()
  return since
}

/** How many documents are stored, and how many bytes people have sent with them. */
export async function sumDocuments(db: Db): Promise<{ count: number; bytes: number }> {
  const stored = db.selectFrom('attachments').where('removed_at', 'is', null)
  const { count, bytes } = await stored
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('size').as('bytes')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes ?? 0) }
}

/** The size of the database in bytes, with its indexes and without documents. */
export async function sizeOfDatabase({ dialect, read }: Pick<AppDatabase, 'dialect' | 'read'>): Promise<number> {
  const query =
    dialect === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  const { rows } = await query.execute(read)
  return Number(rows[0]?.bytes)
}

/** The newest whole backup; nulls where there is none. */
export async function backupsIn(db: Db) {
  const newest = await newestBackup(db)
  return { newest_at: newest?.started_at ?? null, bytes: newest?.bytes ?? null }
}

/** When the audit trail was last verified, and what was found then. */
export function verificationIn(rows: readonly JobRow[]) {
  const job = rows.find(({ name }) => name === 'verify-trail')
  return { at: job?.ended_at ?? null, problem: job && job.failures > 0 ? job.error : null }
}

/** Jobs whose last run has failed, but for the verification, which tells of itself. */
export function failedJobsIn(rows: readonly JobRow[]) {
  const failed = rows.filter(({ name, failures }) => failures > 0 && name !== 'verify-trail')
  return failed.map(({ name, error }) => ({ label: labelOf(name), error: error ?? '' }))
}

function labelOf(name: JobName): string {
  return jobs.find((job) => job.name === name)?.label ?? name
}

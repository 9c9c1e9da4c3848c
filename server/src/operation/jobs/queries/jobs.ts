import type { JobName } from '@check-requests/domain/operation/jobs/jobs.ts'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { JobTable } from '../tables.ts'

export type JobRow = Selectable<JobTable>

export function listJobs(db: Db): Promise<JobRow[]> {
  return db.selectFrom('jobs').selectAll().orderBy('name').execute()
}

export function findJob(db: Db, name: JobName): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst()
}

/** Adds the jobs that don't exist yet, due at this moment. */
export async function addJobs(trx: Tx, names: readonly JobName[], dueAt: string): Promise<void> {
  const rows = names.map((name) => ({ name, due_at: dueAt }))
  await trx
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Makes a job due at this moment, unless it is due earlier. */
export async function hasten(trx: Tx, name: JobName, dueAt: string): Promise<void> {
  await trx.updateTable('jobs').set({ due_at: dueAt }).where('name', '=', name).where('due_at', '>', dueAt).execute()
}

/** A run of a job, and the time until which no other run can take it. */
export interface Lease {
  readonly name: JobName
  readonly holder: string
  readonly now: string
  readonly until: string
}

/** Takes a due job that no run holds. Returns true for the one instance that succeeds. */
export async function takeLease(trx: Tx, { name, holder, now, until }: Lease): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({ leased_by: holder, leased_until: until, started_at: now })
    .where('name', '=', name)
    .where('due_at', '<=', now)
    .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Extends the lease of a run that still holds its job. */
export async function extendLease(trx: Tx, { name, holder, until }: Omit<Lease, 'now'>): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ leased_until: until })
    .where('name', '=', name)
    .where('leased_by', '=', holder)
    .execute()
}

/** The result of a run, and the time when the next one is due. */
export type Ending = Pick<JobRow, 'due_at' | 'ended_at' | 'took_ms' | 'failures' | 'error'>

/** Ends a run that still holds its job. Changes nothing if another run has taken over since. */
export async function endLease(trx: Tx, { name, holder }: Pick<Lease, 'name' | 'holder'>, ending: Ending) {
  await trx
    .updateTable('jobs')
    .set({ ...ending, leased_by: null, leased_until: null })
    .where('name', '=', name)
    .where('leased_by', '=', holder)
    .execute()
}

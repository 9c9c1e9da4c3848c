import { statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { countByStatus } from '../../../check-requests/queries/list/request-scope.ts'
import { findMailState } from '../../../notices/mail/queries/outbox.ts'
import { moment } from '../../../platform/clock.ts'
import { freeBytes } from '../../../platform/files/data-folder.ts'
import type { Figure } from '../../../platform/measures/metrics.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { newestBackup } from '../../backups/queries/backups.ts'
import { findJob, type JobRow, listJobs } from '../../jobs/queries/jobs.ts'
import { countSessions, findOldestWaiting } from '../queries/state.ts'

const everything = { column: null, ids: [], dealerGroupId: null }

/** Reads the installation's metrics, none of which reveals anything about a dealer group. */
export async function readFigures({ database, clock, config }: Services): Promise<Figure[]> {
  const db = database.read
  const now = clock()
  return [
    { name: 'sessions', help: 'Unexpired sessions', value: await countSessions(db, moment(now)) },
    ...(await requestsByStatus(db)),
    {
      name: 'oldest_waiting_seconds',
      help: 'Time since the longest-waiting open request entered its status',
      value: ageAt(now, await findOldestWaiting(db)),
    },
    ...(await jobsAt(db, moment(now), config)),
    ...trailAt(await findJob(db, 'verify-trail'), now),
    ...(config.mail ? await mailsAt(db, now) : []),
    ...(config.backups ? await backupsAt(db, now) : []),
    ...(await freeDisk(config.dataDir)),
  ]
}

/** The age in seconds, or 0 if there is nothing to measure. */
function ageAt(now: number, since: string | null): number {
  return since === null ? 0 : Math.max(0, (now - Date.parse(since)) / 1000)
}

async function requestsByStatus(db: Db): Promise<Figure[]> {
  const counts = await countByStatus(db, everything)
  return statuses.map(({ id, name }) => ({
    name: 'requests',
    help: 'Check requests by status',
    value: counts.get(id) ?? 0,
    labels: { status: name },
  }))
}

async function jobsAt(db: Db, now: string, { mail, backups }: Services['config']): Promise<Figure[]> {
  // No instance runs these jobs if their settings are missing.
  const isDone = { 'send-mails': mail !== undefined, 'back-up': backups !== undefined }
  const jobs = (await listJobs(db)).filter(({ name }) => Reflect.get(isDone, name) !== false)
  const due = jobs.filter(({ due_at, leased_until }) => due_at <= now && (leased_until === null || leased_until <= now))
  const failed = jobs.filter(({ failures }) => failures > 0)
  return [
    { name: 'jobs_due', help: 'Jobs that are due but not running', value: due.length },
    { name: 'jobs_failed', help: 'Jobs whose last run failed', value: failed.length },
  ]
}

// There is no age before the first verification.
function trailAt(job: JobRow | undefined, now: number): Figure[] {
  if (!job?.ended_at) return []
  return [
    {
      name: 'trail_verified_age_seconds',
      help: 'Time since the audit trail was last verified',
      value: ageAt(now, job.ended_at),
    },
    {
      name: 'trail_intact',
      help: '1 if the audit trail was intact at the last verification, 0 otherwise',
      value: job.failures > 0 ? 0 : 1,
    },
  ]
}

async function mailsAt(db: Db, now: number): Promise<Figure[]> {
  const { waiting, since } = await findMailState(db, moment(now))
  return [
    { name: 'mails_waiting', help: 'Emails waiting to be sent', value: waiting },
    { name: 'oldest_mail_seconds', help: 'Age of the oldest email waiting to be sent', value: ageAt(now, since) },
  ]
}

// Without a backup, there is no age. A missing backup has its own alert.
async function backupsAt(db: Db, now: number): Promise<Figure[]> {
  const newest = await newestBackup(db)
  if (!newest) return []
  return [
    { name: 'backup_age_seconds', help: 'Age of the newest complete backup', value: ageAt(now, newest.started_at) },
  ]
}

// An installation with PostgreSQL, documents in a bucket, and keys elsewhere might have no data folder.
async function freeDisk(folder: string): Promise<Figure[]> {
  const value = await freeBytes(folder)
  if (value === null) return []
  return [{ name: 'disk_free_bytes', help: 'Free space on the disk with the data folder', value }]
}

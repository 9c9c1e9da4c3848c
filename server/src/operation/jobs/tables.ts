import type { JobName } from '@check-requests/domain/operation/jobs/jobs.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** A job: when it is due, who holds it until when, and how its last run went. */
export interface JobTable {
  name: JobName
  due_at: Moment
  /** Names the run that holds it; null while it does not run. */
  leased_by: string | null
  leased_until: Moment | null
  started_at: Moment | null
  ended_at: Moment | null
  took_ms: number | null
  /** How often it has failed in a row. */
  failures: Generated<number>
  /** Why, the last time. */
  error: string | null
}

export interface JobTables {
  jobs: JobTable
}

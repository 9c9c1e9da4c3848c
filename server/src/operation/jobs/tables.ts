import type { JobName } from '@check-requests/domain/operation/jobs/jobs.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** A job: its next due time, the run that holds it, and the result of its last run. */
export interface JobTable {
  name: JobName
  due_at: Moment
  /** The run that holds the job. Null while it isn't running. */
  leased_by: string | null
  leased_until: Moment | null
  started_at: Moment | null
  ended_at: Moment | null
  took_ms: number | null
  /** The number of consecutive failures. */
  failures: Generated<number>
  /** The last failure's error message. */
  error: string | null
}

export interface JobTables {
  jobs: JobTable
}

import type { Job } from '@check-requests/domain/operation/jobs/endpoints.ts'
import { jobs } from '@check-requests/domain/operation/jobs/jobs.ts'
import type { JobRow } from './queries/jobs.ts'

/** A job's current state. */
export function presentJob(row: JobRow, now: string): Job {
  const { name, due_at, started_at, ended_at, took_ms, failures, error } = row
  const known = jobs.find((job) => job.name === name)
  return {
    name,
    label: known?.label ?? name,
    every_seconds: known?.every ?? 0,
    state: stateOf(row, now),
    due_at,
    started_at,
    ended_at,
    took_ms,
    failures,
    error,
  }
}

function stateOf({ leased_until, due_at, failures }: JobRow, now: string): Job['state'] {
  if (leased_until !== null && leased_until > now) return 'running'
  if (due_at <= now) return 'due'
  return failures > 0 ? 'failed' : 'waiting'
}

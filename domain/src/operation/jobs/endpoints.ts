import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { jobs } from './jobs.ts'

const moment = z.iso.datetime()
const jobName = z.enum(jobs.map(({ name }) => name))

/** A background job. `failures`: the number of failures in a row; `error`: the reason for the last one. */
export const jobReply = z
  .object({
    name: jobName,
    label: z.string(),
    every_seconds: z.int(),
    state: z.enum(['waiting', 'due', 'running', 'failed']),
    due_at: moment,
    started_at: moment.nullable(),
    ended_at: moment.nullable(),
    took_ms: z.int().nullable(),
    failures: z.int(),
    error: z.string().nullable(),
  })
  .meta({ id: 'Job' })
export type Job = z.output<typeof jobReply>

/** Calls about background jobs (decision 0062). */
export const jobEndpoints = {
  list: endpoint({
    id: 'listJobs',
    method: 'GET',
    path: '/jobs',
    summary: 'Background jobs: when they are due, and why they failed',
    policy: 'jobs.read',
    reply: z.array(jobReply),
    status: 200,
    failure: 'Couldn’t load the jobs. Try again.',
  }),
  runAgain: endpoint({
    id: 'runJob',
    method: 'POST',
    path: '/jobs/run',
    summary: 'Run a job now instead of when it is due; a running job isn’t started again',
    policy: 'jobs.run',
    body: z.strictObject({ name: jobName }),
    reply: jobReply,
    status: 200,
    failure: 'Couldn’t run the job. Try again.',
  }),
}

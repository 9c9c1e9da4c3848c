import type { ExamplesOf } from '../../api/endpoint.ts'
import type { jobEndpoints } from './endpoints.ts'

const job = {
  name: 'sweep-files',
  label: 'Remove files that belong to no document',
  every_seconds: 3600,
  state: 'failed',
  due_at: '2026-11-20T16:24:00.000Z',
  started_at: '2026-11-20T16:20:00.000Z',
  ended_at: '2026-11-20T16:20:00.031Z',
  took_ms: 31,
  failures: 3,
  error: 'ENOENT: no such file or directory',
} as const

/** Examples of the calls about background jobs. */
export const jobExamples: ExamplesOf<typeof jobEndpoints> = {
  list: { reply: [job] },
  runAgain: { body: { name: 'sweep-files' }, reply: { ...job, state: 'due' } },
}

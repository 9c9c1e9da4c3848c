import type { Job } from '@check-requests/domain/operation/jobs/endpoints.ts'
import type { JobName } from '@check-requests/domain/operation/jobs/jobs.ts'
import type { Command } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { presentJob } from '../presenter.ts'
import { hasten, listJobs } from '../queries/jobs.ts'

/** Makes a job due now; an instance takes it within seconds. */
export function runAgain(services: Services, { repeatable }: Command, name: JobName): Promise<Job> {
  return commit(services, repeatable, async ({ trx, now }) => {
    await hasten(trx, name, moment(now))
    const job = (await listJobs(trx)).find((row) => row.name === name)
    if (!job) throw notFound('job')
    return presentJob(job, moment(now))
  })
}

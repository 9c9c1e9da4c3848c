import { jobEndpoints as endpoints } from '@check-requests/domain/operation/jobs/endpoints.ts'
import { jobs } from '@check-requests/domain/operation/jobs/jobs.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import { moment } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { runAgain } from './commands/runner.ts'
import { presentJob } from './presenter.ts'
import { listJobs } from './queries/jobs.ts'

export function registerJobs(api: Api<Authenticated>, services: Services): void {
  const names = jobsHere(services)
  api.on(endpoints.list, async () => {
    const now = moment(services.clock())
    // An instance of a later version might have added jobs that this one doesn't know.
    const known = (await listJobs(services.database.read)).filter(({ name }) => names.includes(name))
    return { message: 'Jobs', data: known.map((row) => presentJob(row, now)) }
  })
  api.on(endpoints.runAgain, async ({ caller, repeatable, body }) => ({
    message: 'The job is due now',
    data: await runAgain(services, { caller, repeatable }, body.name),
  }))
}

/** The jobs that the settings of this installation turn on. */
function jobsHere({ mailer, backups }: Services): readonly string[] {
  const idle = [mailer ? '' : 'send-mails', backups ? '' : 'back-up']
  return jobs.map(({ name }) => name).filter((name) => !idle.includes(name))
}

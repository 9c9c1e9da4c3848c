import { installationEndpoints } from '@check-requests/domain/operation/installation/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Authenticated } from '../../access/sessions/guard.ts'
import { sendTestMail } from '../../notices/mail/commands/send.ts'
import { findMailState } from '../../notices/mail/queries/outbox.ts'
import { moment } from '../../platform/clock.ts'
import { freeBytes } from '../../platform/files/data-folder.ts'
import type { Api } from '../../platform/http/api.ts'
import { measureCalls } from '../../platform/measures/metrics.ts'
import type { Services } from '../../services.ts'
import { listJobs } from '../jobs/queries/jobs.ts'
import { readFigures } from './commands/read-figures.ts'
import {
  backupsIn,
  countSessions,
  failedJobsIn,
  sizeOfDatabase,
  sumDocuments,
  verificationIn,
} from './queries/state.ts'

const day = 86_400_000
const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export function registerInstallation(api: Api<Authenticated>, services: Services, version: string): void {
  const { config, database, checkpoints } = services
  const files = config.filesAt ? ('bucket' as const) : ('data folder' as const)
  const startedAt = moment(services.clock())
  api.on(installationEndpoints.read, async () => ({
    message: 'Installation',
    data: {
      version,
      node: process.versions.node,
      started_at: startedAt,
      database: names[database.dialect],
      files,
      documents: await sumDocuments(database.read),
      most_bytes_of_document: config.mostBytesOfDocument,
      checkpoints: checkpoints !== undefined,
      mail: await mailIn(services),
      ...(await healthOf(services)),
    },
  }))
  api.on(installationEndpoints.testMail, async ({ caller }) => {
    const data = await sendTestMail(services, caller)
    return { message: data.taken ? 'Test email sent' : 'Test email not sent', data }
  })
}

/** Registers metrics if the settings turn them on. `streams` counts the open event streams. */
export function registerMetrics(app: FastifyInstance, services: Services, streams: () => number): void {
  const { metrics, config } = services
  if (!metrics) return
  measureCalls(app, metrics, config.metrics?.token)
  metrics.readFrom(async () => [
    { name: 'open_streams', help: 'Open event streams of browsers', value: streams() },
    ...(await readFigures(services)),
  ])
}

async function healthOf({ config, database, clock }: Services) {
  const jobs = await listJobs(database.read)
  return {
    database_bytes: await sizeOfDatabase(database),
    disk_free_bytes: await freeBytes(config.dataDir),
    sessions: await countSessions(database.read, moment(clock())),
    backups: config.backups ? await backupsIn(database.read) : null,
    verification: verificationIn(jobs),
    jobs_failed: failedJobsIn(jobs),
  }
}

async function mailIn({ config, database, clock }: Services) {
  if (!config.mail) return null
  const { place, from } = config.mail
  const { waiting, since, sent, refused, givenUp } = await findMailState(database.read, moment(clock() - day))
  const server = `${place.host}:${place.port}`
  return { server, from, waiting, waiting_since: since, sent, refused, given_up: givenUp }
}

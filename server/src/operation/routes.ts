import { importEndpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import { installationEndpoints } from '@check-requests/domain/operation/installation/endpoints.ts'
import { jobEndpoints } from '@check-requests/domain/operation/jobs/endpoints.ts'
import { jobs } from '@check-requests/domain/operation/jobs/jobs.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Authenticated } from '../access/sessions/guard.ts'
import { sendTestMail } from '../notices/mail/commands/send.ts'
import { findMailState } from '../notices/mail/queries/outbox.ts'
import { moment } from '../platform/clock.ts'
import { freeBytes } from '../platform/files/data-folder.ts'
import type { Api } from '../platform/http/api.ts'
import { measureCalls } from '../platform/measures/metrics.ts'
import type { Services } from '../services.ts'
import { importAccounts, previewAccounts } from './imports/commands/accounts.ts'
import { importPayees, previewPayees } from './imports/commands/payees.ts'
import { importPeople, previewPeople } from './imports/commands/people.ts'
import { confirmKeyCopies, findKeyCopies } from './installation/commands/key-copies.ts'
import { readFigures } from './installation/commands/read-figures.ts'
import {
  backupsIn,
  countSessions,
  failedJobsIn,
  sizeOfDatabase,
  sumDocuments,
  verificationIn,
} from './installation/queries/state.ts'
import { runAgain } from './jobs/commands/runner.ts'
import { presentJob } from './jobs/presenter.ts'
import { listJobs } from './jobs/queries/jobs.ts'
import { removePlace } from './removal/commands/remove-place.ts'

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
      key_copies: await findKeyCopies(database.read, config),
      mail: await mailIn(services),
      ...(await healthOf(services)),
    },
  }))
  api.on(installationEndpoints.testMail, async ({ caller }) => {
    const data = await sendTestMail(services, caller)
    return { message: data.taken ? 'Test email sent' : 'Test email not sent', data }
  })
  api.on(installationEndpoints.confirmKeyCopies, async ({ caller, repeatable }) => {
    await confirmKeyCopies(services, { caller, repeatable })
    return { message: 'Key copies confirmed', data: await findKeyCopies(database.read, config) }
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

export function registerJobs(api: Api<Authenticated>, services: Services): void {
  const names = jobsHere(services)
  api.on(jobEndpoints.list, async () => {
    const now = moment(services.clock())
    // An instance of a later version might have added jobs that this one doesn't know.
    const known = (await listJobs(services.database.read)).filter(({ name }) => names.includes(name))
    return { message: 'Jobs', data: known.map((row) => presentJob(row, now)) }
  })
  api.on(jobEndpoints.runAgain, async ({ caller, repeatable, body }) => ({
    message: 'The job is due now',
    data: await runAgain(services, { caller, repeatable }, body.name),
  }))
}

/** The jobs that the settings of this installation turn on. */
function jobsHere({ mailer, backups }: Services): readonly string[] {
  const idle = [mailer ? '' : 'send-mails', backups ? '' : 'back-up']
  return jobs.map(({ name }) => name).filter((name) => !idle.includes(name))
}

/** Registers the routes that remove places. A removal also deletes the data that other features store for the place. */
export function registerRemoval(api: Api<Authenticated>, services: Services): void {
  api.on(organizationEndpoints.removeGroup, async ({ caller, repeatable, params, body }) => ({
    message: 'Dealer Group removed.',
    data: await removePlace(services, { caller, repeatable }, 'dealer-group', {
      id: params.id,
      version: body?.version,
    }),
  }))
  api.on(organizationEndpoints.removeDealership, async ({ caller, repeatable, params, body }) => ({
    message: 'Dealership removed.',
    data: await removePlace(services, { caller, repeatable }, 'dealership', { id: params.id, version: body?.version }),
  }))
  api.on(organizationEndpoints.removeDepartment, async ({ caller, repeatable, params, body }) => ({
    message: 'Department removed.',
    data: await removePlace(services, { caller, repeatable }, 'department', { id: params.id, version: body?.version }),
  }))
}

export function registerImports(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(importEndpoints.previewPayees, async ({ caller, body }) => ({
    message: 'Import preview',
    data: await previewPayees(read, caller, body),
  }))
  api.on(importEndpoints.payees, async ({ caller, repeatable, body }) => ({
    message: 'Payees imported',
    data: await importPayees(services, { caller, repeatable }, body),
  }))
  api.on(importEndpoints.previewAccounts, async ({ caller, body }) => ({
    message: 'Import preview',
    data: await previewAccounts(read, caller, body),
  }))
  api.on(importEndpoints.accounts, async ({ caller, repeatable, body }) => ({
    message: 'Accounts imported',
    data: await importAccounts(services, { caller, repeatable }, body),
  }))
  api.on(importEndpoints.previewPeople, async ({ caller, body }) => ({
    message: 'Import preview',
    data: await previewPeople(services, caller, body),
  }))
  api.on(importEndpoints.people, async ({ caller, repeatable, body }) => ({
    message: 'Users imported',
    data: await importPeople(services, { caller, repeatable }, body),
  }))
}

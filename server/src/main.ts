import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { documentsWaiting } from '@check-requests/domain/documents/readings/fields.ts'
import { offerSetUp, setUpSentence } from './access/sessions/commands/set-up.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { receiveMails } from './documents/incoming-mail/commands/take.ts'
import { readDocuments } from './documents/readings/commands/read-documents.ts'
import { createServices, openInstallation, requireFileKey, requireFileStore, requireSecretsKey } from './open.ts'
import { JobRunner } from './operation/jobs/commands/runner.ts'
import { propertyOf } from './platform/errors.ts'
import { createOwnerOnly, ownDataFolder, requireFolder } from './platform/files/data-folder.ts'
import { listenForMetrics } from './platform/measures/metrics.ts'
import { exportTraces } from './platform/measures/trace-export.ts'
import { checkRuntime, listenAt, serviceManagerOf } from './platform/threads/server-process.ts'
import { worksOf } from './scheduled-jobs.ts'
import type { Services } from './services.ts'
import type { AppDatabase } from './tables.ts'
import { startCheckpoints } from './trail/commands/checkpoints.ts'
import { requireLaterClock } from './trail/commands/open-trail.ts'
import { version } from './version.ts'

type App = Awaited<ReturnType<typeof buildApp>>

const stopsWithin = 10_000
const longestDelay = 1000
const checkedAfter = 5000

try {
  if (process.argv.includes('--version')) process.stdout.write(`${version}\n`)
  else await main(readConfig(process.env))
} catch (error) {
  process.stderr.write(`${propertyOf(error, 'message')}\n`)
  process.exitCode = 1
}

async function main(config: Config): Promise<void> {
  checkRuntime(process.versions)
  createOwnerOnly()
  const folder = config.databaseUrl ? requireFolder(config.dataDir) : ownDataFolder(config.dataDir)
  const database = await openInstallation(config)
  const { promise: signaled, resolve: leave } = Promise.withResolvers<void>()
  process.on('SIGTERM', () => leave()).on('SIGINT', () => leave())
  // Waits for a startup in progress before stopping, however early the stop was requested.
  const stop = await start(config, database, leave)
  await signaled
  await stop()
  await database.close()
  folder?.release()
}

/** Starts the server. Returns a function that stops it, after which nothing queries the database. */
async function start(config: Config, database: AppDatabase, leave: () => void): Promise<() => Promise<void>> {
  if (!config.allowEarlierClock) await requireLaterClock(database.read, Date.now())
  await requireFileKey(database.read, config)
  await requireSecretsKey(database.read, config)
  await requireFileStore(config)
  const services = createServices(config, database)
  if (config.demo !== 'off') await (await import('./demo/seed.ts')).seedDemo(services)
  const browserFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))
  let isLeaving = false
  const app = await buildApp(services, { browserFolder, version, longestDelay, isLeaving: () => isLeaving })
  await services.feed.listen()
  const checkpoints = startCheckpoints(services, (error) =>
    app.log.error({ err: error }, 'a checkpoint couldn’t be written'),
  )
  const onMailError = (error: unknown) => app.log.warn({ err: error }, 'an email couldn’t be taken')
  const jobs = new JobRunner(services, worksOf(services, checkpoints, onMailError), (job, error) =>
    app.log.warn({ err: error, job }, 'job failed'),
  )
  const read = () =>
    void readDocuments(services).catch((error: unknown) => app.log.warn({ err: error }, 'documents couldn’t be read'))
  const measured = await listenForMonitoring(services)
  const traces = config.exportsTraces
    ? await exportTraces({ version, dialect: database.dialect }, (message) => app.log.warn(message))
    : undefined
  const manager = serviceManagerOf(process.env, (error) =>
    app.log.warn({ err: error }, 'the server status couldn’t be sent to systemd'),
  )
  const { host, port } = config
  const address = await listenAt({ host, port, setting: 'PORT' }, () => app.listen({ host, port }))
  services.feed.subscribe({ onChange: ({ scopes }) => scopes.includes(documentsWaiting) && read(), onGap: read })
  const inbox = await receiveMails(services, onMailError)
  await jobs.start()
  manager.ready()
  if (database.checkFile) setTimeout(() => leaveIfDamaged(database, app, leave), checkedAfter).unref()
  if (config.insecureHttp) app.log.warn('INSECURE_HTTP is on: passwords and sessions cross the network unencrypted')
  if (config.databaseUrl && !config.filesAt) app.log.warn(oneMachine(config))
  const site = config.publicUrl?.href ?? address.replace('127.0.0.1', 'localhost')
  const code = await offerSetUp(services)
  if (code !== undefined) process.stdout.write(`${setUpSentence(services, code, site)}\n`)
  process.stdout.write(`Check Request App ${version} is ready: open ${site}\n`)
  return async () => {
    isLeaving = true
    manager.stopping()
    await wait(config.drainSeconds * 1000)
    setTimeout(() => process.exit(1), stopsWithin).unref()
    services.mailer?.stop()
    const { verifications, backups, readings, mailParser } = services
    await inbox?.stop()
    const reading = readings.stop().catch(() => {})
    await Promise.all([closeApp(app), verifications.stop(), backups?.stop(), jobs.stop(), reading])
    await Promise.all([checkpoints?.stop(), traces?.stop(), mailParser.stop()])
    services.feed.close()
    measured?.close()
  }
}

function listenForMonitoring({ config: { host, metrics: settings }, metrics }: Services) {
  const port = settings?.port
  if (port === undefined || !metrics) return undefined
  return listenAt({ host, port, setting: 'METRICS_PORT' }, () => listenForMetrics(metrics, { host, port }))
}

// Data read from the undamaged part of a corrupt file would be served as correct.
async function leaveIfDamaged({ checkFile }: AppDatabase, app: App, leave: () => void): Promise<void> {
  try {
    const finding = await checkFile?.()
    if (!finding) return
    process.stderr.write(`${finding}\n`)
    process.exitCode = 1
    leave()
  } catch (error) {
    app.log.error({ err: error }, 'the database file couldn’t be checked')
  }
}

function oneMachine({ dataDir }: Config): string {
  return `Documents are stored in ${dataDir}/files. All instances must share this folder. Otherwise, set FILES_URL.`
}

// Browsers keep connections open. A connection that was busy when the shutdown began would delay it by a minute.
async function closeApp(app: App): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearInterval(sweeping)
}

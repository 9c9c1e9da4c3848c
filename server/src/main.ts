import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { seedDemo } from './demo/seed.ts'
import { migrations } from './migrations/index.ts'
import { removeDoomedRequests } from './organisation/commands/remove-doomed-requests.ts'
import { ChangeFeed } from './platform/change-feed.ts'
import { openPostgresDatabase, openSqliteDatabase } from './platform/database.ts'
import { Freshness } from './platform/freshness.ts'
import { migrate } from './platform/migrate.ts'
import { PasswordHasher } from './platform/password-hash.ts'
import { secureRandom, shortId } from './platform/random.ts'
import { checkRuntime } from './platform/runtime.ts'
import { ownDataFolder } from './platform/single-process.ts'
import type { Services } from './services.ts'
import { startHousekeeping } from './sessions/commands/housekeeping.ts'
import type { AppDatabase, Tables } from './tables.ts'

const stopsWithin = 10_000
const version = '0.1.0'

try {
  await main(readConfig(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main(config: Config): Promise<void> {
  checkRuntime(process.versions)
  const { database, release } = await openDatabase(config)
  const services = createServices(config, database)
  if (config.demo !== 'off') await seedDemo(services)
  await removeDoomedRequests(services)
  const browserFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))
  const app = await buildApp(services, { browserFolder, version })
  await services.feed.listen(database)
  const housekeeping = startHousekeeping(services)
  const stop = once(async () => {
    setTimeout(() => process.exit(1), stopsWithin).unref()
    housekeeping.stop()
    await app.close()
    services.feed.close()
    await database.close()
    release()
  })
  process.on('SIGTERM', stop).on('SIGINT', stop)
  const address = await app.listen({ host: config.host, port: config.port })
  process.stdout.write(
    `Check requests ${version} is ready: open ${config.publicUrl?.href ?? address.replace('127.0.0.1', 'localhost')}\n`,
  )
}

async function openDatabase(config: Config): Promise<{ database: AppDatabase; release: () => void }> {
  if (config.databaseUrl) {
    const onError = (error: Error) => void process.stderr.write(`PostgreSQL connection: ${error.message}\n`)
    const database = openPostgresDatabase<Tables>(config.databaseUrl, onError)
    await migrate(database.read, 'postgres', migrations)
    return { database, release: () => {} }
  }
  const { release } = ownDataFolder(config.dataDir)
  const database = await openSqliteDatabase<Tables>(config.dataDir, (db) => migrate(db, 'sqlite', migrations))
  return { database, release }
}

function createServices(config: Config, database: AppDatabase): Services {
  const boot = shortId(secureRandom)
  const freshness = new Freshness(boot)
  const feed = new ChangeFeed(freshness, boot)
  return {
    config,
    database,
    clock: Date.now,
    random: secureRandom,
    freshness,
    feed,
    passwords: new PasswordHasher(secureRandom),
  }
}

function once(act: () => Promise<void>): () => void {
  let begun = false
  return () => {
    if (begun) return
    begun = true
    void act()
  }
}

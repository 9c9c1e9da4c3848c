import { appendToTrail } from './audit/commands/append.ts'
import type { Config } from './config.ts'
import { migrations } from './migrations/index.ts'
import { answeredCalls } from './platform/answered-calls.ts'
import { ChangeFeed } from './platform/change-feed.ts'
import { openPostgresDatabase, openSqliteDatabase } from './platform/database.ts'
import { Freshness } from './platform/freshness.ts'
import { KnownUntil } from './platform/known-until.ts'
import { migrate } from './platform/migrate.ts'
import { PasswordHasher } from './platform/password-hash.ts'
import type { PostgresOptions } from './platform/postgres-dialect.ts'
import { propertyOf } from './platform/property.ts'
import { secureRandom, shortId } from './platform/random.ts'
import { SealedFile } from './platform/sealed-file.ts'
import { readSigningKey } from './platform/signing-key.ts'
import type { Services } from './services.ts'
import type { AppDatabase, Tables } from './tables.ts'

/** Opens the database that the settings name, and brings it up to date. */
export async function openDatabase(config: Config): Promise<AppDatabase> {
  if (!config.databaseUrl) return openSqliteDatabase<Tables>(config.dataDir, (db) => migrate(db, 'sqlite', migrations))
  const onError = (error: Error) => void process.stderr.write(`PostgreSQL connection: ${error.message}\n`)
  const database = openPostgres(config.databaseUrl, onError)
  try {
    await migrate(database.read, 'postgres', migrations)
    await demandTenantIsolation(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

// Row-level security by dealer group: migration 0008.
const isolation = { role: 'check_requests_walled', setting: 'check_requests.dealer_group' }

/** Opens a PostgreSQL database as it is, by its URL. */
export function openPostgres(
  url: string,
  onError: PostgresOptions['onError'],
  limits?: PostgresOptions['limits'],
): AppDatabase {
  return openPostgresDatabase<Tables>(url, { onError, isolation, limits })
}

// A database restored without the role, or without its rights, would fail every caller who belongs to a group.
async function demandTenantIsolation({ read, forTenant }: AppDatabase): Promise<void> {
  try {
    await forTenant(0, () => read.selectFrom('check_requests').select('id').limit(1).execute())
  } catch (error) {
    throw new Error(
      `The role ${isolation.role} cannot be used here (${propertyOf(error, 'message')}). See PostgreSQL in docs/operations.md.`,
    )
  }
}

/** The services that features receive, with the real clock and real randomness. */
export function createServices(config: Config, database: AppDatabase): Services {
  const boot = shortId(secureRandom)
  const freshness = new Freshness(boot, () => database.foreignChanges())
  return {
    config,
    database,
    clock: Date.now,
    random: secureRandom,
    freshness,
    feed: new ChangeFeed(freshness, boot, database.pool),
    passwords: new PasswordHasher(secureRandom),
    blockedNetworks: new KnownUntil(),
    answeredCalls,
    appendToTrail,
    checkpoints: openCheckpoints(config),
  }
}

/** The file of signed checkpoints, if configured. Throws when there is no key at the configured path. */
export function openCheckpoints({ checkpoints }: Config): SealedFile | undefined {
  if (!checkpoints) return undefined
  return new SealedFile(checkpoints.file, readSigningKey(checkpoints.keyFile), 'check-requests audit checkpoint v1')
}

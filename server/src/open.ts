import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findSealedClientSecret } from './access/identity-providers/queries/providers.ts'
import { findSealedNumber } from './bank/queries/accounts.ts'
import { CheckPapers } from './checks/documents/papers.ts'
import type { Config } from './config.ts'
import { hasFiles } from './documents/attachments/commands/stored-files.ts'
import { Inspections } from './documents/attachments/documents/inspect.ts'
import { CaseFiles } from './documents/case-files/documents/make.ts'
import { MailParser } from './documents/incoming-mail/documents/parse-mail.ts'
import { FirstPages } from './documents/readings/commands/first-pages.ts'
import { Readings } from './documents/readings/documents/read.ts'
import { migrations } from './migrations/index.ts'
import { tell as tellPeople } from './notices/inbox/commands/notices.ts'
import { findSealedUrl } from './notices/webhooks/queries/deliveries.ts'
import { Backups } from './operation/backups/commands/backups.ts'
import { trailKeyOf } from './operation/installation/commands/key-copies.ts'
import { secureRandom, shortId } from './platform/crypto/hashes.ts'
import type { Keyring } from './platform/crypto/keyring.ts'
import { PasswordHasher } from './platform/crypto/passwords.ts'
import { readSigningKey, SealedFile } from './platform/crypto/sealed-file.ts'
import { Secrets } from './platform/crypto/secrets.ts'
import { ChangeFeed } from './platform/database/change-feed.ts'
import {
  type Database,
  openPostgresDatabase,
  openSqliteDatabase,
  requireConnection,
} from './platform/database/database.ts'
import { Freshness } from './platform/database/freshness.ts'
import { isOutdated, migrate } from './platform/database/migrate.ts'
import type { PostgresOptions, PostgresPlace } from './platform/database/postgres/dialect.ts'
import { requireTenantIsolation } from './platform/database/postgres/tenant-isolation.ts'
import { databaseFile } from './platform/database/sqlite/backup.ts'
import { propertyOf } from './platform/errors.ts'
import { DiskStore, type FileStore } from './platform/files/file-store.ts'
import { S3Store } from './platform/files/s3-store.ts'
import { createFileKey, type FileKey, readFileKey } from './platform/files/sealed-chunks.ts'
import { StoredFiles } from './platform/files/stored-files.ts'
import { answeredCalls } from './platform/http/answered-calls.ts'
import { KnownUntil } from './platform/http/networks.ts'
import { Mailer } from './platform/mail/mailer.ts'
import { Metrics } from './platform/measures/metrics.ts'
import type { Services } from './services.ts'
import type { AppDatabase, Db, Tables } from './tables.ts'
import { prepareEntries } from './trail/commands/append.ts'
import { beginChanges } from './trail/commands/changes.ts'
import { openTrail } from './trail/commands/open-trail.ts'
import { Verifications } from './trail/commands/verifications.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'macKeyFile'> &
  Partial<Pick<Config, 'databaseDirectUrl' | 'databaseReadUrl'>>

/**
 * Opens an installation's database like `openDatabase`. The first start also reports that the new key must be backed
 * up.
 */
export async function openInstallation(place: Place): Promise<AppDatabase> {
  const keyFile = keyFileOf(place)
  const isNew = !existsSync(keyFile)
  const database = await openDatabase(place)
  if (isNew)
    tell(
      `Created the key file ${keyFile}. Copy its folder to a location separate from the backups, which can’t be opened without the keys.`,
    )
  return database
}

/** Opens the configured database and migrates it to the current version. */
export async function openDatabase(place: Place): Promise<AppDatabase> {
  if (!place.databaseUrl) return openSqlite(place)
  const onError = (error: Error) => void process.stderr.write(`PostgreSQL connection: ${error.message}\n`)
  const { databaseUrl: url, databaseDirectUrl: directUrl, databaseReadUrl: readUrl } = place
  // Bypasses the pooler, because a migration can take longer than a pooler keeps a session open.
  const keyring = await whileOpen(openPostgres(directUrl ?? url, onError), async ({ read }) => {
    await requireConnection(read, directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    return bringUpToDate(read, 'postgres', keyFileOf(place))
  })
  const database = openPostgres(url, onError, { directUrl, readUrl, tell })
  try {
    await database.replica?.requireOwnReplica()
    await requireIsolation(database)
    return { ...database, keyring }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function whileOpen<Result>(
  database: Database<Tables>,
  work: (database: Database<Tables>) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Opens the database without migrating it. Returns undefined if this machine has no database yet. */
export async function openAsItIs({ dataDir, databaseUrl: url, databaseDirectUrl: directUrl }: Place) {
  if (!url) return existsSync(databaseFile(dataDir)) ? openSqliteDatabase<Tables>(dataDir, async () => {}) : undefined
  const database = openPostgres(directUrl ?? url, () => {})
  try {
    await requireConnection(database.read, directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openSqlite(place: Place): Promise<AppDatabase> {
  let keyring: Keyring | undefined
  const database = await openSqliteDatabase<Tables>(place.dataDir, async (db) => {
    keyring = await bringUpToDate(db, 'sqlite', keyFileOf(place))
  })
  if (!keyring) throw new Error('The database was opened without its keys.')
  return { ...database, keyring }
}

async function bringUpToDate(db: Db, dialect: 'sqlite' | 'postgres', keyFile: string): Promise<Keyring> {
  return openTrail(db, {
    keyFile,
    random: secureRandom,
    now: Date.now(),
    isOutdated: await isOutdated(db, dialect, migrations),
    migrate: (afterwards) => migrate(db, dialect, migrations, { afterwards, tell }),
  })
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** The path of the audit trail key file, which other users of this machine must not be able to read. */
export function keyFileOf({ dataDir, macKeyFile }: Omit<Place, 'databaseUrl'>): string {
  if (macKeyFile) return macKeyFile
  const folder = join(dataDir, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, 'audit-mac.json')
}

// Row-level security by dealer group was added in migration 0008.
const isolation = { role: 'check_requests_walled', setting: 'check_requests.dealer_group' }

/**
 * Opens a PostgreSQL database by URL without migrating it. `directUrl` is PostgreSQL's own URL if `url` is a pooler's.
 * `readUrl` is the URL of a read replica.
 */
export function openPostgres(
  url: string,
  onError: PostgresOptions['onError'],
  { limits, tell, ...others }: Omit<PostgresPlace, 'url'> & Pick<PostgresOptions, 'limits' | 'tell'> = {},
): Database<Tables> {
  return openPostgresDatabase<Tables>({ url, ...others }, { onError, isolation, limits, tell })
}

// In a database restored without the role or its rights, every call by a member of a dealer group would fail.
async function requireIsolation(database: Database<Tables>): Promise<void> {
  try {
    await requireTenantIsolation(database, isolation)
    await database.forTenant(0, () => database.read.selectFrom('check_requests').select('id').limit(1).execute())
  } catch (error) {
    throw new Error(
      `The database role “${isolation.role}” can’t be used here (${propertyOf(error, 'message')}). See PostgreSQL in docs/operations.md.`,
    )
  }
}

/** The services that features receive, with the real clock and real random numbers. */
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
    files: openFiles(config),
    inspections: new Inspections(),
    mailParser: new MailParser(),
    readings: new Readings(),
    firstPages: new FirstPages(),
    caseFiles: new CaseFiles(),
    checkPapers: new CheckPapers(),
    secrets: openSecrets(config),
    metrics: config.metrics && new Metrics(),
    mailer: config.mail && new Mailer(config.mail.place, config.mail.from),
    trail: {
      begin: beginChanges,
      prepare: (trx, events, at) => prepareEntries(trx, database.keyring, events, at),
    },
    notices: { tell: tellPeople },
    verifications: new Verifications(database, config.checkpoints, new URL('./verify-thread.ts', import.meta.url)),
    backups: openBackups(config),
    checkpoints: openCheckpoints(config),
  }
}

function openBackups({ backups, ...config }: Config): Backups | undefined {
  return backups && new Backups({ ...config, backups }, new URL('./backup-thread.ts', import.meta.url))
}

/** The document key is stored next to the trail keys. */
function fileOfFileKey(place: Omit<Place, 'databaseUrl'>): string {
  return join(dirname(trailKeyOf(place)), 'files.json')
}

type SecretPlace = Omit<Place, 'databaseUrl'> & Pick<Config, 'secretsKeyFile'>

/** The account number key file, which is next to the trail keys unless the settings name another location. */
export function secretsFileOf(place: SecretPlace): string {
  return place.secretsKeyFile ?? join(dirname(trailKeyOf(place)), 'secrets.json')
}

/** An installation's secret store. The first secret creates its key. */
function openSecrets(place: SecretPlace): Secrets {
  return new Secrets(() => secretsFileOf(place), secureRandom)
}

/** Throws if secrets are stored but the key that sealed them is missing, because other keys couldn't decrypt them. */
export async function requireSecretsKey(db: Db, place: SecretPlace): Promise<void> {
  const secrets = openSecrets(place)
  const file = secretsFileOf(place)
  const { isThere } = secrets
  const sealed = (await findSealedNumber(db)) ?? (await findSealedClientSecret(db)) ?? (await findSealedUrl(db))
  if (sealed === undefined || secrets.knows(sealed)) return
  const problem = isThere
    ? `The key that sealed stored account numbers or client secrets is missing from ${file}.`
    : `The key file ${file} is missing, but stored account numbers or client secrets are sealed with it.`
  throw new Error(`${problem} Restore the file from your copy. See docs/operations.md.`)
}

/** The document file location: the configured bucket or the data folder. */
export function fileStoreOf({ dataDir, filesAt }: Pick<Config, 'dataDir' | 'filesAt'>): FileStore {
  return filesAt ? new S3Store(filesAt) : new DiskStore(join(dataDir, 'files'))
}

/** Throws if the configured bucket denies access or, with `mustAnswer`, doesn't answer. */
export async function requireFileStore(
  { filesAt }: Pick<Config, 'filesAt'>,
  options?: { readonly mustAnswer: boolean },
): Promise<void> {
  if (filesAt) await new S3Store(filesAt).requireAccess(options)
}

/** An installation's document store. The first document creates its key. */
export function openFiles(place: Omit<Place, 'databaseUrl'> & Pick<Config, 'filesAt'>): StoredFiles {
  const incoming = join(place.dataDir, 'files', 'incoming')
  return storedFiles(fileStoreOf(place), incoming, () => fileOfFileKey(place))
}

/** Document files in a folder, encrypted with the key next to the trail keys. */
export function filesIn(folder: string, macKeyFile: string): StoredFiles {
  return sealedFiles(new DiskStore(folder), macKeyFile)
}

/** Copied document files, encrypted with the key next to the trail keys. */
export function sealedFiles(store: FileStore, macKeyFile: string): StoredFiles {
  return storedFiles(store, '', () => fileOfFileKey({ dataDir: '', macKeyFile }))
}

function storedFiles(store: FileStore, incoming: string, fileOfKey: () => string): StoredFiles {
  let known: FileKey | undefined
  const key = () => {
    known ??= readFileKey(fileOfKey()) ?? createFileKey(fileOfKey(), secureRandom)
    return known
  }
  return new StoredFiles({ store, incoming, key, random: secureRandom })
}

/** Throws if documents are stored but their key is missing, because a new key couldn't decrypt them. */
export async function requireFileKey(db: Db, place: Omit<Place, 'databaseUrl'>): Promise<void> {
  const file = fileOfFileKey(place)
  if (readFileKey(file) || !(await hasFiles(db))) return
  throw new Error(
    `The key file ${file} is missing, but stored documents are sealed with it. Restore the file from your copy. See docs/operations.md.`,
  )
}

/** The signed checkpoint file, if configured. Throws if the configured path has no key. */
export function openCheckpoints({ checkpoints }: Pick<Config, 'checkpoints'>): SealedFile | undefined {
  if (!checkpoints) return undefined
  return new SealedFile(checkpoints.file, readSigningKey(checkpoints.keyFile), 'check-requests audit checkpoint v1')
}

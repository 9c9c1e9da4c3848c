import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { aboutKeys } from '@check-requests/domain/operation/installation/warnings.ts'
import { jobs } from '@check-requests/domain/operation/jobs/jobs.ts'
import type { Config } from '../../config.ts'
import { verifyFiles } from '../../documents/attachments/commands/stored-files.ts'
import { migrations } from '../../migrations/index.ts'
import {
  openAsItIs,
  openCheckpoints,
  openFiles,
  requireFileKey,
  requireFileStore,
  requireSecretsKey,
} from '../../open.ts'
import { isOutdated } from '../../platform/database/migrate.ts'
import { Failure, propertyOf } from '../../platform/errors.ts'
import { backupPlaceOf } from '../../platform/files/backup-place.ts'
import { freeBytes, requireFolder } from '../../platform/files/data-folder.ts'
import { tryListener } from '../../platform/mail/mail-listener.ts'
import { Mailbox } from '../../platform/mail/mailbox.ts'
import { Mailer } from '../../platform/mail/mailer.ts'
import type { AppDatabase, Db } from '../../tables.ts'
import { readTrailKeys, requireLaterClock } from '../../trail/commands/open-trail.ts'
import { listKeys } from '../../trail/queries/schema.ts'
import { newestBackup } from '../backups/queries/backups.ts'
import { listJobs } from '../jobs/queries/jobs.ts'
import { findKeyCopies, keyFilesOf, keysIn, trailKeyOf } from './commands/key-copies.ts'

const leastFree = 2_000_000_000

interface Limits {
  readonly now: number
  readonly leastFree: number
}

const day = 86_400_000

/** An examined item, with its problem if there is one. */
interface Finding {
  readonly what: string
  /** Set if the problem might be none, so that it doesn't count. */
  readonly isNote?: true
  readonly problem: string | undefined
}

type Look = () => Promise<string | undefined> | string | undefined

async function look(what: string, at: Look): Promise<Finding> {
  try {
    return { what, problem: await at() }
  } catch (error) {
    return { what, problem: String(propertyOf(error, 'message')) }
  }
}

/**
 * Examines everything in the settings and changes nothing. `keyCopies` is a folder with copies of the keys to compare.
 * `limits` has the time in milliseconds UTC and the fewest free bytes. Returns the number of problems.
 */
export async function examine(
  config: Config,
  keyCopies: string | undefined,
  say: (line: string) => void,
  limits: Limits = { now: Date.now(), leastFree },
): Promise<number> {
  const findings = [
    await look('Data folder', () => lookAtFolder(config, limits)),
    ...(await lookIntoDatabase(config, keyCopies, limits)),
    ...(config.backups ? [await look('Backup location', () => backupPlace(config))] : []),
    ...(config.mail ? [await look('Mail server', () => connectTo(config))] : []),
    ...(config.inbox ? [await look('Incoming email', () => tryInbox(config))] : []),
    ...(config.checkpoints ? [await look('Checkpoints', () => void openCheckpoints(config))] : []),
    ...(await Promise.all(keyFilesOf(config).map((file) => look(file, () => lookAtKey(file, keyCopies))))),
  ]
  for (const { what, problem, isNote } of findings)
    say(problem === undefined ? `ok       ${what}` : `${isNote ? 'note   ' : 'PROBLEM'}  ${what}: ${problem}`)
  if (keyCopies === undefined) say('To compare your copies with the keys, run: doctor --keys FOLDER')
  return findings.filter(({ problem, isNote }) => problem !== undefined && !isNote).length
}

async function lookAtFolder({ dataDir }: Config, limits: Limits): Promise<string | undefined> {
  if (!existsSync(dataDir)) return `The folder ${dataDir} doesn’t exist yet. The first start creates it.`
  requireFolder(dataDir)
  const free = await freeBytes(dataDir)
  return free !== null && free < limits.leastFree
    ? `Only ${Math.floor(free / 1_000_000)} MB are free in ${dataDir}. Free up space, or move the folder to a larger disk.`
    : undefined
}

async function lookIntoDatabase(config: Config, keyCopies: string | undefined, { now }: Limits): Promise<Finding[]> {
  let database: Omit<AppDatabase, 'keyring'> | undefined
  const opened = await look('Database', async () => {
    database = await openAsItIs(config)
    const outdated = database && (await isOutdated(database.read, database.dialect, migrations))
    if (!database || outdated) await database?.close()
    if (!database) return 'There is no database yet. The first start creates it.'
    return outdated ? 'The database is from an earlier version. The next start updates it.' : undefined
  })
  if (!database || opened.problem !== undefined)
    return [opened, await look('Documents', () => requireFileStore(config, { mustAnswer: true }).then(() => undefined))]
  const { read } = database
  const findings = [
    opened,
    await look('Clock', () => requireLaterClock(read, now).then(() => undefined)),
    await look('Audit trail key', async () => {
      const expected = (await listKeys(read))?.at(-1)?.id
      const file = trailKeyOf(config)
      const isThere = expected === undefined || (readTrailKeys(file)?.positionOf(expected) ?? -1) >= 0
      return isThere ? undefined : `Key ${expected} is missing from ${file}. Restore the file from your copy.`
    }),
    await look('Document key', () => requireFileKey(read, config).then(() => undefined)),
    await look('Account number key', () => requireSecretsKey(read, config).then(() => undefined)),
    await look('Documents', () => readFirst(read, config)),
    // Comparing the copies shows more than a confirmation.
    ...(keyCopies === undefined ? [await look('Copies of the keys', () => lookForConfirmation(read, config))] : []),
    ...(config.backups
      ? [await look('Newest backup', async () => ageOfBackup((await newestBackup(read))?.started_at, now))]
      : [
          {
            what: 'Backups',
            isNote: true as const,
            problem: 'The server makes none. Set BACKUP_DIR or BACKUP_URL, unless another tool makes backups.',
          },
        ]),
    ...(await listJobs(read))
      .filter(({ failures }) => failures > 0)
      .map(({ name, error }) => ({
        what: `Job '${labelOf(name)}'`,
        problem: error ?? 'The last run failed. See Background Work for details.',
      })),
  ]
  await database.close()
  return findings
}

const labelOf = (job: string) => jobs.find(({ name }) => name === job)?.label ?? job

function ageOfBackup(at: string | undefined, now: number): string | undefined {
  if (at === undefined) return 'There is no backup yet.'
  return now - Date.parse(at) > 1.5 * day
    ? `The newest backup is from ${at}. See Background Work for the reason.`
    : undefined
}

// One document shows that the files are there, and that the key opens them. Reading without a key would create one.
async function readFirst(db: Db, config: Config): Promise<string | undefined> {
  await requireFileStore(config, { mustAnswer: true })
  await requireFileKey(db, config)
  const [finding] = await verifyFiles(db, openFiles(config), 1)
  return finding
}

async function backupPlace({ backups, dataDir }: Config): Promise<string | undefined> {
  const place = backups && backupPlaceOf(backups, dataDir)
  await place?.check()
  try {
    for await (const _ of place?.copies.list() ?? []) break
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return `BACKUP_URL: ${place?.words} can’t be reached. Check the URL, the network, and the credentials.`
  }
}

async function connectTo({ mail }: Config): Promise<undefined> {
  const connection = mail && (await new Mailer(mail.place, mail.from).connect())
  connection?.close()
}

async function tryInbox({ inbox }: Config): Promise<string | undefined> {
  if (!inbox) return undefined
  if (inbox.place.kind === 'relay') return tryListener(inbox.place)
  await new Mailbox(inbox.place, inbox.tokens).tryOut()
}

async function lookForConfirmation(db: Db, config: Config): Promise<string | undefined> {
  const [warning] = aboutKeys(await findKeyCopies(db, config))
  return warning && `${warning.what} ${warning.advice}`
}

function lookAtKey(file: string, copies: string | undefined): string | undefined {
  const isOpen = (statSync(file).mode & 0o077) !== 0
  const problems = [
    isOpen ? `Other users of this machine can read the file. Run: chmod 600 ${file}` : [],
    lookAtCopy(file, copies) ?? [],
  ].flat()
  return problems.length > 0 ? problems.join(' ') : undefined
}

function lookAtCopy(file: string, copies: string | undefined): string | undefined {
  const keys = keysIn(file)
  if (copies === undefined) return undefined
  const copy = join(copies, basename(file))
  if (existsSync(copy) && realpathSync(copy) === realpathSync(file))
    return `${copy} is this file itself, not a copy. Give the folder of your copy.`
  const copied = keysIn(copy)
  if (copied === keys) return undefined
  return copied === undefined
    ? `${copy} doesn’t exist. Copy ${file} there.`
    : `${copy} is a different key file. Copy ${file} there again.`
}

import { parseArgs } from 'node:util'
import { rotateSecrets } from './bank/commands/rotate-secrets.ts'
import { listNumberClashes } from './check-requests/queries/write/numbers.ts'
import { type Config, readConfig } from './config.ts'
import { seedDemo } from './demo/seed.ts'
import { verifyFiles } from './documents/attachments/commands/stored-files.ts'
import { createServices, keyFileOf, openCheckpoints, openInstallation, secretsFileOf } from './open.ts'
import type { Manifest } from './operation/backups/commands/copies.ts'
import { backUp, dataFolderOf, drill, findCopy, restoreInto } from './operation/backups/restore.ts'
import { examine } from './operation/installation/doctor.ts'
import { createSuperAdmin, resetPassword, resetSecondFactorOf } from './people/users/commands/from-console.ts'
import { makeSigningKey } from './platform/crypto/sealed-file.ts'
import { propertyOf } from './platform/errors.ts'
import { createOwnerOnly, ownDataFolder } from './platform/files/data-folder.ts'
import { checkRuntime } from './platform/threads/server-process.ts'
import type { Services } from './services.ts'
import { checkpointNow, sealCheckpoint } from './trail/commands/checkpoints.ts'
import { rotateKey } from './trail/commands/open-trail.ts'
import { type Verdict, verifyTrail } from './trail/commands/verify.ts'
import { version } from './version.ts'

const help = `Check requests on the command line. Reads settings from the environment, like the server.

  admin create --email E --first-name F --last-name L [--password P]   add a super admin
  reset-password --email E [--password P]                             set a password and end the user’s sessions
  reset-second-factor --email E                                       remove a lost second factor and end the user’s sessions
  backup FILE                                                         copy the SQLite database and all documents; the server can be running
  restore [BACKUP] [--unverified]                                     restore a backup; stop the server first
  restore --check [BACKUP]                                            restore a backup to a temporary location to verify it; changes nothing; exits with 1 if it can’t be restored
  doctor [--keys FOLDER]                                              check settings, database, keys, backups, and email; changes nothing; exits with 1 if it finds a problem
  check-numbers                                                       list check numbers shared by several requests
  audit verify                                                        recompute the audit trail and compare all documents with it; exits with 1 if it finds a problem
  audit keygen FILE                                                   create the key that signs the trail’s checkpoints
  audit rotate-key                                                    seal new trail entries with a new key; stop all servers first
  secrets rotate-key                                                  seal all account numbers with a new key; stop all servers first
  audit checkpoint                                                    sign the heads of the trail now; the first run creates the file
  seed                                                                fill an empty database with demo data

BACKUP is a file, or the name of a backup in BACKUP_DIR or BACKUP_URL. The default is the newest backup there.
With --unverified, restore accepts a database without a manifest or with a broken audit trail.
Without --password, a generated password is shown once. --version shows the version.
`

const newerCheckpoints = 'Checkpoints signed after this backup no longer match. See docs/operations.md.'

const options = {
  email: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  password: { type: 'string' },
  keys: { type: 'string' },
  check: { type: 'boolean' },
  unverified: { type: 'boolean' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

type Values = { [Name in keyof typeof options]?: string | boolean | undefined }
type Command = (config: Config, values: Values, argument: string | undefined) => Promise<number>

const commands: Record<string, Command> = {
  'admin create': (config, values) =>
    withServices(config, async (services) => {
      const email = requirement(values, 'email')
      const name = { firstName: requirement(values, 'first-name'), lastName: requirement(values, 'last-name') }
      const password = await createSuperAdmin(services, { email, ...name, password: text(values.password) })
      return say(`Super admin ${email} can log in with the password ${password}`)
    }),
  'reset-password': (config, values) =>
    withServices(config, async (services) => {
      const password = await resetPassword(services, requirement(values, 'email'), text(values.password))
      return say(`All of this user’s sessions have ended. The new password is ${password}`)
    }),
  'reset-second-factor': (config, values) =>
    withServices(config, async (services) => {
      await resetSecondFactorOf(services, requirement(values, 'email'))
      return say(
        'The second factor is removed, and all of this user’s sessions have ended. The password alone is enough to log in.',
      )
    }),
  backup: async (config, _values, file) => {
    requireSqlite(config, 'pg_dump -Fc')
    const manifest = await backUp(dataFolderOf(config), requireFile(file), Date.now())
    say(`Backed up ${manifest.check_requests} check requests to ${file}; its manifest is ${file}.json`)
    return signBackup(config, manifest)
  },
  restore: async (config, { check, unverified }, name) => {
    const copy = await findCopy(config, name)
    if (check === true) return drill(copy, config, say)
    const found = await restoreInto(config, copy, unverified === true)
    say(`Restored ${name ?? copy.name}. ${found}`)
    return config.checkpoints ? say(newerCheckpoints) : 0
  },
  doctor: async (config, { keys }) => ((await examine(config, text(keys), say)) > 0 ? 1 : 0),
  'check-numbers': (config) =>
    withServices(config, async ({ database }) => {
      const clashes = await listNumberClashes(database.read)
      for (const { check_number, request_number } of clashes) say(`#${check_number}: ${request_number}`)
      return say(
        clashes.length > 0
          ? `${clashes.length} requests share a check number.`
          : 'No two requests share a check number.',
      )
    }),
  'audit verify': (config) =>
    withServices(config, async ({ database, checkpoints, files }) => {
      const onProgress = (chain: string) => void process.stderr.write(`Verifying ${chain} …\n`)
      const verdict = await verifyTrail(database, null, checkpoints, onProgress)
      for (const line of verdictInWords(verdict)) say(line)
      const wrongFiles = await verifyFiles(database.read, files)
      for (const line of wrongFiles) say(line)
      return verdict.intact && wrongFiles.length === 0 ? 0 : 1
    }),
  'audit keygen': async (_config, _values, file) => {
    const publicFile = makeSigningKey(requireFile(file, 'key'))
    return say(`The signing key is in ${file}. The public key, which can only verify checkpoints, is in ${publicFile}.`)
  },
  'audit rotate-key': async (config) => {
    const folder = config.databaseUrl ? undefined : ownDataFolder(config.dataDir)
    try {
      return await withServices(config, async ({ database, random, clock }) => {
        const { current } = await rotateKey(database, random, clock())
        return say(`New entries are sealed with key ${current.id}. Copy ${keyFileOf(config)} to a safe place.`)
      })
    } finally {
      folder?.release()
    }
  },
  'secrets rotate-key': async (config) => {
    const folder = config.databaseUrl ? undefined : ownDataFolder(config.dataDir)
    try {
      return await withServices(config, async (services) => {
        const count = await rotateSecrets(services)
        return say(`Sealed ${count} secrets with a new key. Copy ${secretsFileOf(config)} to a safe place.`)
      })
    } finally {
      folder?.release()
    }
  },
  'audit checkpoint': (config) =>
    withServices(config, async (services) => {
      const { checkpoints } = services
      if (!checkpoints) throw new Error('Set AUDIT_KEY and AUDIT_CHECKPOINTS. See docs/operations.md.')
      const heads = await checkpointNow(services, checkpoints)
      return say(`Signed the heads of ${heads} chains.`)
    }),
  seed: async (config) => {
    const folder = config.databaseUrl ? undefined : ownDataFolder(config.dataDir)
    return withServices({ ...config, demo: 'on' }, async (services) => {
      const seeded = await seedDemo(services)
      folder?.release()
      return say(seeded ? 'The demo is ready.' : 'The database isn’t empty, so no demo data was added.')
    })
  },
}

try {
  checkRuntime(process.versions)
  createOwnerOnly()
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (values.version) return say(version)
  const name = Object.keys(commands).find((words) => positionals.join(' ').startsWith(words))
  const command = name ? commands[name] : undefined
  if (!name || !command || values.help) {
    say(help)
    return values.help ? 0 : 2
  }
  return command(readConfig(process.env), values, positionals[name.split(' ').length])
}

function verdictInWords({ intact, chains, mismatches, checkpoints }: Verdict): string[] {
  const states = chains.map(({ name, entries, broken_at, vouched_since: since }) => {
    const state = broken_at === null ? 'intact' : `broken at ${broken_at}`
    return `${name}: ${entries} entries, ${state}, ${since ? `covers its records since ${since}` : 'covers no records'}`
  })
  const compared = checkpoints
    ? [`Compared with signed checkpoints: ${checkpoints.count}, the newest from ${checkpoints.newest}.`]
    : []
  return [...states, ...mismatches, ...compared, intact ? 'The audit trail is intact.' : 'The audit trail is BROKEN.']
}

// The backup is valid without its checkpoint, so a failing network share doesn't make the backup fail.
async function signBackup(config: Config, { made_at: at, audit_heads: heads }: Manifest): Promise<number> {
  try {
    const checkpoints = openCheckpoints(config)
    if (checkpoints?.canSign) await sealCheckpoint(checkpoints, { at, heads })
  } catch (error) {
    process.stderr.write(
      `The backup is complete, but the checkpoint couldn’t be written: ${propertyOf(error, 'message')}\n`,
    )
  }
  return 0
}

async function withServices(config: Config, work: (services: Services) => Promise<number>): Promise<number> {
  const database = await openInstallation(config)
  try {
    return await work(createServices(config, database))
  } finally {
    await database.close()
  }
}

function requirement(values: Values, name: keyof Values): string {
  const value = text(values[name])?.trim()
  if (!value) throw new Error(`The option --${name} is required.`)
  return value
}

function requireFile(file: string | undefined, kind = 'backup'): string {
  if (!file) throw new Error(`Enter the name of the ${kind} file after the command.`)
  return file
}

function requireSqlite(config: Config, instead: string): void {
  if (config.databaseUrl)
    throw new Error(`This command is for SQLite. For PostgreSQL, use ${instead}. See docs/operations.md.`)
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function say(line: string): number {
  process.stdout.write(`${line}\n`)
  return 0
}

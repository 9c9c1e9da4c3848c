import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Advice, run, tail } from './processes.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'

const oldestVersion = 15

/** Advice for a machine without PostgreSQL. */
export const postgresAdvice = `The tests need the server programs of PostgreSQL ${oldestVersion} or newer (initdb, pg_ctl).
Install them, such as Debian's package 'postgresql', and try again. PostgreSQL doesn't have to be running or configured.`

/** The folder of the newest usable server programs. @returns {Promise<string | undefined>} */
export async function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  for (const folder of folders) {
    if (!existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'pg_ctl'))) continue
    if ((await versionIn(folder)) >= oldestVersion) return folder
  }
  return undefined
}

/** The major version of the newest usable server programs, such as 15, or 0 if there are none. */
export async function postgresVersion() {
  const folder = await findPostgres()
  return folder ? versionIn(folder) : 0
}

/** @param {string} folder */
async function versionIn(folder) {
  const { output } = await run(join(folder, 'postgres'), ['--version'])
  return Number(/\) (\d+)/.exec(output)?.[1] ?? 0)
}

/**
 * A separate PostgreSQL with only a Unix socket and no password. `stop` ends PostgreSQL and deletes its data, as does
 * the end of this process for any other reason. `crash` kills all server processes, as an error in one of them would,
 * and starts PostgreSQL again. `halt` kills the server processes, and `resume` starts them. `ask` runs a statement and
 * returns its rows, one line each. `keepAs` shuts PostgreSQL down and copies the data to a folder, from which another
 * one can start. `processorSeconds` returns the processor time used, or 0 if the system doesn't report it.
 * @typedef {{ urlOf(database: string): string, crash(): Promise<void>, halt(): Promise<void>, resume(): Promise<void>,
 *   ask(statement: string): Promise<string[]>, keepAs(folder: string): Promise<void>,
 *   processorSeconds(): number, stop(): Promise<void> }} Postgres
 */

/**
 * Settings for a database that need not survive its machine. The log stays small, because it is copied with the
 * database.
 */
const unflushed = ' -c fsync=off -c full_page_writes=off -c min_wal_size=4MB'
const smallLog = ['--wal-segsize=1']

/**
 * Starts a PostgreSQL in the temporary folder. `replicate` starts a read replica of it. Commits are flushed to disk,
 * unless `flushes` is false; tests then take about half the time. `from`: a folder created by `keepAs` with the initial
 * data.
 * @param {{ flushes?: boolean, from?: string | undefined }} [options]
 * @returns {Promise<Postgres & { replicate(): Promise<Postgres> }>}
 */
export async function startPostgres({ flushes = true, from } = {}) {
  const settings = flushes ? '' : unflushed
  const primary = await startIn('postgres', settings, (data) =>
    from ? { program: 'cp', args: ['-a', from, data] } : initdb(data, flushes ? [] : smallLog),
  )
  const replicate = () =>
    startIn('replica', settings, (data) => ({
      program: 'pg_basebackup',
      args: ['-d', primary.urlOf('postgres'), '-D', data, '-R', '-c', 'fast', '--no-sync'],
    }))
  return { ...primary, replicate }
}

const initdb = (/** @type {string} */ data, /** @type {string[]} */ more) => ({
  program: 'initdb',
  args: ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', ...more],
})

/**
 * @param {string} name
 * @param {string} more settings
 * @param {(data: string) => { program: string, args: string[] }} create makes the folder of its data
 * @returns {Promise<Postgres>}
 */
async function startIn(name, more, create) {
  const programs = await findPostgres()
  if (!programs) throw new Advice(postgresAdvice)
  const owner = await findOwner()
  const last = (/** @type {string} */ folder) => [
    join(programs, 'pg_ctl'),
    'stop',
    '-m',
    'immediate',
    '-D',
    join(folder, 'data'),
  ]
  const { folder, remove } = makeTemporaryFolder(name, { last, owner })
  const data = join(folder, 'data')
  const call = async (
    /** @type {string} */ program,
    /** @type {string[]} */ args,
    /** @type {object | undefined} */ as = owner,
  ) => {
    const path = existsSync(join(programs, program)) ? join(programs, program) : program
    const { code, output } = await run(path, args, { cwd: folder, ...as })
    if (code !== 0) throw new Advice(`Couldn’t start PostgreSQL for the tests.\n${tail(output)}`)
    return output
  }
  const { program, args } = create(data)
  // Kept data belongs to this process's user, in a folder that PostgreSQL's user can't access.
  await call(program, args, program === 'cp' ? {} : owner)
  const settings = `-k ${folder} -c listen_addresses= -c shared_buffers=64MB -c max_connections=200 -c max_wal_size=256MB${more}`
  const start = ['-w', '-D', data, '-l', join(folder, 'log'), '-o', settings]
  await call('pg_ctl', ['start', ...start])
  return {
    urlOf: (database) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    crash: async () => void (await call('pg_ctl', ['restart', '-m', 'immediate', ...start])),
    halt: async () => void (await call('pg_ctl', ['stop', '-m', 'immediate', '-D', data])),
    resume: async () => void (await call('pg_ctl', ['start', ...start])),
    ask: async (statement) => {
      const rows = await call('psql', ['-h', folder, '-U', 'postgres', '-d', 'postgres', '-Atqc', statement])
      return rows.split('\n').filter((row) => row !== '')
    },
    keepAs: async (kept) => {
      await call('pg_ctl', ['stop', '-m', 'fast', '-D', data])
      await call('cp', ['-a', data, kept], {})
    },
    processorSeconds: () => processorSecondsOf(data),
    stop: remove,
  }
}

// A hundred ticks a second, on every Linux that Node.js runs on.
const ticks = 100

/** The processor time of the main process and the children that it has waited for. @param {string} data */
function processorSecondsOf(data) {
  const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return 0
  // The program's name, in parentheses, may contain spaces.
  const fields = readFileSync(stat, 'utf8').split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks
}

/**
 * The server programs refuse to run as root, so the user 'postgres' then runs them.
 * @returns {Promise<{ uid: number, gid: number } | undefined>}
 */
export async function findOwner() {
  if (process.getuid?.() !== 0) return undefined
  const ids = await Promise.all(['-u', '-g'].map((kind) => run('id', [kind, 'postgres'])))
  if (ids.some(({ code }) => code !== 0))
    throw new Advice(
      `PostgreSQL can't run as root, and there is no user 'postgres' to run it.\nRun the tests as another user.`,
    )
  const [uid, gid] = ids.map(({ output }) => Number(output))
  return { uid: /** @type {number} */ (uid), gid: /** @type {number} */ (gid) }
}

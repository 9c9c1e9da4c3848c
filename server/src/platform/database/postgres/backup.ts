import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { propertyOf } from '../../errors.ts'

const longestComplaint = 400

/**
 * Writes a consistent snapshot of a PostgreSQL database to a file for `pg_restore`. Resolves when the file is on disk.
 * Needs `pg_dump` in the server's version or newer. Throws the error output from `pg_dump`.
 */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  const program = start('pg_dump', ['--format=custom', '--no-password'], url)
  const written = pipeline(program.output, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  await Promise.all([written, program.ended])
}

/**
 * Restores a file from `dumpPostgres` to an empty PostgreSQL database. If that fails, leaves the database empty and
 * throws the error output from `pg_restore`.
 */
export async function fillPostgres(url: string, file: string): Promise<void> {
  const args = ['--single-transaction', '--no-password']
  const program = start('pg_restore', args, url)
  // A program that ends early closes its input. The program's output contains the reason.
  await Promise.all([pipeline(createReadStream(file), program.input).catch(() => {}), program.ended])
}

// The password is passed in the environment, because arguments are visible to all users on this machine.
function start(name: string, args: readonly string[], url: string) {
  const { address, password } = withoutPassword(url)
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  const child = spawn(name, [...args, '--dbname', address], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const complaint = text(child.stderr)
  const ended = once(child, 'close').then(
    async ([code]) => {
      if (code !== 0) throw new Error(`${name} failed: ${(await complaint).trim().slice(-longestComplaint)}`)
    },
    (error) => {
      if (propertyOf(error, 'code') !== 'ENOENT') throw error
      throw new Error(`The program ${name} is missing. Install the PostgreSQL client programs.`)
    },
  )
  return { input: child.stdin, output: child.stdout, ended }
}

function withoutPassword(url: string): { address: string; password: string } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password) || (address.searchParams.get('password') ?? '')
  address.password = ''
  address.searchParams.delete('password')
  return { address: address.href, password }
}

const longestName = 63
const ending = '_backup_check'

/**
 * Creates an empty PostgreSQL database for some work and drops it afterward. Replaces a database left behind by earlier
 * work. `nextTo` is the URL of a database whose user can create databases.
 */
export async function withScratchDatabase<Result>(
  nextTo: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const database = decodeURIComponent(new URL(nextTo).pathname.slice(1))
  const name = `${database.slice(0, longestName - ending.length)}${ending}`
  const drop = `drop database if exists ${pg.escapeIdentifier(name)} with (force)`
  await administer(nextTo, drop, `create database ${pg.escapeIdentifier(name)} template template0`)
  try {
    return await work(Object.assign(new URL(nextTo), { pathname: `/${encodeURIComponent(name)}` }).href)
  } finally {
    await administer(nextTo, drop)
  }
}

/** Returns true if a PostgreSQL database has no tables yet. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const [row] = await query(url, `select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
  return row === undefined
}

/** Runs statements in a PostgreSQL database on a separate connection. Returns the rows of the last one. */
export async function query(url: string, ...statements: readonly string[]): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: readonly object[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  await query(url, ...statements).catch((error) => {
    throw error instanceof pg.DatabaseError && error.code === '42501' ? new Error(mayNotCreate) : error
  })
}

const mayNotCreate =
  'A PostgreSQL backup is opened in a separate database, and this user has no permission to create one. See Backups in docs/operations.md.'

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { propertyOf } from './property.ts'

const longestComplaint = 400

/**
 * Writes all of a PostgreSQL database, as it is at one moment, to a file that `pg_restore` reads; done when it is on disk.
 * Needs `pg_dump` of the server's version or a newer one. Throws what that says.
 */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  const program = start('pg_dump', ['--format=custom', '--no-password'], url)
  const written = pipeline(program.output, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  await Promise.all([written, program.ended])
}

/** Fills an empty PostgreSQL database with all that such a file holds, or leaves it empty. Throws what `pg_restore` says. */
export async function fillPostgres(url: string, file: string): Promise<void> {
  const args = ['--single-transaction', '--no-password']
  const program = start('pg_restore', args, url)
  // A program that ends early closes its input; what it says tells why.
  await Promise.all([pipeline(createReadStream(file), program.input).catch(() => {}), program.ended])
}

// The password goes by the environment: everybody on this machine sees arguments.
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
      throw new Error(`There is no program ${name} here: install the client programs of PostgreSQL.`)
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

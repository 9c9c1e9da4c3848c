import pg from 'pg'

const longestName = 63
const ending = '_backup_check'

/**
 * Makes an empty PostgreSQL database next to one, for as long as something works with it, and replaces what an earlier
 * work has left. `nextTo`: the URL of a database whose user may create others.
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

async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } catch (error) {
    throw error instanceof pg.DatabaseError && error.code === '42501' ? new Error(mayNotCreate) : error
  } finally {
    await client.end()
  }
}

const mayNotCreate =
  'A copy of PostgreSQL is opened in a database of its own, and this user may not create one: see Backups in docs/operations.md.'

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

/** Whether a PostgreSQL database has no table yet. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const [row] = await query(url, `select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
  return row === undefined
}

/** Runs statements in a PostgreSQL database, outside of what is open; returns the rows of the last. */
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
  'A copy of PostgreSQL is opened in a database of its own, and this user may not create one: see Backups in docs/operations.md.'

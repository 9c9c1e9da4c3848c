import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { Progress } from './database/migrate.ts'

/** A database that returns no rows, and whose clock advances by the given number of seconds per statement. */
function watched() {
  const lines: string[] = []
  let now = 0
  const progress = new Progress(
    (line) => lines.push(line),
    () => now,
  )
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (inner) => new SqliteIntrospector(inner),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }).withPlugin(progress)
  const statementOf = async (seconds: number) => {
    now += seconds * 1000
    await sql`select 1`.execute(db)
  }
  return { lines, progress, statementOf }
}

test('reports no progress for short work', async () => {
  const { lines, progress, statementOf } = watched()
  progress.begin('0001-short')
  for (let count = 0; count < 20; count += 1) await statementOf(0.1)
  expect(lines).toEqual([])
})

test('reports the part, step, and duration of long work every few seconds', async () => {
  const { lines, progress, statementOf } = watched()
  progress.begin('0001-first')
  for (let count = 0; count < 4; count += 1) await statementOf(2)
  progress.begin('0002-second')
  await statementOf(3)
  progress.report('request 1000 of 3000')
  await statementOf(4)
  expect(lines).toEqual([
    'Bringing the database up to date, 0001-first (4 s)',
    'Bringing the database up to date, 0001-first (8 s)',
    'Bringing the database up to date, 0002-second (3 s)',
    'Bringing the database up to date, 0002-second: request 1000 of 3000 (7 s)',
  ])
})

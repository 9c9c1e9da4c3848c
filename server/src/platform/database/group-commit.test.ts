import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GroupCommit } from './group-commit.ts'
import { openSqlite } from './sqlite/connection.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

interface Tables {
  notes: { id: number; text: string; parent: number | null }
}

describe('writes that arrive together', () => {
  let folder: string
  let db: Kysely<Tables>
  let commits: GroupCommit<Tables>
  let statements: string[]
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'check-requests-'))
    statements = []
    const log = ({ query }: { query: { sql: string } }) => void statements.push(query.sql)
    db = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(join(folder, 'notes.db'))), log })
    await sql`create table notes (id integer primary key, text text not null unique,
      parent integer references notes (id) deferrable initially deferred)`.execute(db)
    commits = new GroupCommit({ transact: (work) => db.transaction().execute(work), failedCommitIsUndone: true })
  })
  afterEach(async () => {
    await db.destroy()
    rmSync(folder, { recursive: true })
  })

  const write = (text: string, parent: number | null = null) =>
    commits.run(async (trx) => {
      await trx
        .insertInto('notes')
        .values({ text, parent } as Tables['notes'])
        .execute()
      return text
    })

  const texts = async () => (await db.selectFrom('notes').select('text').orderBy('id').execute()).map((row) => row.text)
  const outcomes = async (writes: Promise<string>[]) =>
    (await Promise.allSettled(writes)).map((result) => (result.status === 'fulfilled' ? result.value : 'refused'))

  test('share one commit in order of arrival', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `note ${index}`)
    expect(await Promise.all(names.map((name) => write(name)))).toEqual(names)
    expect(await texts()).toEqual(names)
    expect(statements.filter((statement) => statement === 'begin immediate')).toHaveLength(1)
    expect(statements.filter((statement) => statement === 'commit')).toHaveLength(1)
  })

  test('keep their own call contexts', async () => {
    const who = new AsyncLocalStorage<string>()
    const callers = ['one', 'two', 'three']
    const found = callers.map((caller) => who.run(caller, () => commits.run(async () => who.getStore())))
    expect(await Promise.all(found)).toEqual(callers)
  })

  test('fail individually without undoing other work', async () => {
    const first = write('a')
    const doubled = commits.run(async (trx) => {
      await trx
        .insertInto('notes')
        .values({ text: 'half', parent: null } as Tables['notes'])
        .execute()
      await trx
        .insertInto('notes')
        .values({ text: 'a', parent: null } as Tables['notes'])
        .execute()
      return 'never'
    })
    expect(await outcomes([first, doubled, write('b'), write('a'), write('c')])).toEqual([
      'a',
      'refused',
      'b',
      'refused',
      'c',
    ])
    expect(await texts()).toEqual(['a', 'b', 'c'])
  })

  test('get their own errors', async () => {
    const own = commits.run(async () => {
      throw new RangeError('mine')
    })
    const [failed, stood] = await Promise.allSettled([own, write('a')])
    expect(failed).toMatchObject({ status: 'rejected', reason: new RangeError('mine') })
    expect(stood).toEqual({ status: 'fulfilled', value: 'a' })
  })

  test('are all rejected and undone if the shared commit fails', async () => {
    // The foreign key is checked only when the transaction ends.
    expect(await outcomes([write('a'), write('orphan', 999), write('b')])).toEqual(['refused', 'refused', 'refused'])
    expect(await texts()).toEqual([])
    expect(await outcomes([write('a'), write('b')])).toEqual(['a', 'b'])
  })

  test('are answered only after the commit', async () => {
    let answered = false
    const first = write('a').then(() => {
      answered = true
    })
    const last = commits.run(async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return answered
    })
    expect(await last).toBe(false)
    await first
    expect(answered).toBe(true)
  })

  test('see changes made earlier in the same commit', async () => {
    const seen = commits.run(async (trx) => (await trx.selectFrom('notes').select('text').execute()).length)
    const later = [
      write('a'),
      commits.run(async (trx) => (await trx.selectFrom('notes').select('text').execute()).length),
    ]
    expect(await seen).toBe(0)
    expect(await Promise.all(later)).toEqual(['a', 1])
  })

  test('wait for the next commit if they arrive during one', async () => {
    const late: Promise<string>[] = []
    const first = commits.run(async () => {
      late.push(write('late'))
      return 'first'
    })
    expect(await first).toBe('first')
    expect(await Promise.all(late)).toEqual(['late'])
    expect(statements.filter((statement) => statement === 'commit')).toHaveLength(2)
  })

  test('leave nothing in the queue when they finish', async () => {
    const writes = [write('a'), write('b')]
    await commits.idle()
    expect(await texts()).toEqual(['a', 'b'])
    await Promise.all(writes)
  })
})

import { execFileSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { failToStart, startServer } from '../testing/server-process.ts'
import { databaseFile } from './database/sqlite/backup.ts'

const [sqlite] = databases as [DatabaseKind]
const pageSize = 4096

let place: TestPlace
beforeEach(async () => {
  place = await sqlite.create('demo')
  const database = await place.open()
  await database.close()
  const file = new DatabaseSync(databaseFile(place.where))
  // This removes unused pages, where damage would have no effect.
  file.exec('vacuum')
  file.close()
})
afterEach(() => place.drop())

function zeroPage(file: string, page: number): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(pageSize), 0, pageSize, page * pageSize)
  closeSync(descriptor)
}

function pagesOf(file: string): number {
  const descriptor = openSync(file, 'r')
  const { size } = fstatSync(descriptor)
  closeSync(descriptor)
  return size / pageSize
}

test('refuses to open a database in which any page is zeroed', { timeout: 300_000 }, async () => {
  const file = databaseFile(place.where)
  const whole = readFileSync(file)
  const pages = pagesOf(file)
  for (let page = 0; page < pages; page += Math.ceil(pages / 40)) {
    zeroPage(file, page)
    await expect(place.open(), `page ${page}`).rejects.toThrow(
      /check-requests\.db is damaged \(.+\)\. Restore a backup/,
    )
    writeFileSync(file, whole)
  }
  await (await place.open()).close()
})

test('causes the server to report the damage and exit with code 1', async () => {
  zeroPage(databaseFile(place.where), 7)
  const { code, output } = await failToStart({ DATA_DIR: place.where })
  expect(code).toBe(1)
  expect(output).toContain('is damaged')
})

describe('a file unchanged since it was closed', () => {
  /** Damages the file without changing its times, as a failing disk would. */
  function decay(file: string): void {
    const clock = `${file}.clock`
    execFileSync('touch', ['-r', file, clock])
    zeroPage(file, 7)
    execFileSync('touch', ['-r', clock, file])
  }

  function copyOver(file: string): void {
    writeFileSync(`${file}.new`, readFileSync(file))
    renameSync(`${file}.new`, file)
  }

  beforeEach(async () => (await place.open()).close())

  test('is checked only after it is opened', async () => {
    const database = await place.open()
    expect(await database.checkFile?.()).toBeUndefined()
    expect(database.checkFile).toBeDefined()
    await database.close()
  })

  test.each([
    ['was open when its process was killed', async () => void (await place.open())],
    ['was copied', async (file: string) => copyOver(file)],
    [
      'has a log from another program',
      async (file: string) => new DatabaseSync(file).exec('create table foreign_table (id)'),
    ],
    ['was changed by another program', async (file: string) => zeroPage(file, pagesOf(file))],
  ])('is checked before it is opened if it %s', async (_, change) => {
    await change(databaseFile(place.where))
    const database = await place.open()
    expect(database.checkFile).toBeUndefined()
    await database.close()
  })

  test('is reported as damaged after it is opened and again at the next start', async () => {
    decay(databaseFile(place.where))
    const database = await place.open()
    expect(await database.checkFile?.()).toMatch(/check-requests\.db is damaged \(.+\)\. Restore a backup/)
    await database.close()
    await expect(place.open()).rejects.toThrow('is damaged')
  })

  test('stops the server soon after a start if it is damaged', async () => {
    await (await startServer({ DATA_DIR: place.where })).end('SIGTERM')
    decay(databaseFile(place.where))
    const server = await startServer({ DATA_DIR: place.where })
    expect(await server.gone).toBe(1)
    expect(server.output()).toContain('is damaged')
  })
})

import { closeSync, fstatSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { failToStart } from '../testing/server-process.ts'
import { databaseFile } from './sqlite-backup.ts'

const [sqlite] = databases as [DatabaseKind]
const pageSize = 4096

let place: TestPlace
beforeEach(async () => {
  place = await sqlite.create('demo')
  const database = await place.open()
  await database.close()
  const file = new DatabaseSync(databaseFile(place.where))
  // Pages that nothing uses hold nothing that could be damaged.
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

test('a database with a page of zeros is told and not served, whichever page it is', { timeout: 300_000 }, async () => {
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

test('the server says so and ends with 1', async () => {
  zeroPage(databaseFile(place.where), 7)
  const { code, output } = await failToStart({ DATA_DIR: place.where })
  expect(code).toBe(1)
  expect(output).toContain('is damaged')
})

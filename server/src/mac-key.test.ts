import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from './testing/databases.ts'
import { failToStart, startServer } from './testing/server-process.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

let folder: string
let place: TestPlace
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'check-requests-mac-key-'))
  place = await postgres.create('nothing')
})
afterEach(async () => {
  await place.drop()
  rmSync(folder, { recursive: true })
})

test('creates the key file named by AUDIT_MAC_KEY on PostgreSQL, and refuses to start with a different key', async () => {
  const file = join(folder, 'trail-key.json')
  const settings = { DATABASE_URL: place.where, DATA_DIR: join(folder, 'data'), AUDIT_MAC_KEY: file }
  expect(await (await startServer(settings)).end('SIGTERM')).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(existsSync(join(folder, 'data', 'keys'))).toBe(false)
  expect(await (await startServer(settings)).end('SIGTERM')).toBe(0)

  const other = join(folder, 'another-key.json')
  const refused = await failToStart({ ...settings, AUDIT_MAC_KEY: other })
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('The audit trail key is missing') })
  expect(existsSync(other)).toBe(false)
})

test('refuses to start if the key folder is missing, and says what to do', async () => {
  const file = join(folder, 'nowhere', 'trail-key.json')
  const settings = { DATABASE_URL: place.where, DATA_DIR: join(folder, 'data'), AUDIT_MAC_KEY: file }
  const sentence = `The key file ${file} can’t be created: the folder ${join(folder, 'nowhere')} doesn’t exist. Create it,`
  expect(await failToStart(settings)).toMatchObject({ code: 1, output: expect.stringContaining(sentence) })
})

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyFileOf } from '../open.ts'
import type { AppDatabase } from '../tables.ts'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { behindTheBack } from '../testing/tampering.ts'
import { hashLink } from './commands/append.ts'
import { verifyTrail } from './commands/verify.ts'

const [sqlite] = databases as [DatabaseKind]

describe('a trail sealed with a key', () => {
  let place: TestPlace
  let database: AppDatabase
  beforeEach(async () => {
    place = await sqlite.create('nothing')
    database = await place.open()
    await database.close()
  })
  afterEach(() => place.drop())
  const keyFile = () => keyFileOf({ dataDir: place.where, macKeyFile: undefined })

  test('creates a key readable only by its owner at the first start, and keeps the key', async () => {
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    const before = readFileSync(keyFile(), 'utf8')
    await (await place.open()).close()
    expect(readFileSync(keyFile(), 'utf8')).toBe(before)
  })

  test('refuses to start without the key or with another key, and creates no new key', async () => {
    const other = await sqlite.create('nothing')
    await (await other.open()).close()
    const stranger = readFileSync(keyFileOf({ dataDir: other.where, macKeyFile: undefined }), 'utf8')
    await other.drop()
    rmSync(keyFile())
    await expect(place.open()).rejects.toThrow('The audit trail key is missing')
    expect(() => statSync(keyFile())).toThrow('ENOENT')
    writeFileSync(keyFile(), stranger)
    await expect(place.open()).rejects.toThrow('doesn’t contain key')
  })

  test('refuses to start if the seals were removed', async () => {
    await behindTheBack(sqlite, place, (db) => db.deleteFrom('audit_keys').execute())
    await expect(place.open()).rejects.toThrow('but not the audit trail of this database')
  })

  test('detects an entry that was forged with a correct hash', async () => {
    await behindTheBack(sqlite, place, async (db) => {
      const head = await db.selectFrom('audit_heads').selectAll().where('chain', '=', 0).executeTakeFirstOrThrow()
      const last = db.selectFrom('audit_entries').selectAll().where('chain', '=', 0).where('seq', '=', head.seq)
      const { hash: _, mac, ...link } = await last.executeTakeFirstOrThrow()
      const forged = { ...link, seq: head.seq + 1, previous_hash: head.hash, states: null, action: 'user.create' }
      const hash = hashLink(forged)
      await db
        .insertInto('audit_entries')
        .values({ ...forged, hash, mac })
        .execute()
      await db.updateTable('audit_heads').set({ seq: forged.seq, hash }).where('chain', '=', 0).execute()
    })
    database = await place.open()
    const { intact, chains } = await verifyTrail(database, null)
    await database.close()
    expect({ intact, broken_at: chains[0]?.broken_at }).toEqual({ intact: false, broken_at: 2 })
  })
})

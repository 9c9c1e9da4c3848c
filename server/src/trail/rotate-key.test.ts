import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyFileOf, openDatabase } from '../open.ts'
import { secureRandom } from '../platform/crypto/hashes.ts'
import type { AppDatabase } from '../tables.ts'
import type { TestPlace } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { Ids } from '../testing/organization.ts'
import { bodyAt, raise } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { fillWorld } from '../testing/templates.ts'
import { worldOf } from '../testing/world.ts'
import { readTrailKeys, rotateKey } from './commands/open-trail.ts'
import { verifyTrail } from './commands/verify.ts'

const now = Date.UTC(2027, 0, 2)

onBothDatabases('the audit trail key on $name', (kind) => {
  let place: TestPlace
  let folder: string
  let database: AppDatabase
  let ids: Ids
  // With PostgreSQL, the settings name the key file's folder. With SQLite, the key file is in the data folder.
  const files = () =>
    kind.name === 'SQLite'
      ? { dataDir: place.where, databaseUrl: undefined, macKeyFile: undefined }
      : { dataDir: folder, databaseUrl: place.where, macKeyFile: join(folder, 'trail-key.json') }
  const file = () => keyFileOf(files())
  const open = () => openDatabase(files())
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'check-requests-key-'))
    place = await kind.create('nothing')
    database = await open()
    ids = await fillWorld(database)
  })
  afterEach(async () => {
    await database.close()
    await place.drop()
    rmSync(folder, { recursive: true })
  })

  test('seals later entries with a new key, and verifies earlier entries with the old key', async () => {
    const before = database.keyring.current.id
    await rotateKey(database, secureRandom, now)
    await database.close()
    database = await open()
    expect(database.keyring.current.id).not.toBe(before)
    expect(database.keyring.positionOf(before)).toBe(0)
    const entries = await database.read
      .selectFrom('audit_entries')
      .select(['action', 'key_id'])
      .where('chain', '=', 0)
      .orderBy('seq')
      .execute()
    expect(entries.at(-1)).toEqual({ action: 'trail.rotate-key', key_id: database.keyring.current.id })
    expect(entries[0]?.key_id).toBe(before)
    expect(await verifyTrail(database, null)).toMatchObject({ intact: true, mismatches: [] })
  })

  test('rejects new entries sealed with the old key', async () => {
    const earlier = readFileSync(file(), 'utf8')
    await rotateKey(database, secureRandom, now)
    await database.close()
    writeFileSync(file(), earlier)
    await expect(open()).rejects.toThrow('doesn’t contain key')
    database = await kind.open('empty')
  })

  test('completes an interrupted key rotation at the next start', async () => {
    const begun = database.keyring.withNewKey(secureRandom, new Date(now).toISOString())
    await database.close()
    database = await open()
    expect(database.keyring.current.id).toBe(begun.current.id)
    expect(database.keyring.isInUse).toBe(true)
    expect(await verifyTrail(database, null)).toMatchObject({ intact: true, mismatches: [] })
  })

  test('refuses writes on a server that wasn’t restarted after the key rotation', async () => {
    const app = await serve(database)
    const world = worldOf(app, database, ids)
    await raise(world, 'requester-group', 'NWG')
    await rotateKey(database, secureRandom, now)
    const client = await world.as('requester-group')
    const reply = await client.call(checkRequestEndpoints.create, { body: bodyAt(ids, 'NWG') })
    expect({ status: reply.status, text: reply.text }).toMatchObject({
      status: 503,
      text: expect.stringContaining('The audit trail key was replaced after this server started.'),
    })
    const sealed = { ...database, keyring: readTrailKeys(file()) ?? database.keyring }
    expect(await verifyTrail(sealed, null)).toMatchObject({ intact: true, mismatches: [] })
    await app.close()
    database = await open()
  })
})

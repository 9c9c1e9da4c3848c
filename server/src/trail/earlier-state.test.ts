import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSigningKey, type SealedFile } from '../platform/crypto/sealed-file.ts'
import type { DatabaseKind, TestPlace } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { raise } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { administerPostgres } from '../testing/templates.ts'
import { idsOf, worldOf } from '../testing/world.ts'
import { checkpointNow } from './commands/checkpoints.ts'
import { verifyTrail } from './commands/verify.ts'

onBothDatabases('a restored database on $name', (kind) => {
  let place: TestPlace
  let earlier: TestPlace
  let folder: string
  beforeEach(async () => {
    place = await kind.create('world')
    earlier = await kind.create('nothing')
    folder = mkdtempSync(join(tmpdir(), 'check-requests-earlier-'))
  })
  afterEach(async () => {
    await place.drop()
    await earlier.drop()
    rmSync(folder, { recursive: true })
  })

  test('detects that the whole database was reset to an earlier state only with later checkpoints', async () => {
    const database = await place.open()
    const ids = await idsOf(database)
    await database.close()
    await copy(kind, place, earlier)
    const checkpoints = { file: join(folder, 'checkpoints'), keyFile: join(folder, 'key') }
    makeSigningKey(checkpoints.keyFile)
    const app = await serve(await place.open(), { config: { checkpoints } })
    await raise(worldOf(app, app.services.database, ids), 'requester-group', 'NWG')
    const signed = app.services.checkpoints as SealedFile
    await checkpointNow(app.services, signed)
    expect(await verifyTrail(app.services.database, null, signed)).toMatchObject({ intact: true, mismatches: [] })
    await app.close()

    const putBack = await earlier.open()
    expect(await verifyTrail(putBack, null)).toMatchObject({ intact: true, mismatches: [] })
    const { intact, mismatches } = await verifyTrail(putBack, null, signed)
    await putBack.close()
    expect(intact).toBe(false)
    expect(mismatches).toEqual([
      expect.stringMatching(/^Northwest Auto Group: the chain ends at entry \d+, but entry \d+ was signed on /),
    ])
  })
})

/** Copies the contents of `source` to `target` while neither is in use. */
async function copy(kind: DatabaseKind, source: TestPlace, target: TestPlace): Promise<void> {
  if (kind.name === 'SQLite') return cpSync(source.where, target.where, { recursive: true })
  const [from, to] = [source, target].map(({ where }) => new URL(where).pathname.slice(1))
  await target.drop()
  await administerPostgres(`create database ${to} template ${from}`)
}

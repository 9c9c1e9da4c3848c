import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rotateSecrets } from '../bank/commands/rotate-secrets.ts'
import { fileStoreOf, openDatabase, requireFileKey, requireSecretsKey } from '../open.ts'
import { type CheckTools, checkCopy, copyAt } from '../operation/backups/check-copy.ts'
import { restore, restorePostgres } from '../operation/backups/restore.ts'
import { databases, type TestPlace } from '../testing/databases.ts'
import { keptReleases, type UnpackedRelease, unpackRelease } from '../testing/kept-releases.ts'
import { serve } from '../testing/start-app.ts'
import { verifyTrail } from '../trail/commands/verify.ts'
import { version } from '../version.ts'

const [tooOld, ...releases] = keptReleases
const on = (release: string) => databases.map((kind) => ({ name: `${release} on ${kind.name}`, release, kind }))

test('includes a stored backup of every release including this release', () => {
  expect(keptReleases).toEqual(expect.arrayContaining(['release-0.1.0', `release-${version}`]))
})

describe.each(on(String(tooOld)))('a backup of $name', ({ release, kind }) => {
  test('is refused with instructions', async () => {
    const place = await kind.create('nothing')
    const { folder, file } = unpackRelease(release, kind.name)
    const keyFile = join(folder, 'keys', 'audit-mac.json')
    const tools = { dataDir: folder, keyFile, secretsKeyFile: undefined, checkUrl: place.where }
    const { findings } = await checkCopy(copyAt(file), tools)
    expect(findings.join('\n')).toContain('Start version 1.0.0 once')
    await place.drop()
    rmSync(folder, { recursive: true })
  })
})

describe.each(releases.flatMap(on))('a backup of $name', ({ release, kind }) => {
  let folder: string
  let file: string
  let held: UnpackedRelease['held']
  let place: TestPlace
  let tools: CheckTools
  beforeAll(async () => {
    place = await kind.create('nothing')
    const unpacked = unpackRelease(release, kind.name)
    folder = unpacked.folder
    file = unpacked.file
    held = unpacked.held
    const keyFile = join(folder, 'keys', 'audit-mac.json')
    tools = { dataDir: folder, keyFile, secretsKeyFile: undefined, checkUrl: place.where }
  })
  afterAll(async () => {
    await place.drop()
    rmSync(folder, { recursive: true })
  })

  test('is migrated and verified with all of its documents', async () => {
    const { findings, report } = await checkCopy(copyAt(file), tools)
    expect(findings).toEqual([])
    expect(report.join('\n')).toContain('Audit trail: intact.')
    expect(report.join('\n')).toContain(`Check requests: ${held.check_requests}, totaling `)
    expect(held.documents).toBe(2)
    expect(report.join('\n')).toContain('Compared the documents (2) with the audit trail')
  })

  test('is restored, and lets users log in and decrypts account numbers', async () => {
    const files = fileStoreOf({ dataDir: folder, filesAt: undefined })
    const { keyFile, dataDir } = tools
    if (kind.name === 'SQLite') await restore({ dataDir, keyFile, files }, file, { now: Date.now(), unverified: false })
    else await restorePostgres(place.where, copyAt(file), { ...tools, files, unverified: false })
    const databaseUrl = kind.name === 'SQLite' ? undefined : place.where
    const settings = { dataDir, databaseUrl, macKeyFile: keyFile, secretsKeyFile: undefined }
    const database = await openDatabase(settings)
    await requireFileKey(database.read, settings)
    await requireSecretsKey(database.read, settings)
    const app = await serve(database, { config: settings })
    const { data } = await (await app.logIn('superadmin@example.com')).call(requests.list, { query: { limit: 100 } })
    expect(data.total).toBe(held.check_requests)
    expect(await rotateSecrets(app.services)).toBeGreaterThan(1)
    expect(await verifyTrail(database, null)).toMatchObject({ intact: true, mismatches: [] })
    await app.close()
  })
})

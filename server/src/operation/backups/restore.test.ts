import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../open.ts'
import { type BackupWorld, type CopyPlace, copyPlaces, openFolder, startBackupWorld } from '../../testing/backups.ts'
import { type DatabaseKind, databasesWith } from '../../testing/databases.ts'
import { addDocument, pngOf } from '../../testing/documents.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { raise } from '../../testing/requests.ts'
import { programOf } from '../../testing/server-process.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { backUp } from './commands/back-up.ts'

const day = 86_400_000

/** The settings of a test world as environment variables. */
function settingsOf({ config }: BackupWorld, at: CopyPlace['at'], changes: Record<string, string> = {}) {
  const place =
    'folder' in at
      ? { BACKUP_DIR: at.folder }
      : { BACKUP_URL: `s3://${at.bucket.bucket}/checks?region=us-east-1&endpoint=${at.bucket.endpoint}` }
  return {
    ...process.env,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? '',
    AUDIT_MAC_KEY: config.macKeyFile ?? '',
    DEMO: 'off',
    ...place,
    ...changes,
  }
}

function cli(env: NodeJS.ProcessEnv, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [programOf('cli'), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` })
    })
  })
}

/** The names and contents of all files in a folder. */
function stateOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
    .sort()
}

async function startWithCopy(kind: DatabaseKind, at: CopyPlace['at']): Promise<BackupWorld> {
  const world = await startBackupWorld(kind, at)
  const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
  await addDocument(await world.as('requester-group'), { request: id }, { name: 'one.png', content: pngOf(7, 7) })
  await backUp(world.services)
  return world
}

describe.each(databasesWith(copyPlaces))('a backup of $name', ({ database: kind, place: to }) => {
  let place: CopyPlace
  let world: BackupWorld
  beforeAll(async () => {
    place = await to.open()
    world = await startWithCopy(kind, place.at)
    world.clock.advance(day)
    await raise(world, 'requester-group', 'NWG/TOY/SVC')
    await backUp(world.services)
  })
  afterAll(async () => {
    await world.close()
    await place.drop()
  })

  const names = ['2026-11-20T150000Z', '2026-11-21T150000Z'].map(
    (name) => `${name}.${kind.name === 'SQLite' ? 'db' : 'dump'}`,
  )
  const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('check-requests-drill-'))

  test('checks the newest or a named backup while the server runs without changing anything', async () => {
    const before = stateOf(world.config.dataDir)
    const drills = temporary()
    const newest = await cli(settingsOf(world, place.at), 'restore', '--check')
    // The exact output shows that the two misleading warnings on PostgreSQL no longer appear (J11).
    expect(newest.code).toBe(0)
    expect(newest.output.trim().split('\n')).toEqual([
      `Restoring ${names[1]} to a temporary location.`,
      expect.stringMatching(/^Fetched \d+\.\d MB in /),
      expect.stringMatching(/^The backup was made 2026-11-21T15:00:00\.000Z by version /),
      expect.stringMatching(/^Verified the audit trail in /),
      expect.stringMatching(/^Audit trail: intact\. Entries: \d+\. Chains: \d+\.$/),
      'Check requests: 2, totaling $2,501.00.',
      expect.stringMatching(/^Compared the documents \(1\) with the audit trail in /),
      expect.stringMatching(/^The whole check took /),
      'This backup can be restored.',
    ])
    const older = await cli(settingsOf(world, place.at), 'restore', '--check', String(names[0]))
    expect(older).toEqual({ code: 0, output: expect.stringContaining('Check requests: 1, totaling $1,250.50.') })
    expect(stateOf(world.config.dataDir)).toEqual(before)
    expect(temporary()).toEqual(drills)
  })

  test('restores lost data from a backup with an intact audit trail', async () => {
    const [elsewhere, settings, drop] = await emptyPlace()
    const { code, output } = await cli({ ...settingsOf(world, place.at), ...settings }, 'restore')
    expect([code, output]).toEqual([0, expect.stringContaining(`Restored ${names[1]}. The backup was made 2026-11-21`)])
    const again = await cli({ ...settingsOf(world, place.at), ...settings }, 'audit', 'verify')
    expect(again).toEqual({ code: 0, output: expect.stringContaining('The audit trail is intact.') })
    const { read, keyring, close } = await openDatabase({
      dataDir: elsewhere,
      databaseUrl: settings.DATABASE_URL || undefined,
      macKeyFile: settings.AUDIT_MAC_KEY,
    })
    expect(await read.selectFrom('check_requests').select('id').execute()).toHaveLength(2)
    expect(await read.selectFrom('sessions').select('id').execute()).toEqual([])
    expect(await verifyTrail({ read, keyring }, null)).toMatchObject({ intact: true })
    await close()
    await drop()
  })

  /** A machine that has only the keys. */
  async function emptyPlace() {
    const fresh = await kind.create('nothing')
    const dataDir = kind.name === 'SQLite' ? fresh.where : mkdtempSync(join(tmpdir(), 'check-requests-'))
    cpSync(join(world.config.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true })
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: kind.name === 'SQLite' ? '' : fresh.where,
      AUDIT_MAC_KEY: join(dataDir, 'keys', 'audit-mac.json'),
    }
    const drop = async () => {
      await fresh.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
    return [dataDir, settings, drop] as const
  }
})

onBothDatabases('a damaged backup on $name', (kind) => {
  let kept: Awaited<ReturnType<typeof openFolder>>
  let place: Awaited<ReturnType<typeof openFolder>>
  let world: BackupWorld
  beforeAll(async () => {
    kept = await openFolder()
    world = await startWithCopy(kind, kept.at)
  })
  afterAll(async () => {
    await world.close()
    await kept.drop()
    await place.drop()
  })
  beforeEach(async () => {
    await place?.drop()
    place = await openFolder()
    cpSync(kept.at.folder, place.at.folder, { recursive: true })
  })

  const copy = () => join(place.at.folder, `2026-11-20T150000Z.${kind.name === 'SQLite' ? 'db' : 'dump'}`)
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  const document = () => {
    const [name] = readdirSync(join(place.at.folder, 'files'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.length > 60,
    )
    return join(place.at.folder, 'files', String(name))
  }
  const damages: readonly (readonly [string, () => void, RegExp])[] = [
    ['was truncated', () => truncateSync(copy(), 20_000), /doesn’t match its manifest\.|malformed/],
    ['has a changed byte', () => flip(copy(), 9000), /doesn’t match its manifest\.|malformed|damaged/],
    ['has lost its manifest', () => rmSync(`${copy()}.json`), /There is no backup in the folder/],
    ['has a truncated manifest', () => truncateSync(`${copy()}.json`, 100), /The manifest .+ is missing or unreadable/],
    [
      'has a manifest with another number of requests',
      () => edit(`${copy()}.json`, (text) => text.replace('"check_requests": 1', '"check_requests": 2')),
      /The check requests don’t match the counts in the manifest\./,
    ],
    ['has lost a document', () => rmSync(document()), /The file for document 1 \(one\.png\) is missing\./],
    [
      'has a replaced document',
      () => writeFileSync(document(), 'x'),
      /The file for document 1 \(one\.png\) can’t be opened\./,
    ],
  ]

  test.each(damages)('refuses a backup that %s without changing anything', async (_name, damage, sentence) => {
    damage()
    const before = stateOf(world.config.dataDir)
    const drill = await cli(settingsOf(world, place.at), 'restore', '--check')
    expect(drill.output).toMatch(sentence)
    expect(drill.code).toBe(drill.output.includes('There is no backup') ? 2 : 1)
    expect(stateOf(world.config.dataDir)).toEqual(before)
  })

  test('refuses to restore a damaged backup', async () => {
    rmSync(document())
    const before = stateOf(world.config.dataDir)
    const { code, output } = await cli(settingsOf(world, place.at), 'restore')
    expect([code, output]).toEqual([2, expect.stringContaining('Nothing was changed.')])
    expect(stateOf(world.config.dataDir).filter((file) => !file.includes('in-use.lock'))).toEqual(
      before.filter((file) => !file.includes('in-use.lock')),
    )
  })

  test.each([
    ['audit-mac.json', /The audit trail key is missing: .+ should contain key \w+\./],
    ['files.json', /The key .+files\.json is missing, but stored documents are sealed with it\./],
  ])('reports that %s is missing, and creates no key', async (name, sentence) => {
    const keys = mkdtempSync(join(tmpdir(), 'check-requests-keys-'))
    cpSync(join(world.config.dataDir, 'keys'), keys, { recursive: true })
    rmSync(join(keys, name))
    const settings = settingsOf(world, place.at, { AUDIT_MAC_KEY: join(keys, 'audit-mac.json') })
    const { code, output } = await cli(settings, 'restore', '--check')
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
    expect(output).toContain(join(keys, name))
    expect(output).not.toMatch(/opened-|drill-/)
    expect(existsSync(join(keys, name))).toBe(false)
    rmSync(keys, { recursive: true })
  })
})

function flip(file: string, position: number): void {
  const content = readFileSync(file)
  content.writeUInt8(content.readUInt8(position) ^ 255, position)
  writeFileSync(file, content)
}

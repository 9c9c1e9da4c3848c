import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from './testing/databases.ts'
import { onOneDatabase } from './testing/on-databases.ts'
import { emailOf, type Ids } from './testing/organization.ts'
import { bodyAt } from './testing/requests.ts'
import { failToStart, programOf, type Settings, startServer, tokenAt, tryToRaise } from './testing/server-process.ts'
import { behindTheBack, cutChain } from './testing/tampering.ts'
import { testKeyFile } from './testing/templates.ts'
import { idsOf } from './testing/world.ts'

let folder: string
let file: string
let place: TestPlace
let ids: Ids
let settings: Settings

async function begin(kind: DatabaseKind): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'check-requests-checkpoints-'))
  file = join(folder, 'checkpoints')
  place = await kind.create('world')
  const database = await place.open()
  ids = await idsOf(database)
  await database.close()
  const where =
    kind.name === 'SQLite' ? { DATA_DIR: place.where } : { DATABASE_URL: place.where, AUDIT_MAC_KEY: testKeyFile() }
  settings = { ...where, DEMO: 'off', AUDIT_KEY: join(folder, 'key'), AUDIT_CHECKPOINTS: file }
  expect(await cli('audit', 'keygen', join(folder, 'key'))).toMatchObject({ code: 0 })
}

async function end(): Promise<void> {
  await place.drop()
  rmSync(folder, { recursive: true })
}

/** Runs the command line as users do. */
function cli(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [programOf('cli'), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` })
    })
  })
}

const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n')

/** Logs in and creates a request on a running server, then asks the server to stop. */
async function work(): Promise<{ code: number | null; output: string }> {
  const server = await startServer(settings)
  const token = await tokenAt(server.url, emailOf('requester-group'))
  const attempt = { key: `raise-${lines().length}`, body: bodyAt(ids, 'NWG') }
  expect(await tryToRaise(server.url, token, attempt)).toBeGreaterThan(0)
  return { code: await server.end('SIGTERM'), output: server.output() }
}

onOneDatabase('checkpoints with a key and a file on $name', (kind) => {
  beforeEach(() => begin(kind))
  afterEach(end)

  test('signs a checkpoint when the server starts and stops, and detects entries deleted afterward', async () => {
    expect(await cli('audit', 'checkpoint')).toEqual({ code: 0, output: 'Signed the heads of 3 chains.\n' })
    expect((await work()).code).toBe(0)
    expect(lines()).toHaveLength(3)
    const verified = await cli('audit', 'verify')
    expect(verified).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Compared with signed checkpoints: 3, the newest from/),
    })
    await behindTheBack(kind, place, (db) => cutChain(db, ids.places.NWG, 1))
    const { code, output } = await cli('audit', 'verify')
    expect(code).toBe(1)
    expect(output).toContain('Northwest Auto Group: the chain ends at entry 1, but entry 3 was signed on ')
    expect(output).toContain('The audit trail is BROKEN.')
  })

  test('logs a missing network share, keeps running, and exits with code 0', async () => {
    writeFileSync(file, '')
    settings = { ...settings, AUDIT_CHECKPOINTS: join(folder, 'not-mounted', 'checkpoints') }
    const { code, output } = await work()
    expect(code).toBe(0)
    const complaints = output.split('\n').filter((line) => line.includes('a checkpoint couldn’t be written'))
    expect(complaints).toHaveLength(2)
    expect(JSON.parse(complaints[0] as string)).toMatchObject({ level: 50, err: { code: 'ENOENT' } })
  })

  test('signs no checkpoints if the server has only the public key', async () => {
    await cli('audit', 'checkpoint')
    settings = { ...settings, AUDIT_KEY: join(folder, 'key.pub') }
    expect((await work()).code).toBe(0)
    expect(lines()).toHaveLength(1)
    expect((await cli('audit', 'verify')).code).toBe(0)
    expect(await cli('audit', 'checkpoint')).toMatchObject({ code: 2, output: expect.stringContaining('can’t sign') })
  })

  test('refuses to start without a valid key, and names the key file', async () => {
    settings = { ...settings, AUDIT_KEY: file }
    writeFileSync(file, 'not a key')
    expect(await failToStart(settings)).toEqual({ code: 1, output: `${file} contains no Ed25519 key.\n` })
  })
})

describe('SQLite backup', () => {
  beforeEach(() => begin(databases[0] as DatabaseKind))
  afterEach(end)

  const backup = () => join(folder, 'backup.db')

  test('signs a checkpoint for the backup, and succeeds even if no checkpoint can be written', async () => {
    await cli('audit', 'checkpoint')
    await work()
    const before = lines().length
    expect((await cli('backup', backup())).code).toBe(0)
    const { made_at: at, audit_heads: heads } = JSON.parse(readFileSync(`${backup()}.json`, 'utf8'))
    expect(lines()).toHaveLength(before + 1)
    expect(JSON.parse(lines().at(-1)?.slice(129) ?? '')).toEqual({ at, heads })
    rmSync(file)
    const { code, output } = await cli('backup', `${backup()}.second`)
    expect(code).toBe(0)
    expect(output).toContain('The backup is complete, but the checkpoint couldn’t be written: ENOENT')
  })

  test('reports checkpoints signed after the restored backup until a new checkpoint file is started', async () => {
    await cli('audit', 'checkpoint')
    await work()
    await cli('backup', backup())
    await work()
    const restored = await cli('restore', backup())
    expect(restored.output).toContain('Checkpoints signed after this backup no longer match')
    const { code, output } = await cli('audit', 'verify')
    expect(code).toBe(1)
    expect(output).toContain('Northwest Auto Group: the chain ends at entry 3, but entry 5 was signed on ')
    settings = { ...settings, AUDIT_CHECKPOINTS: `${file}-after-restore` }
    expect((await cli('audit', 'checkpoint')).code).toBe(0)
    expect((await cli('audit', 'verify')).code).toBe(0)
  })
})

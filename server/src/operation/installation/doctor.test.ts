import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { installationEndpoints } from '@check-requests/domain/operation/installation/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackupWorld, type CopyPlace, openFolder, startBackupWorld } from '../../testing/backups.ts'
import { addDocument, pngOf } from '../../testing/documents.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { raise } from '../../testing/requests.ts'
import { programOf } from '../../testing/server-process.ts'
import { backUp } from '../backups/commands/back-up.ts'

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'check-requests-doctor-'))

interface Outcome {
  readonly code: number
  readonly lines: readonly string[]
}

function doctor(settings: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const env = { PATH: process.env.PATH, DEMO: 'off', ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [programOf('cli'), 'doctor', ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, lines: `${stdout}${stderr}`.trim().split('\n') })
    })
  })
}

const problemOf = ({ lines }: Outcome, what: string) => lines.find((line) => line.startsWith(`PROBLEM  ${what}: `))

function stateOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(wal|shm)$|closed$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
}

test('reports an empty installation, and creates nothing', async () => {
  const folder = join(emptyFolder(), 'data')
  const outcome = await doctor({ DATA_DIR: folder })
  expect(outcome.code).toBe(1)
  expect(problemOf(outcome, 'Data folder')).toContain('The first start creates it.')
  expect(problemOf(outcome, 'Database')).toContain('The first start creates it.')
  expect(existsSync(folder)).toBe(false)
})

test('reports an unreachable database, mail server, email listener, and backup folder', async () => {
  const outcome = await doctor({
    DATA_DIR: emptyFolder(),
    DATABASE_URL: 'postgres://app@127.0.0.1:1/checks',
    AUDIT_MAC_KEY: join(emptyFolder(), 'audit-mac.json'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'checks@example.com',
    PUBLIC_URL: 'https://checks.example.com',
    BACKUP_DIR: '/no/such/folder',
    INBOX_URL: 'smtp://127.0.0.1:1?server=mx.example.com',
    INBOX_ADDRESS: 'requests@example.com',
  })
  expect(outcome.code).toBe(1)
  expect(problemOf(outcome, 'Database')).toContain('DATABASE_URL: PostgreSQL can’t be used at this URL')
  expect(problemOf(outcome, 'Mail server')).toContain('127.0.0.1:1 can’t be used')
  expect(problemOf(outcome, 'Incoming email')).toContain('Nothing listens on 127.0.0.1:1.')
  expect(problemOf(outcome, 'Backup location')).toContain('The folder /no/such/folder doesn’t exist.')
})

onBothDatabases('doctor on $name', (kind) => {
  let world: BackupWorld
  let place: CopyPlace & { readonly at: { readonly folder: string } }
  let settings: Record<string, string>
  let keyFile: string
  beforeAll(async () => {
    place = await openFolder()
    world = await startBackupWorld(kind, place.at)
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    await addDocument(await world.as('requester-group'), { request: id }, { name: 'one.png', content: pngOf(7, 7) })
    await backUp(world.services)
    const { dataDir, databaseUrl = '', macKeyFile = '' } = world.config
    settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, AUDIT_MAC_KEY: macKeyFile, BACKUP_DIR: place.at.folder }
    keyFile = macKeyFile || join(dataDir, 'keys', 'audit-mac.json')
  })
  afterAll(async () => {
    await world.close()
    await place.drop()
  })

  test('reports no problems with the database, keys, and documents while the server runs, and changes nothing', async () => {
    const before = stateOf(world.config.dataDir)
    const { lines } = await doctor(settings)
    const inOrder = ['Data folder', 'Database', 'Audit trail key', 'Document key', 'Account number key']
    for (const what of [...inOrder, 'Documents', 'Backup location', keyFile])
      expect(lines).toContain(`ok       ${what}`)
    expect(lines.at(-1)).toBe('To compare your copies with the keys, run: doctor --keys FOLDER')
    expect(stateOf(world.config.dataDir)).toEqual(before)
  })

  test('compares the keys with their copies, ignoring other files next to the keys', async () => {
    const copies = emptyFolder()
    expect(problemOf(await doctor(settings, '--keys', copies), keyFile)).toContain('is a different key file. Copy ')
    cpSync(dirname(keyFile), copies, { recursive: true })
    const { lines } = await doctor(settings, '--keys', copies)
    expect(lines).toContain(`ok       ${keyFile}`)
    expect(lines.join()).not.toMatch(/opies of/)
  })

  test('reports that nobody confirmed copies of the keys, until a super admin does', async () => {
    const about = 'Copies of the keys'
    expect(problemOf(await doctor(settings), about)).toMatch(
      /No one has confirmed that copies of the keys \(.*files\.json.*\) are kept/,
    )
    const confirmed = await (await world.as('admin-super')).call(installationEndpoints.confirmKeyCopies)
    expect(confirmed.status).toBe(200)
    expect((await doctor(settings)).lines).toContain(`ok       ${about}`)
  })

  test('names a missing key and a key that other operating system users can read', async () => {
    chmodSync(keyFile, 0o644)
    expect(problemOf(await doctor(settings), keyFile)).toContain(`chmod 600 ${keyFile}`)
    chmodSync(keyFile, 0o600)
    const elsewhere = join(emptyFolder(), basename(keyFile))
    cpSync(keyFile, elsewhere)
    rmSync(keyFile)
    const outcome = await doctor(settings)
    renameSync(elsewhere, keyFile)
    expect(problemOf(outcome, 'Audit trail key')).toContain(` is missing from ${keyFile}.`)
    expect(outcome.code).toBe(1)
  })
})

import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { installationEndpoints } from '@check-requests/domain/operation/installation/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type BackupWorld, type CopyPlace, openFolder, startBackupWorld } from '../../testing/backups.ts'
import { addDocument, pngOf } from '../../testing/documents.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { raise } from '../../testing/requests.ts'
import { programOf } from '../../testing/server-process.ts'
import { backUp } from '../backups/commands/back-up.ts'
import { examine } from './doctor.ts'

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

const other = (text: string) => text.replaceAll(/[\w-]{43}/g, randomBytes(32).toString('base64url'))

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
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
    const body = { name: 'Hook', url: 'https://hooks.example.com', format: 'standard', events: ['check-request.held'] }
    await (await world.as('admin-group', 'admin')).send('POST', '/api/v1/webhooks', { body })
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
    const copy = join(copies, basename(keyFile))
    const compared = async (folder = copies) => problemOf(await doctor(settings, '--keys', folder), keyFile)
    expect(await compared()).toContain(`${copy} doesn’t exist. Copy ${keyFile} there.`)
    expect(await compared('/nope')).toContain(`/nope/${basename(keyFile)} doesn’t exist.`)
    cpSync(keyFile, copy)
    rewrite(copy, other)
    expect(await compared()).toContain(`${copy} is a different key file. Copy ${keyFile} there again.`)
    rewrite(copy, () => 'garbage')
    expect(await compared()).toContain(`${copy} contains no keys.`)
    cpSync(dirname(keyFile), copies, { recursive: true })
    const { lines } = await doctor(settings, '--keys', copies)
    expect(lines).toContain(`ok       ${keyFile}`)
    expect(lines.join()).not.toMatch(/opies of/)
  })

  test.each([
    ['garbage', 'files.json', () => '{"key', 'Document key', /contains no key/],
    ['garbage', 'secrets.json', () => '{"key', 'Account number key', /contains no keys/],
    ['the key of another installation', 'files.json', other, 'Documents', /one\.png\) can’t be opened/],
    ['the keys of another installation', 'secrets.json', other, 'Account number key', /missing from .*secrets\.json/],
  ] as const)('finds %s in %s, with and without copies', async (_, name, change, what, problem) => {
    const file = join(dirname(keyFile), name)
    const copies = emptyFolder()
    cpSync(dirname(keyFile), copies, { recursive: true })
    rewrite(file, change)
    const outcomes = [await doctor(settings), await doctor(settings, '--keys', copies)]
    cpSync(join(copies, name), file)
    for (const outcome of outcomes) {
      expect([outcome.code, problemOf(outcome, what)]).toEqual([1, expect.stringMatching(problem)])
      // No other finding is lost.
      expect(outcome.lines).toContain(`ok       ${keyFile}`)
    }
    expect(problemOf(outcomes[1] as Outcome, file)).toMatch(/contains no keys|is a different key file/)
  })

  test('finds that the documents are gone', async () => {
    const files = join(world.config.dataDir, 'files')
    renameSync(files, `${files}-elsewhere`)
    const outcome = await doctor(settings)
    renameSync(`${files}-elsewhere`, files)
    expect([outcome.code, problemOf(outcome, 'Documents')]).toEqual([1, expect.stringContaining('one.png) is missing')])
  })

  test('creates no folder for keys', async () => {
    const folder = join(world.config.dataDir, 'keys')
    const hasFolder = existsSync(folder)
    if (hasFolder) renameSync(folder, `${folder}-elsewhere`)
    await doctor(settings)
    const creates = existsSync(folder)
    if (hasFolder) renameSync(`${folder}-elsewhere`, folder)
    expect(creates).toBe(false)
  })

  test('names a bucket for backups that can’t be reached', async () => {
    const BACKUP_URL = 's3://copies/checks?region=us-east-1&endpoint=http://127.0.0.1:1'
    const account = { AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' }
    const outcome = await doctor({ ...settings, ...account, BACKUP_DIR: '', BACKUP_URL })
    expect(problemOf(outcome, 'Backup location')).toContain(
      'BACKUP_URL: the bucket copies can’t be reached. Check the URL, the network, and the credentials.',
    )
  })

  test('names a bucket for documents that can’t be reached', async () => {
    const FILES_URL = 's3://papers/files?region=us-east-1&endpoint=http://127.0.0.1:9'
    const account = { AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' }
    expect(problemOf(await doctor({ ...settings, ...account, FILES_URL }), 'Documents')).toMatch(
      /FILES_URL: the bucket papers at http:\/\/127\.0\.0\.1:9\/? can’t be reached \(.+\)\. Check the URL/,
    )
  })

  test('doesn’t accept the keys themselves as their copies', async () => {
    const outcome = await doctor(settings, '--keys', dirname(keyFile))
    expect(problemOf(outcome, keyFile)).toContain('is this file itself, not a copy. Give the folder of your copy.')
    expect(outcome.code).toBe(1)
  })

  test('reports a clock that is behind, and a disk that is almost full', async () => {
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const count = await examine({ ...readConfig({}), ...world.config }, undefined, say, {
      now: 0,
      leastFree: Number.POSITIVE_INFINITY,
    })
    const problems = said.filter((line) => line.startsWith('PROBLEM'))
    expect(problems).toHaveLength(count)
    expect(problems).toContainEqual(expect.stringMatching(/^PROBLEM {2}Clock: The clock of this machine shows 1970/))
    expect(problems).toContainEqual(expect.stringMatching(/^PROBLEM {2}Data folder: Only \d+ MB are free/))
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

  test('notes that the server makes no backups, without counting that as a problem', async () => {
    await (await world.as('admin-super')).call(installationEndpoints.confirmKeyCopies)
    const { code, lines } = await doctor({ ...settings, BACKUP_DIR: '' })
    expect(lines.filter((line) => !/^ok|^To compare/.test(line))).toEqual([
      'note     Backups: The server makes none. Set BACKUP_DIR or BACKUP_URL, unless another tool makes backups.',
    ])
    expect(code).toBe(0)
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

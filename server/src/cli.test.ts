import { execFile } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './open.ts'
import { ownDataFolder } from './platform/files/data-folder.ts'
import { programOf } from './testing/server-process.ts'
import { serve, type TestApp } from './testing/start-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-requests-cli-'))
const dataDir = join(folder, 'data')
const backup = join(folder, 'backup.db')

interface Outcome {
  readonly code: number
  readonly output: string
}

/** Runs the command line as users do. */
function cli(...args: string[]): Promise<Outcome> {
  const env = { ...process.env, DATA_DIR: dataDir, DEMO: 'off', DATABASE_URL: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, [programOf('cli'), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` })
    })
  })
}

function sqlite(statements: string): void {
  const database = new DatabaseSync(join(dataDir, 'check-requests.db'))
  database.exec(statements)
  database.close()
}

async function whileServing(work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await serve(await openDatabase({ dataDir, databaseUrl: undefined, macKeyFile: undefined }))
  try {
    await work(app)
  } finally {
    await app.close()
  }
}

const logIn = (app: TestApp, email: string, password: string) =>
  app.anyone.call(sessionEndpoints.login, { body: { email, password } })

const boss = 'boss@harbor.example'

describe('command line', () => {
  beforeAll(async () => {
    const made = await cli(
      'admin',
      'create',
      '--email',
      boss,
      '--first-name',
      'Bo',
      '--last-name',
      'Hart',
      '--password',
      'first of many',
    )
    expect(made.code).toBe(0)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('lists the commands when called without one', async () => {
    const { code, output } = await cli()
    expect(code).toBe(2)
    for (const command of [
      'admin create',
      'reset-password',
      'reset-second-factor',
      'backup',
      'restore',
      'audit verify',
      'seed',
    ])
      expect(output).toContain(command)
  })

  test('creates the first super admin of an empty installation only once', async () => {
    await whileServing(async (app) => {
      const { data } = await logIn(app, boss, 'first of many')
      expect(data).toMatchObject({ role: 1, access_level: 0, password_reminder: true })
    })
    const again = await cli('admin', 'create', '--email', boss, '--first-name', 'Bo', '--last-name', 'Hart')
    expect(again).toEqual({ code: 2, output: `There is already a user with the email ${boss}.\n` })
  })

  test('names a missing option in the error', async () => {
    expect(await cli('admin', 'create', '--email', boss)).toEqual({
      code: 2,
      output: 'The option --first-name is required.\n',
    })
  })

  test('resets a password while the server runs, and ends every session of the user', async () => {
    await whileServing(async (app) => {
      const { data } = await logIn(app, boss, 'first of many')
      const client = app.anyone.with({ 'x-auth-token': data.token })
      const poll = await client.send('GET', '/api/v1/check-requests')
      const tag = String((await client.send('GET', '/api/v1/check-requests')).headers.etag)
      expect(poll.status).toBe(200)
      expect((await client.with({ 'if-none-match': tag }).send('GET', '/api/v1/check-requests')).status).toBe(304)
      const { output } = await cli('reset-password', '--email', boss)
      expect((await client.with({ 'if-none-match': tag }).send('GET', '/api/v1/check-requests')).status).toBe(401)
      const [, password = ''] = /The new password is (\S+)/.exec(output) ?? []
      expect((await logIn(app, boss, password)).status).toBe(200)
    })
  })

  test('reports that a user has no second factor to reset', async () => {
    const expected = { code: 2, output: 'This user has no second factor.\n' }
    expect(await cli('reset-second-factor', '--email', boss)).toEqual(expected)
  })

  test('backs up a running server with a manifest without overwriting a file', async () => {
    await whileServing(async () => {
      expect((await cli('backup', backup)).output).toContain('Backed up 0 check requests')
    })
    const manifest = JSON.parse(readFileSync(`${backup}.json`, 'utf8'))
    expect(manifest).toMatchObject({
      check_requests: 0,
      amount_cents: 0,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await cli('backup', backup)).output).toContain('already exists')
  })

  test('restores a backup, keeps the replaced database, and removes the old write-ahead log', async () => {
    await cli('admin', 'create', '--email', 'later@harbor.example', '--first-name', 'La', '--last-name', 'Ter')
    const { code, output } = await cli('restore', backup)
    expect([code, output]).toEqual([0, expect.stringContaining('The previous database is kept as')])
    expect(readdirSync(dataDir).filter((name) => name.includes('before-restore'))).toHaveLength(1)
    expect(existsSync(join(dataDir, 'check-requests.db-wal'))).toBe(false)
    await whileServing(async (app) => {
      expect((await logIn(app, 'later@harbor.example', 'whatever')).status).toBe(401)
    })
    expect((await cli('audit', 'verify')).output).toContain('The audit trail is intact.')
  })

  test('ends every session stored in the backup when it is restored', async () => {
    const { output } = await cli('reset-password', '--email', boss)
    const [, password = ''] = /The new password is (\S+)/.exec(output) ?? []
    const copy = join(folder, 'with-a-session.db')
    let token = ''
    await whileServing(async (app) => {
      token = (await logIn(app, boss, password)).data.token
      expect((await cli('backup', copy)).code).toBe(0)
    })
    expect((await cli('restore', copy)).code).toBe(0)
    await whileServing(async ({ anyone }) => {
      expect((await anyone.with({ 'x-auth-token': token }).call(sessionEndpoints.current)).status).toBe(401)
      expect((await anyone.call(sessionEndpoints.login, { body: { email: boss, password } })).status).toBe(200)
    })
  })

  test('denies other operating system users access to the data folder and backups, whatever the earlier permissions', async () => {
    chmodSync(dataDir, 0o755)
    chmodSync(join(dataDir, 'check-requests.db'), 0o644)
    const copy = join(folder, 'closed.db')
    const before = process.umask(0)
    try {
      expect((await cli('backup', copy)).code).toBe(0)
      expect((await cli('restore', copy)).code).toBe(0)
    } finally {
      process.umask(before)
    }
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    expect(modeOf(dataDir)).toBe('700')
    for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
      expect([entry.name, modeOf(join(entry.parentPath, entry.name))]).toEqual([
        entry.name,
        entry.isDirectory() ? '700' : '600',
      ])
    expect([modeOf(copy), modeOf(`${copy}.json`)]).toEqual(['600', '600'])
  })

  test('refuses a backup without its manifest unless an explicit option allows it', async () => {
    const copy = join(folder, 'bare.db')
    expect((await cli('backup', copy)).code).toBe(0)
    rmSync(`${copy}.json`)
    const before = readFileSync(join(dataDir, 'check-requests.db'))
    const refused = await cli('restore', copy)
    expect([refused.code, refused.output]).toEqual([2, expect.stringContaining('add --unverified')])
    expect(readFileSync(join(dataDir, 'check-requests.db')).equals(before)).toBe(true)
    const taken = await cli('restore', copy, '--unverified')
    expect([taken.code, taken.output]).toEqual([0, expect.stringContaining('Its contents weren’t verified.')])
    appendFileSync(copy, 'x'.repeat(5000))
    expect((await cli('restore', copy)).code).toBe(2)
  })

  test('refuses to restore while the server runs', async () => {
    const held = ownDataFolder(dataDir)
    expect((await cli('restore', backup)).output).toContain('is in use by another running server')
    held.release()
  })

  test('refuses a backup that differs from its manifest, and changes nothing', async () => {
    const before = readFileSync(join(dataDir, 'check-requests.db'))
    appendFileSync(backup, 'x')
    expect((await cli('restore', backup)).output).toContain('Nothing was changed.')
    expect(readFileSync(join(dataDir, 'check-requests.db')).equals(before)).toBe(true)
  })

  test('reports a tampered audit trail with a nonzero exit code', async () => {
    sqlite(`drop trigger audit_no_update; update audit_entries set actor_name = 'Nobody' where seq = 1`)
    const { code, output } = await cli('audit', 'verify')
    expect([code, output]).toEqual([1, expect.stringContaining('System: ')])
    expect(output).toContain('broken at 1')
  })

  test('loads the demo data only into an empty database', async () => {
    expect((await cli('seed')).output).toContain('The database isn’t empty')
    rmSync(dataDir, { recursive: true })
    expect((await cli('seed')).output).toContain('The demo is ready.')
    expect((await cli('audit', 'verify')).code).toBe(0)
  })
})

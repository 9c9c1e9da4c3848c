import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../../scripts/postgres.mjs'
import { openDatabase } from '../../server/src/open.ts'
import { emailOf } from '../../server/src/testing/organization.ts'
import { type ServerProcess, startServer, tokenAt } from '../../server/src/testing/server-process.ts'
import { fillWorld } from '../../server/src/testing/templates.ts'
import { freePort } from '../support/ports.ts'
import { type Prometheus, startPrometheus } from './prometheus.ts'

const rules = readFileSync('monitoring/alerts.yml', 'utf8')
const dashboard = readFileSync('monitoring/dashboard.json', 'utf8')
const dataDir = mkdtempSync(join(tmpdir(), 'check-requests-'))
const macKeyFile = join(tmpdir(), `${randomUUID()}.json`)

/** The same rules with waits of seconds instead of minutes. */
const hasty = rules.replaceAll(/for: \d+[mhd]/g, 'for: 2s')

const queries = [...dashboard.matchAll(/"expr": (".*")/g)].map(([, text]) =>
  String(JSON.parse(text ?? '')).replaceAll('$instance', '.*'),
)

test('passes the checks and alert rule tests of Prometheus', () => {
  for (const [what, file] of [
    ['check', 'alerts.yml'],
    ['test', 'alerts.test.yml'],
  ] as const)
    expect(execFileSync('promtool', [what, 'rules', `monitoring/${file}`], { encoding: 'utf8' })).toContain('SUCCESS')
})

test('includes a test for each alert rule', () => {
  const tested = readFileSync('monitoring/alerts.test.yml', 'utf8')
  for (const [, name] of rules.matchAll(/alert: (\w+)/g)) expect(tested).toContain(`alertname: ${name}`)
})

describe('alerts about a faulty server', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let server: ServerProcess
  let prometheus: Prometheus
  let token: string

  beforeAll(async () => {
    postgres = await startPostgres()
    const databaseUrl = postgres.urlOf('postgres')
    const database = await openDatabase({ databaseUrl, dataDir: '', macKeyFile })
    await fillWorld(database)
    await database.close()
    const metricsPort = await freePort()
    server = await startServer({
      AUDIT_MAC_KEY: macKeyFile,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      METRICS_PORT: String(metricsPort),
    })
    token = await tokenAt(server.url, emailOf('approver-group'))
    prometheus = await startPrometheus(metricsPort, hasty)
  })
  afterAll(async () => {
    await prometheus.stop()
    await server.end('SIGKILL')
    await postgres.stop()
  })

  const untilFires = (name: string) => expect.poll(() => prometheus.firing()).toContain(`CheckRequests${name}`)
  const read = () => fetch(`${server.url}/api/v1/check-requests`, { headers: { 'x-auth-token': token } })

  test('fire only for missing backups and an unverified audit trail at first', async () => {
    await untilFires('BackupMissing')
    await read()
    // With such short waits, jobs that are due at the start count as late until they have run.
    const missing = ['CheckRequestsBackupMissing', 'CheckRequestsTrailNeverVerified']
    await expect.poll(async () => (await prometheus.firing()).sort()).toEqual(missing)
    expect(queries.length).toBeGreaterThan(15)
    // Neither backups nor email are configured here, so these metrics are missing.
    for (const query of queries.filter((each) => !/backup_age|mails_waiting/.test(each)))
      await expect.poll(() => prometheus.count(query), { message: query }).toBeGreaterThan(0)
  })

  test('fire for unknown disk space while the data folder is missing', async () => {
    rmSync(dataDir, { recursive: true })
    await untilFires('DiskUnknown')
    mkdirSync(dataDir)
    await expect.poll(() => prometheus.firing()).not.toContain('CheckRequestsDiskUnknown')
  })

  test('fire for refused logins when passwords are guessed', async () => {
    const body = JSON.stringify({ email: emailOf('approver-group'), password: 'a guess' })
    const headers = { 'content-type': 'application/json' }
    for (let count = 0; count < 60; count += 1)
      expect((await fetch(`${server.url}/api/v1/auth/login`, { method: 'POST', headers, body })).ok).toBe(false)
    await untilFires('LoginsRefused')
  })

  test('fire for an unreadable database and failing calls while PostgreSQL is down', async () => {
    await postgres.halt()
    const failing = setInterval(() => void read().catch(() => undefined), 50)
    await untilFires('DatabaseUnread')
    await untilFires('CallsFail')
    clearInterval(failing)
    await postgres.resume()
    await expect.poll(() => prometheus.firing()).not.toContain('CheckRequestsDatabaseUnread')
  })

  test('fire for a server that is down after a kill', async () => {
    await server.end('SIGKILL')
    await untilFires('Down')
  })
})

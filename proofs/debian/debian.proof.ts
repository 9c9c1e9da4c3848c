import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfOf } from '../../server/src/testing/documents.ts'
import { freePort } from '../support/ports.ts'
import { Product } from '../support/product.ts'
import { Machine } from './machine.ts'
import { deaf, made, migratesAndEnds, packBroken, packLater, version } from './versions.ts'

const unit = 'check-requests.service'
const data = '/var/lib/check-requests'
const settingsFile = '/etc/check-requests/environment'

let machine: Machine
let url: string
let settings: string
let raised: number

beforeAll(async () => {
  machine = await Machine.start()
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  settings = `PORT=${port}\nDEMO=on\nLOG_LEVEL=warn\n`
})
afterAll(() => machine.stop())

// The settings file exists before the package is installed, as with configuration management tools.
const install = (file: string) => machine.run('dpkg', '--force-confold', '--install', machine.take(file))
const property = (name: string) => machine.do('systemctl', 'show', '--value', '--property', name, unit).trim()
// Callers poll this, because the first call might use a connection to the previous server.
const versionThere = async () => (await (await fetch(`${url}/docs/json`)).json()).info.version
const logIn = () => Product.logIn(url, 'requester@lakeside.example')
const copies = () => machine.do('find', `${data}/before-upgrade`, '-name', '*.db').trim().split('\n').sort()

test('installs the package and starts the server under its own user before dpkg exits', async () => {
  machine.write(settingsFile, settings)
  const { code, output } = install(made)
  expect(code, output).toBe(0)
  expect(property('ActiveState')).toBe('active')
  await expect.poll(versionThere).toBe(version)
  expect(machine.do('ps', '-o', 'user:20=', '-p', property('MainPID')).trim()).toBe('check-requests')
  expect(machine.do('stat', '-c', '%U %a', data, settingsFile)).toBe('check-requests 700\nroot 640\n')
  expect(machine.do('dpkg', '--verify', 'check-requests')).toBe(`??5?????? c ${settingsFile}\n`)
  expect(machine.do('check-requests', '--version')).toBe(`${version}\n`)
})

test('has a valid systemd unit with a systemd security exposure level under 2', () => {
  expect(machine.do('systemd-analyze', 'verify', unit)).not.toContain('check-requests')
  const rating = machine.do('systemd-analyze', 'security', '--no-pager', unit)
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(rating)?.[1])).toBeLessThan(2)
})

test('accepts a document, checks it in a separate process, and renders a case file within the unit’s limits', async () => {
  const product = await logIn()
  raised = await product.raise('Harbor Paint Supply')
  expect((await product.attach(raised, 'invoice.pdf', await pdfOf('Two cans of paint'))).status).toBe(201)
  const file = await product.read(`/api/v1/check-requests/${raised}/case-file`)
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  expect(machine.do('check-requests', 'audit', 'verify')).toContain('The audit trail is intact.')
})

test('restarts a server only if it hangs', async () => {
  machine.write(`/etc/systemd/system/${unit}.d/hasty.conf`, '[Service]\nWatchdogSec=3\n')
  machine.do('systemctl', 'daemon-reload')
  machine.do('systemctl', 'restart', unit)
  const process = property('MainPID')
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  expect(property('MainPID')).toBe(process)
  machine.do('kill', '-STOP', process)
  await expect.poll(() => property('NRestarts')).toBe('1')
  await expect.poll(() => property('ActiveState')).toBe('active')
  expect(property('MainPID')).not.toBe(process)
  machine.do('rm', '-r', `/etc/systemd/system/${unit}.d`)
})

test('makes a backup before an upgrade, and keeps data and settings', async () => {
  settings += 'METRICS_TOKEN="a-token-#-in-quotes"\n'
  machine.write(settingsFile, settings)
  const later = await packLater('0.99.1')
  const { code, output } = install(later)
  expect(code, output).toBe(0)
  await expect.poll(versionThere).toBe('0.99.1')
  expect(machine.do('cat', settingsFile)).toBe(settings)
  const [copy] = copies()
  expect(machine.do('check-requests', 'restore', '--check', copy ?? '')).toContain('This backup can be restored.')
  expect(await (await logIn()).dataAt(`/api/v1/check-requests/${raised}`)).toMatchObject({ id: raised })
})

test('restores the previous version without data loss when the new version starts but doesn’t respond', async () => {
  const product = await logIn()
  const { code, output } = install(await packBroken('0.99.2', deaf))
  expect(code).toBe(1)
  expect(output).toContain('The previous version is running again, with the current database.')
  await expect.poll(versionThere).toBe('0.99.1')
  // Sessions from before the upgrade are still valid.
  expect(await product.dataAt(`/api/v1/check-requests/${raised}`)).toMatchObject({ id: raised })
})

test('restores the backup when the new version changed the database before it failed', async () => {
  const last = await (await logIn()).raise('Summit Glass')
  const { code, output } = install(await packBroken('0.99.3', migratesAndEnds))
  expect(code).toBe(1)
  expect(output).toContain('The previous version is running again, with the copy')
  await expect.poll(versionThere).toBe('0.99.1')
  expect(await (await logIn()).dataAt(`/api/v1/check-requests/${last}`)).toMatchObject({ id: last })
  expect(copies()).toHaveLength(3)
  expect(machine.do('ls', data)).toContain('check-requests.db.before-restore-')
})

test('keeps the data when the package is removed or purged, and uses the data after reinstallation', async () => {
  machine.do('dpkg', '--remove', 'check-requests')
  await expect(versionThere()).rejects.toThrow()
  expect(machine.run('ls', '/usr/lib/check-requests').code).not.toBe(0)
  expect(install(made).code).toBe(0)
  expect(await (await logIn()).dataAt(`/api/v1/check-requests/${raised}`)).toMatchObject({ id: raised })
  machine.do('dpkg', '--purge', 'check-requests')
  expect(machine.run('ls', '/etc/check-requests').code).not.toBe(0)
  expect(machine.do('ls', data)).toContain('check-requests.db')
})

test('leaves nothing on the host machine', () => {
  expect(existsSync(data) || existsSync('/usr/lib/check-requests')).toBe(false)
})

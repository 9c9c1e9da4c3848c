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

// The settings are there first, as where somebody's tool lays them out.
const install = (file: string) => machine.run('dpkg', '--force-confold', '--install', machine.take(file))
const property = (name: string) => machine.do('systemctl', 'show', '--value', '--property', name, unit).trim()
// The first call may find a connection of before.
const versionThere = async () => (await (await fetch(`${url}/docs/json`)).json()).info.version
const logIn = () => Product.logIn(url, 'requester@lakeside.example')
const copies = () => machine.do('find', `${data}/before-upgrade`, '-name', '*.db').trim().split('\n').sort()

test('it installs, and the server runs as a user of its own before dpkg has ended', async () => {
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

test('the unit has no mistake, and systemd rates its exposure under 2', () => {
  expect(machine.do('systemd-analyze', 'verify', unit)).not.toContain('check-requests')
  const rating = machine.do('systemd-analyze', 'security', '--no-pager', unit)
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(rating)?.[1])).toBeLessThan(2)
})

test('within its limits it takes a document, looks at it in a process of its own, and draws a case file', async () => {
  const product = await logIn()
  raised = await product.raise('Harbor Paint Supply')
  expect((await product.attach(raised, 'invoice.pdf', await pdfOf('Two cans of paint'))).status).toBe(201)
  const file = await product.read(`/api/v1/check-requests/${raised}/case-file`)
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  expect(machine.do('check-requests', 'audit', 'verify')).toContain('The audit trail is intact.')
})

test('a server that hangs is restarted by the watchdog, and one that lives is left alone', async () => {
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

test('an upgrade backs up first, and keeps data and settings', async () => {
  settings += 'METRICS_TOKEN="a-token-#-in-quotes"\n'
  machine.write(settingsFile, settings)
  const later = await packLater('0.99.1')
  const { code, output } = install(later)
  expect(code, output).toBe(0)
  await expect.poll(versionThere).toBe('0.99.1')
  expect(machine.do('cat', settingsFile)).toBe(settings)
  const [copy] = copies()
  expect(machine.do('check-requests', 'restore', '--check', copy ?? '')).toContain('This copy can be restored.')
  expect(await (await logIn()).dataAt(`/api/v1/check-requests/${raised}`)).toMatchObject({ id: raised })
})

test('a version that starts and does not answer gives way to the one before, and nothing is lost', async () => {
  const product = await logIn()
  const { code, output } = install(await packBroken('0.99.2', deaf))
  expect(code).toBe(1)
  expect(output).toContain('The version before runs again, on the database as it is.')
  await expect.poll(versionThere).toBe('0.99.1')
  // The session of before goes on.
  expect(await product.dataAt(`/api/v1/check-requests/${raised}`)).toMatchObject({ id: raised })
})

test('where it has changed the database before, the copy takes its place', async () => {
  const last = await (await logIn()).raise('Summit Glass')
  const { code, output } = install(await packBroken('0.99.3', migratesAndEnds))
  expect(code).toBe(1)
  expect(output).toContain('The version before runs again, on the copy')
  await expect.poll(versionThere).toBe('0.99.1')
  expect(await (await logIn()).dataAt(`/api/v1/check-requests/${last}`)).toMatchObject({ id: last })
  expect(copies()).toHaveLength(3)
  expect(machine.do('ls', data)).toContain('check-requests.db.before-restore-')
})

test('without its package it leaves the data, which a new installation takes; a purge leaves it as well', async () => {
  machine.do('dpkg', '--remove', 'check-requests')
  await expect(versionThere()).rejects.toThrow()
  expect(machine.run('ls', '/usr/lib/check-requests').code).not.toBe(0)
  expect(install(made).code).toBe(0)
  expect(await (await logIn()).dataAt(`/api/v1/check-requests/${raised}`)).toMatchObject({ id: raised })
  machine.do('dpkg', '--purge', 'check-requests')
  expect(machine.run('ls', '/etc/check-requests').code).not.toBe(0)
  expect(machine.do('ls', data)).toContain('check-requests.db')
})

test('this machine has none of it', () => {
  expect(existsSync(data) || existsSync('/usr/lib/check-requests')).toBe(false)
})

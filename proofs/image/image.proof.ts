import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, untilReached } from '../support/ports.ts'

/* Builds and starts the container image without an engine: its base is made from Debian's packages. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'check-requests-image-'))
const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
const buildah = (...args: string[]) =>
  execFileSync('/usr/bin/buildah', [...store, ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
let container: string
let server: ChildProcess
let port: number

beforeAll(async () => {
  makeBase()
  buildah('build', '--pull-never', '--file', 'deploy/docker/Dockerfile', '--tag', 'check-requests', '.')
  container = buildah('from', '--pull-never', 'localhost/check-requests').trim()
  port = await freePort()
  const settings = { PORT: port, INSECURE_HTTP: 'on', DEMO: 'on' }
  const set = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const command = [...store, 'run', ...set, container, '--', ...configOf().Entrypoint]
  server = spawn('/usr/bin/buildah', command, { env, stdio: 'ignore' })
  await untilReached(port)
})

afterAll(async () => {
  server?.kill('SIGTERM')
  if (server) await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
})

/** The base that the Dockerfile names, with the packages of its smallest variant. */
function makeBase(): void {
  const files = join(folder, 'base')
  execFileSync('/usr/sbin/debootstrap', ['--variant=minbase', 'trixie', files, 'http://deb.debian.org/debian'])
  const base = buildah('from', 'scratch').trim()
  buildah('add', '--quiet', base, files, '/')
  buildah('commit', '--rm', base, 'localhost/debian:trixie-slim')
  rmSync(files, { recursive: true })
}

interface ImageConfig {
  readonly User: string
  readonly Entrypoint: readonly string[]
  readonly Volumes: Readonly<Record<string, object>>
}

function configOf(): ImageConfig {
  return JSON.parse(buildah('inspect', '--type', 'image', 'localhost/check-requests')).OCIv1.config
}

const inside = (...command: string[]) => buildah('run', container, '--', ...command)

test('the image names an unprivileged user, two volumes, and the program', () => {
  const { User, Entrypoint, Volumes } = configOf()
  expect([User, Entrypoint, Object.keys(Volumes).sort()]).toEqual([
    '65532:65532',
    ['/program/check-requests'],
    ['/backups', '/data'],
  ])
  expect(inside('id', '-u').trim()).toBe('65532')
})

test('the started image is ready, serves the browser app, and keeps its data in the volume', async () => {
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status, { timeout: 120_000 }).toBe(200)
  // Node's fetch calls as a script, which gets no page.
  const [page] = (await once(get(`http://127.0.0.1:${port}/`), 'response')) as [IncomingMessage]
  expect(await text(page)).toContain('<div id="root">')
  expect(inside('ls', '/data')).toContain('keys')
})

test('the image holds what its settings need: clients of PostgreSQL and of banks’ SFTP servers', () => {
  expect(inside('pg_dump', '--version')).toContain('PostgreSQL')
  expect(inside('pg_restore', '--version')).toContain('PostgreSQL')
  expect(inside('sh', '-c', 'command -v sftp ssh')).toContain('/usr/bin/sftp')
})

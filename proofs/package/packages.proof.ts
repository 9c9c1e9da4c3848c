import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'check-requests-packages-'))
const archives = readdirSync('dist').filter((name) => name.endsWith('gz'))

afterAll(() => rmSync(folder, { recursive: true }))

const archiveWith = (end: string): string => resolve('dist', archives.find((name) => name.endsWith(end)) ?? end)
const archiveFor = (kind: string): string => archiveWith(`-${kind}.tar.gz`)

/** The content of a file in an archive. */
function read(archive: string, file: string): Buffer {
  return execFileSync('tar', ['-xzOf', archive, '--wildcards', `*/${file}`], { maxBuffer: 300_000_000 })
}

test('creates a package for each platform, for Debian, and for npm, with matching checksums', () => {
  expect(archives.map((name) => name.replace(/^check-requests-[\d.]+\d/, ''))).toEqual(
    expect.arrayContaining(['-linux-arm64.tar.gz', '-linux-x64.tar.gz', '-win-x64.tar.gz', '.tgz']),
  )
  const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: 'dist', encoding: 'utf8' })
  expect(checked.match(/\.gz: OK|\.tgz: OK/g)).toHaveLength(6)
  expect(checked.match(/_(amd64|arm64)\.deb: OK/g)).toHaveLength(2)
})

test('creates a client package without dependencies, with types, instructions, and examples', () => {
  const client = archives.find((name) => name.startsWith('check-requests-client-')) ?? ''
  const listed = execFileSync('tar', ['-tzf', resolve('dist', client)], { encoding: 'utf8' })
  for (const file of ['README.md', 'index.mjs', 'index.d.mts', 'examples/raise-from-csv.mjs'])
    expect(listed.split('\n')).toContain(`package/${file}`)
  expect(JSON.parse(read(resolve('dist', client), 'package.json').toString())).not.toHaveProperty('dependencies')
})

test('includes the Node.js build of each platform', () => {
  const machineOf = (kind: string) => read(archiveFor(kind), 'bin/node').readUInt16LE(18)
  expect(machineOf('linux-x64')).toBe(0x3e)
  expect(machineOf('linux-arm64')).toBe(0xb7)
  const windows = read(archiveFor('win-x64'), 'bin/node.exe')
  expect(windows.toString('latin1', 0, 2)).toBe('MZ')
  expect(windows.readUInt16LE(windows.readUInt32LE(0x3c) + 4)).toBe(0x8664)
  expect(read(archiveFor('win-x64'), 'check-requests.cmd').toString()).toContain('bin\\node.exe')
})

test('lists server and browser dependencies in the software bill of materials, but no build or test tools', () => {
  const bill = JSON.parse(read(archiveFor('linux-x64'), 'sbom.cdx.json').toString())
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  const names = bill.components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['node', 'fastify', 'pg', 'zod', 'react', '@fontsource/noto-sans']))
  for (const tool of ['vite', 'vitest', 'typescript', '@playwright/test']) expect(names).not.toContain(tool)
  for (const { purl } of bill.components) expect(purl).toMatch(/^pkg:(npm|generic)\//)
})

test('starts the npm package with npx on a supported Node.js version', async () => {
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: join(folder, 'data') }
  // npx would treat an absolute path as a program.
  const asked = ['--yes', '--cache', join(folder, 'cache'), relative(folder, archiveWith('.tgz'))]
  const server = spawn('npx', asked, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let output = ''
    for await (const part of server.stdout) {
      output += part
      const [, url] = /is ready: open (http:\S+)/.exec(output) ?? []
      if (!url) continue
      expect((await fetch(`${url.replace('localhost', '127.0.0.1')}/healthz`)).status).toBe(200)
      return
    }
    throw new Error('The server exited.')
  } finally {
    process.kill(-(server.pid ?? 0), 'SIGTERM')
  }
})

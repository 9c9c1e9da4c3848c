import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpegOf, pdfOf } from '../../server/src/testing/documents.ts'
import { Product } from '../support/product.ts'

const archives = 'dist'
// Only basic programs are available, and nothing from the repository.
const bare = { PATH: '/usr/bin:/bin', PORT: '0', LOG_LEVEL: 'warn' }

describe('the package, unpacked in another folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-unpacked-'))
  const settings = { ...bare, DATA_DIR: join(folder, 'data') }
  let program: string
  let server: ChildProcess
  let url: string
  let product: Product

  beforeAll(async () => {
    const archive = readdirSync(archives).find((name) => name.endsWith(`-${process.platform}-${process.arch}.tar.gz`))
    execFileSync('tar', ['-xzf', join(archives, archive ?? ''), '-C', folder])
    program = join(folder, (archive ?? '').replace('.tar.gz', ''), 'check-requests')
    await start()
    product = await logIn('requester@lakeside.example')
  })
  afterAll(async () => {
    if (server.exitCode === null) await stop()
    rmSync(folder, { recursive: true })
  })

  async function start(): Promise<void> {
    server = spawn(program, { env: settings, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const part of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
      const found = /is ready: open (http:\S+)/.exec(String(part))?.[1]
      if (!found) continue
      url = found.replace('localhost', '127.0.0.1')
      return
    }
    throw new Error('The server exited.')
  }

  async function stop(): Promise<number | null> {
    server.kill('SIGTERM')
    const [code] = await once(server, 'close')
    return code
  }

  const logIn = (email: string) => Product.logIn(url, email)

  async function startOf(answer: Response, characters: number): Promise<string> {
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, characters)
  }

  test('serves pages and files', async () => {
    const page = await (await product.read('/index.html')).text()
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
    const answer = await product.read(script)
    expect(answer.headers.get('content-type')).toContain('javascript')
    expect((await answer.text()).length).toBeGreaterThan(1000)
  })

  test('accepts a request with documents, and inspects documents and renders case files in separate processes', async () => {
    const id = await product.raise('Harbor Paint Supply')
    expect((await product.attach(id, 'invoice.pdf', await pdfOf('Two cans of paint'))).status).toBe(201)
    expect((await product.attach(id, 'photo.jpg', jpegOf())).status).toBe(201)
    expect(await startOf(await product.read(`/api/v1/check-requests/${id}/case-file`), 5)).toBe('%PDF-')
  })

  test('exports the request list as CSV and, in a thread, as a spreadsheet', async () => {
    expect(await startOf(await product.read('/api/v1/check-requests/export/csv'), 500)).toContain('Request')
    expect(await startOf(await product.read('/api/v1/check-requests/export/xlsx'), 2)).toBe('PK')
  })

  test('builds the API description and verifies the audit trail in threads', async () => {
    expect(await (await product.read('/docs/')).text()).toContain('swagger-ui-bundle.js')
    expect(await (await product.read('/docs/static/swagger-ui-bundle.js')).text()).toContain('SwaggerUI')
    expect(await startOf(await product.read('/docs/json'), 20)).toContain('"openapi"')
    const admin = await logIn('admin@lakeside.example')
    expect(await admin.dataAt('/api/v1/audit/verify')).toMatchObject({ intact: true })
  })

  test('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(await (await product.read('/healthz')).json()).toEqual({ status: 'ok' })
    expect(execFileSync(program, ['--version'], { env: settings, cwd: folder, encoding: 'utf8' })).toBe(`${version}\n`)
  })

  test('runs command-line commands', () => {
    const output = execFileSync(program, ['audit', 'verify'], { env: settings, cwd: folder, encoding: 'utf8' })
    expect(output).toContain('The audit trail is intact.')
  })

  test('stops on SIGTERM and starts again', async () => {
    expect(await stop()).toBe(0)
    await start()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})

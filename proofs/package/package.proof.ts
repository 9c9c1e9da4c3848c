import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../server/src/demo/accounts.ts'
import { formOf, jpegOf, pdfOf } from '../../server/src/testing/documents.ts'

const archives = 'dist'
// No program of this machine but those of a shell, and nothing of this folder.
const bare = { PATH: '/usr/bin:/bin', PORT: '0', LOG_LEVEL: 'warn' }

describe('the package, unpacked somewhere else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-unpacked-'))
  const settings = { ...bare, DATA_DIR: join(folder, 'data') }
  let program: string
  let server: ChildProcess
  let url: string
  let headers: Record<string, string>

  beforeAll(async () => {
    const archive = readdirSync(archives).find((name) => name.endsWith(`-${process.platform}-${process.arch}.tar.gz`))
    execFileSync('tar', ['-xzf', join(archives, archive ?? ''), '-C', folder])
    program = join(folder, (archive ?? '').replace('.tar.gz', ''), 'check-requests')
    await start()
    headers = { 'x-auth-token': await logIn('requester@lakeside.example') }
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
    throw new Error('The server has ended.')
  }

  async function stop(): Promise<number | null> {
    server.kill('SIGTERM')
    const [code] = await once(server, 'close')
    return code
  }

  async function logIn(email: string): Promise<string> {
    const body = JSON.stringify({ email, password: demoPassword })
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return (await dataOf(await fetch(`${url}/api/v1/auth/login`, asked))).token
  }

  // biome-ignore lint/suspicious/noExplicitAny: the proof reads arbitrary parts of answers, as a stranger would.
  async function dataOf(answer: Response): Promise<any> {
    const text = await answer.text()
    expect(answer.ok, text).toBe(true)
    return JSON.parse(text).data
  }

  const read = (path: string, as = headers) => fetch(`${url}${path}`, { headers: as })

  async function startOf(answer: Response, characters: number): Promise<string> {
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, characters)
  }

  async function raise(): Promise<number> {
    const [listed] = (await dataOf(await read('/api/v1/check-requests'))).items
    const { dealer_group_id, dealership_id, department_id } = await dataOf(
      await read(`/api/v1/check-requests/${listed.id}`),
    )
    const body = JSON.stringify({
      dealer_group_id,
      dealership_id,
      department_id,
      amount: 1250.5,
      payee_type: 'business',
      payee_sub_type: 'vendor',
      payee_name_1: 'Harbor Paint Supply',
      purpose_id: 10,
      priority_level: 'normal',
      due_date: '2126-11-27',
      delivery_method_id: 1,
      mailing_method: 'USPS',
      po_purchase_no: 'PO-1001',
    })
    const asked = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
    return (await dataOf(await fetch(`${url}/api/v1/check-requests/create-check-req`, asked))).id
  }

  async function attach(id: number, name: string, content: Uint8Array): Promise<void> {
    const form = await formOf({ name, content })
    const asked = { method: 'POST', body: form.body, headers: { ...headers, ...form.headers } }
    await dataOf(await fetch(`${url}/api/v1/check-requests/${id}/attachments`, asked))
  }

  test('shows its pages and its files', async () => {
    const page = await (await read('/index.html')).text()
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
    const answer = await read(script)
    expect(answer.headers.get('content-type')).toContain('javascript')
    expect((await answer.text()).length).toBeGreaterThan(1000)
  })

  test('takes a request with documents, which processes look at, and draws its case file in another', async () => {
    const id = await raise()
    await attach(id, 'invoice.pdf', await pdfOf('Two cans of paint'))
    await attach(id, 'photo.jpg', jpegOf())
    expect(await startOf(await read(`/api/v1/check-requests/${id}/case-file`), 5)).toBe('%PDF-')
  })

  test('exports the list as text and, in a thread, as a spreadsheet', async () => {
    expect(await startOf(await read('/api/v1/check-requests/export/csv'), 500)).toContain('Request')
    expect(await startOf(await read('/api/v1/check-requests/export/xlsx'), 2)).toBe('PK')
  })

  test('describes its calls, and verifies the trail, in threads', async () => {
    expect(await (await read('/docs/')).text()).toContain('swagger-ui-bundle.js')
    expect(await (await read('/docs/static/swagger-ui-bundle.js')).text()).toContain('SwaggerUI')
    expect(await startOf(await read('/docs/json'), 20)).toContain('"openapi"')
    const admin = { 'x-auth-token': await logIn('admin@lakeside.example') }
    expect(await dataOf(await read('/api/v1/audit/verify', admin))).toMatchObject({ intact: true })
  })

  test('says its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(await (await read('/healthz')).json()).toEqual({ status: 'ok', version })
    expect(execFileSync(program, ['--version'], { env: settings, cwd: folder, encoding: 'utf8' })).toBe(`${version}\n`)
  })

  test('is the command line as well', () => {
    const output = execFileSync(program, ['audit', 'verify'], { env: settings, cwd: folder, encoding: 'utf8' })
    expect(output).toContain('The audit trail is intact.')
  })

  test('stops when it is asked to, and starts again', async () => {
    expect(await stop()).toBe(0)
    await start()
    expect((await read('/healthz')).status).toBe(200)
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RawReply } from './testing/client.ts'
import { type DatabaseKind, databases } from './testing/databases.ts'
import { onOneDatabase } from './testing/on-databases.ts'
import { bodyAt } from './testing/requests.ts'
import { startWorld, type World } from './testing/world.ts'

const [sqlite] = databases as [DatabaseKind]

const pageText = '<!doctype html><title>Check Request App</title>'

/** A web build with one file in each served folder. */
function makeBrowserPart(): string {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-browser-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), pageText)
  writeFileSync(join(folder, 'early.js'), 'early')
  writeFileSync(join(folder, 'assets/main-abc123.js'), 'main')
  return folder
}

const browserFolder = makeBrowserPart()
afterAll(() => rmSync(browserFolder, { recursive: true }))

onOneDatabase('API on $name', (kind) => {
  test('reports healthy immediately, and ready once the database answers', async () => {
    const world = await startWorld(kind)
    const health = await world.anyone.send('GET', '/healthz')
    expect([health.status, health.body]).toEqual([200, { status: 'ok' }])
    const ready = await world.anyone.send('GET', '/readyz')
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }])
    await world.close()
  })
})

describe('OpenAPI document', () => {
  let world: World
  // biome-ignore lint/suspicious/noExplicitAny: the tests read arbitrary parts of the document.
  let document: any
  beforeAll(async () => {
    world = await startWorld(sqlite)
    document = (await world.anyone.send('GET', '/docs/json')).body
  })
  afterAll(() => world.close())

  const pathOf = (path: string) => `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`

  test('declares OpenAPI 3.1 with a title and a version', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({ title: 'Check requests', version: '0.0.0' })
    expect(document.servers).toEqual([{ url: '/' }])
    expect(Object.keys(document)).toEqual(expect.arrayContaining(['openapi', 'info', 'paths', 'components']))
  })

  test.each(allEndpoints)('documents the endpoint $method $path', (row) => {
    const operation = document.paths[pathOf(row.path)][row.method.toLowerCase()]
    expect(operation.summary).toBe(row.summary)
    expect(operation.operationId).toBe(row.id)
    expect(operation.tags).toHaveLength(1)
    expect('requestBody' in operation).toBe(row.body !== undefined)
    const named = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const inPath = (operation.parameters ?? []).filter((parameter: { in: string }) => parameter.in === 'path')
    expect(inPath.map(({ name, required }: { name: string; required: boolean }) => [name, required])).toEqual(
      named.map((name) => [name, true]),
    )
  })

  // Decision A2 lists these statuses.
  test.each([
    ['/auth/login', 'post', [200, 400, 401, 403, 409, 413, 415, 422, 423, 429, 431, 503]],
    ['/auth/demo-accounts', 'get', [200, 429, 431, 503]],
    ['/check-requests', 'get', [200, 304, 400, 401, 403, 409, 422, 429, 431, 503]],
    ['/check-requests/{id}', 'get', [200, 304, 400, 401, 403, 404, 409, 422, 429, 431, 503]],
    ['/check-requests/create-check-req', 'post', [201, 400, 401, 403, 404, 409, 413, 415, 422, 429, 431, 503]],
  ])('documents every response status of the call to %s with the method %s', (path, method, statuses) => {
    const { responses } = document.paths[`/api/v1${path}`][method]
    expect(Object.keys(responses).map(Number)).toEqual(statuses)
    for (const { description } of Object.values<{ description: string }>(responses))
      expect(description).toMatch(/^[A-Z]/)
  })

  test('contains an example for every operation and no unused schemas', () => {
    for (const operations of Object.values<Record<string, object>>(document.paths))
      for (const operation of Object.values(operations)) expect(JSON.stringify(operation)).toContain('"example":')
    const text = JSON.stringify(document)
    for (const name of Object.keys(document.components.schemas))
      expect(text).toContain(`"#/components/schemas/${name}"`)
  })

  test('lists the public URL as its server', async () => {
    const known = await startWorld(sqlite, { config: { publicUrl: new URL('https://checks.example.com/') } })
    const { body } = await known.anyone.send('GET', '/docs/json')
    expect(body.servers).toEqual([{ url: 'https://checks.example.com' }])
    await known.close()
  })

  test('lists every endpoint exactly once and no other call', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(allEndpoints.map(({ method, path }) => `${method} ${pathOf(path)}`).sort())
  })

  test('contains the targets of all references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path as string)
    for (const reference of references) {
      const target = reference.split('/').reduce((part, name) => part?.[name], document)
      expect(target, reference).toBeTypeOf('object')
    }
  })

  test('documents the required fields and the response of a new request', () => {
    const { requestBody, responses } = document.paths['/api/v1/check-requests/create-check-req'].post
    const schema = requestBody.content['application/json'].schema
    expect(schema.required).toEqual(
      expect.arrayContaining([
        'dealer_group_id',
        'amount',
        'payee_type',
        'payee_name_1',
        'purpose_id',
        'priority_level',
      ]),
    )
    expect(schema.properties.priority_level.enum).toEqual(['normal', 'medium', 'urgent', 'critical'])
    expect(schema.additionalProperties).toBe(false)
    const answer = responses['201'].content['application/json'].schema
    expect(answer.required).toEqual(['success', 'message', 'data'])
  })

  test('shows the API on a page that loads only local scripts and styles', async () => {
    const page = await world.anyone.send('GET', '/docs')
    const target = page.status === 302 ? await world.anyone.send('GET', String(page.headers.location)) : page
    expect(target.status).toBe(200)
    expect(target.headers['content-type']).toContain('text/html')
    const sources = [...target.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source as string)
    expect(sources.length).toBeGreaterThan(3)
    for (const source of sources) {
      const url = new URL(source, 'http://localhost/docs/')
      expect(url.host).toBe('localhost')
      expect((await world.anyone.send('GET', url.pathname)).status, source).toBe(200)
    }
  })
})

/** The response that a browser shows after any redirect. */
async function follow({ anyone }: World, url: string, headers: Record<string, string>): Promise<RawReply> {
  const reply = await anyone.send('GET', url, { headers })
  return reply.status === 302 ? anyone.send('GET', String(reply.headers.location), { headers }) : reply
}

/** Every kind of response: pages, files, and the answers of the API to successful, refused, and invalid calls. */
const answers: Record<string, (world: World) => Promise<RawReply>> = {
  'a page': (world) => world.anyone.send('GET', '/'),
  'a page at any URL': (world) => world.anyone.send('GET', '/check-requests/12'),
  'a file with a hash in its name': (world) => world.anyone.send('GET', '/assets/main-abc123.js'),
  'another file': (world) => world.anyone.send('GET', '/early.js'),
  'a missing file': (world) => world.anyone.send('GET', '/assets/none.js'),
  'the documentation': (world) => world.anyone.send('GET', '/docs/static/index.html'),
  'the API description': (world) => world.anyone.send('GET', '/docs/json'),
  'a health check': (world) => world.anyone.send('GET', '/healthz'),
  'an answer': async (world) => (await world.as('requester-group')).call(checkRequestEndpoints.summary),
  'a creation': async (world) =>
    (await world.as('requester-group')).call(checkRequestEndpoints.create, { body: bodyAt(world.ids, 'NWG') }),
  'an unchanged answer': async (world) => {
    const client = await world.as('requester-group')
    const { headers } = await client.call(checkRequestEndpoints.list)
    return client.with({ 'if-none-match': String(headers.etag) }).call(checkRequestEndpoints.list)
  },
  'an export': async (world) => (await world.as('admin-super')).send('GET', '/api/v1/audit/export'),
  'a refusal without a session': (world) => world.anyone.send('GET', '/api/v1/users'),
  'a refusal by role': async (world) => (await world.as('requester-group')).send('GET', '/api/v1/users'),
  'an unknown URL': (world) => world.anyone.send('GET', '/api/v1/nothing'),
  'a malformed body': (world) =>
    world.anyone.send('POST', '/api/v1/auth/login', { body: '{', headers: { 'content-type': 'application/json' } }),
  'an oversized body': (world) =>
    world.anyone.send('POST', '/api/v1/auth/login', { body: { email: 'x'.repeat(70_000) } }),
  'a preflight request from another site': async (world) => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const reply = await world.app.inject({ method: 'OPTIONS', url: '/api/v1/auth/login', headers })
    const { statusCode: status, headers: got, body: text, rawPayload: bytes } = reply
    return { status, headers: got, text, bytes, body: undefined }
  },
}

const { 'an unchanged answer': _, ...withContent } = answers

describe.each([
  ['reached over plain HTTP', undefined],
  ['reached over HTTPS', new URL('https://checks.example.com')],
] as const)('responses from a server %s', (_, publicUrl) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(sqlite, { config: { publicUrl }, browserFolder })
  })
  afterAll(() => world.close())

  test.each(Object.entries(withContent))('sends security headers with %s', async (_, ask) => {
    const { headers } = await ask(world)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe|\*|https?:/)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-powered-by')
    const isSecure = publicUrl !== undefined
    expect('strict-transport-security' in headers).toBe(isSecure)
    if (!isSecure) expect(policy).not.toContain('upgrade-insecure-requests')
  })

  test('blocks inline scripts and styles on pages, and requires trusted types', async () => {
    const { headers } = await world.anyone.send('GET', '/login')
    const policy = String(headers['content-security-policy'])
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(policy.includes('upgrade-insecure-requests')).toBe(publicUrl !== undefined)
    for (const rule of [
      "script-src 'self'",
      "style-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types workers',
    ])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('unsafe')
  })

  test.each([
    ['a page', 'no-cache'],
    ['a file with a hash in its name', 'public, max-age=31536000, immutable'],
    ['another file', 'no-cache'],
    ['an answer', 'no-store'],
    ['an unchanged answer', 'no-store'],
    ['a refusal without a session', 'no-store'],
    ['an unknown URL', 'no-store'],
    ['an export', 'no-store'],
  ])('serves %s with the Cache-Control header “%s”', async (what, control) => {
    const reply = await (answers[what] as (world: World) => Promise<RawReply>)(world)
    expect(reply.headers['cache-control']).toBe(control)
  })

  test.each([
    '/no-such-screen',
    '/a.b',
    '/check-requests/12/scan.pdf',
    '/apiary',
    '/api.html',
    '/API/v1/users',
    '/assets/none.js',
    '/docs/none',
    '/.env',
    '/100%',
  ])('answers calls to %s with the page for browsers and with JSON for API clients', async (url) => {
    const opened = await follow(world, url, { 'sec-fetch-mode': 'navigate', accept: 'text/html' })
    expect([opened.status, opened.text]).toEqual([200, pageText])
    expect((await follow(world, url, { accept: 'text/html,*/*;q=0.8' })).text).toBe(pageText)
    for (const headers of [{ 'sec-fetch-mode': 'cors', accept: '*/*' }, { accept: 'application/json' }]) {
      const { status, body } = await world.anyone.send('GET', url, { headers })
      expect([[400, 404], body]).toEqual([
        expect.arrayContaining([status]),
        expect.objectContaining({ success: false }),
      ])
    }
  })

  test.each(['/api', '/api/', '/api/v1/nothing', '/api/v1/a.b', '/api?x=1', '/api/100%'])(
    'answers calls to %s with JSON for every client',
    async (url) => {
      const { status, body } = await world.anyone.send('GET', url, { headers: { accept: 'text/html' } })
      expect([[400, 404], body.success]).toEqual([expect.arrayContaining([status]), false])
    },
  )

  test.each([
    '/../package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/%2e%2e%5c%2e%2e%5cpackage.json',
    '/..%00/index.html',
    '/assets/main-abc123.js%00.html',
    '//etc/passwd',
    '/.env',
  ])('serves no file outside the web build for the path %s', async (url) => {
    const reply = await world.anyone.send('GET', url)
    const isPage = reply.text === pageText
    expect(isPage || [400, 403, 404].includes(reply.status), `${reply.status} ${reply.text.slice(0, 80)}`).toBe(true)
  })
})

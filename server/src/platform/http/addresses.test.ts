import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { startApp, type TestApp } from '../../testing/start-app.ts'

const [sqlite] = databases

describe('raw HTTP requests', () => {
  let app: TestApp
  let url: URL
  beforeAll(async () => {
    if (!sqlite) throw new Error('There is no SQLite.')
    app = await startApp(sqlite, { content: 'empty', browserFolder: import.meta.dirname })
    url = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }))
  })
  afterAll(() => app.close())

  /** Sends bytes that no client library would, and returns the complete response. */
  async function send(path: string, hosts: readonly string[] = ['localhost']): Promise<string> {
    const socket = connect(Number(url.port), url.hostname)
    const headers = [...hosts.map((host) => `Host: ${host}`), 'Connection: close'].join('\r\n')
    socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`)
    return (await socket.setEncoding('utf8').toArray()).join('')
  }

  test.each([
    '/docs/static/../',
    '/docs/static/..',
    '/docs/static/.',
    '/docs/static/%2e%2e/',
    '/docs/static/%2E%2E/package.json',
    '/docs/static/.%2e/',
    '/docs/static/..%2f',
    '/docs/static/..%5c',
    '/docs/static/..\\',
    '/docs/static/%00',
    '/docs/static//etc/passwd',
    '/docs/static/a/../../../package.json',
    '/docs/static/../?page=1',
    '/docs/../docs/static/',
    '/assets/../',
    '/assets/%2e%2e/index.html',
    '/../',
    '//docs/static/',
    '/api/v1/../v1/auth/demo-accounts',
  ])('answers a call to %s with not found', async (path) => {
    expect(await send(path)).toMatch(/^HTTP\/1\.1 404 .*"code":"NOT_FOUND"/s)
  })

  test.each(['/docs/', '/docs/static/swagger-ui.css', '/api/v1/auth/demo-accounts?x=../..', '/healthz'])(
    'still serves the valid path %s',
    async (path) => {
      expect(await send(path)).toMatch(/^HTTP\/1\.1 (200|400) /)
    },
  )

  test.each([
    ['two hosts', ['localhost', 'evil.example']],
    ['the same host twice', ['localhost', 'localhost']],
    ['no host', []],
  ])('refuses a request with %s', async (_, hosts) => {
    expect(await send('/healthz', hosts)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

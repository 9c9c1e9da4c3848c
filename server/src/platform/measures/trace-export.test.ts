import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPlace } from '../../testing/databases.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { startServer, tokenAt } from '../../testing/server-process.ts'
import { testPassword } from '../../testing/templates.ts'
import { idsOf } from '../../testing/world.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const unrecorded = '0af7651916cd43dd8448eb211c80319c'
const parent = '00f067aa0ba902b7'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[]
  readonly status: { code: number }
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { attributes: Span['attributes'] }
    readonly scopeSpans: readonly { spans: readonly Span[] }[]
  }[]
}

/** A collector on loopback that records requests. */
class Collector {
  readonly sent: Sent[] = []
  readonly headers: unknown[] = []
  readonly bodies: string[] = []
  readonly #server: Server

  constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await text(request)
      this.headers.push(request.headers)
      this.bodies.push(body)
      this.sent.push(JSON.parse(body))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  // An exporter sends the same spans again if it waits too long for an answer.
  get spans(): readonly Span[] {
    const received = this.sent.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    )
    return [...new Map(received.map((span) => [span.spanId, span])).values()]
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

const valuesOf = (attributes: Span['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

onBothDatabases('exported traces on $name', (kind) => {
  let place: TestPlace
  let collector: Collector
  let where: Record<string, string>
  let address: string
  beforeAll(async () => {
    place = await kind.create('world')
    const database = await place.open()
    await idsOf(database)
    await database.close()
    where = kind.name === 'SQLite' ? { DATA_DIR: place.where } : { DATABASE_URL: place.where }
    collector = new Collector()
    address = await collector.start()
  })
  afterAll(async () => {
    collector.close()
    await place.drop()
  })

  test('have a span for each call and query without revealing more than the log', async () => {
    const named = { OTEL_SERVICE_NAME: 'checks-of-lakeside', OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=lakeside' }
    const server = await startServer({ ...where, OTEL_EXPORTER_OTLP_ENDPOINT: address, ...named })
    const token = await tokenAt(server.url, emailOf('everyone'))
    const list = (traceId: string, flags: string) =>
      fetch(`${server.url}/api/v1/check-requests?search=Bellweather`, {
        headers: { 'x-auth-token': token, traceparent: `00-${traceId}-${parent}-${flags}` },
      })
    await (await list(trace, '01')).arrayBuffer()
    await (await list(unrecorded, '00')).arrayBuffer()
    await (await fetch(`${server.url}/healthz`)).arrayBuffer()
    expect(await server.end('SIGTERM')).toBe(0)

    const { spans } = collector
    const calls = spans.filter(({ kind }) => kind === 2)
    const login = calls.find(({ name }) => name === 'POST /api/v1/auth/login')
    expect(login?.parentSpanId).toBeUndefined()
    const listed = calls.find(({ traceId }) => traceId === trace)
    expect(spans.map(({ traceId }) => traceId)).not.toContain(unrecorded)
    expect(listed).toMatchObject({ name: 'GET /api/v1/check-requests', parentSpanId: parent })
    expect(valuesOf(listed?.attributes ?? [])).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/api/v1/check-requests',
      'http.response.status_code': 200,
      'url.path': '/api/v1/check-requests',
      'check_requests.endpoint': 'listCheckRequests',
      'user.id': expect.stringMatching(/^\d+$/),
    })
    const queries = spans.filter(({ parentSpanId }) => parentSpanId === listed?.spanId)
    expect(queries.map(({ attributes }) => valuesOf(attributes))).toContainEqual({
      'db.system.name': kind.name === 'SQLite' ? 'sqlite' : 'postgresql',
      'db.query.text': expect.stringMatching(/ from check_requests r /),
    })
    for (const { traceId, kind, name, startTimeUnixNano, endTimeUnixNano } of queries) {
      expect([traceId, kind, name]).toEqual([trace, 3, expect.stringMatching(/^[A-Z]+$/)])
      expect(BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(listed?.startTimeUnixNano ?? 0) - 5_000_000n)
      expect(BigInt(endTimeUnixNano)).toBeLessThanOrEqual(BigInt(listed?.endTimeUnixNano ?? 0) + 5_000_000n)
    }
    expect(calls.map(({ name }) => name)).not.toContain('GET /healthz')
    const [{ resource } = { resource: { attributes: [] } }] = collector.sent[0]?.resourceSpans ?? []
    expect(valuesOf(resource.attributes)).toMatchObject({
      'service.name': 'checks-of-lakeside',
      'service.version': expect.any(String),
    })
    expect(collector.headers[0]).toMatchObject({ 'x-tenant': 'lakeside' })
    for (const secret of ['Bellweather', emailOf('everyone'), testPassword, token])
      expect(collector.bodies.join()).not.toContain(secret)
  })

  test('don’t prevent the server from working or stopping when the collector is down', async () => {
    const server = await startServer({ ...where, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    await tokenAt(server.url, emailOf('everyone'))
    expect(await server.end('SIGTERM')).toBe(0)
    expect(server.output()).toContain('The last traces couldn’t be sent in time.')
  })
})

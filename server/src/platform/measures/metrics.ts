import { timingSafeEqual } from 'node:crypto'
import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sha256 } from '../crypto/hashes.ts'
import { Failure } from '../errors.ts'
import { connectionWaits, sharedCommits } from './measures.ts'

/** A metric that is read on demand. Times are in seconds, and sizes in bytes. */
export interface Figure {
  readonly name: string
  readonly help: string
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

const prefix = 'check_requests_'
const loginRefused = new Set([401, 403, 429])

/** Metrics measured while the server runs, and metrics read on demand, as Prometheus text. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #calls: Histogram
  readonly #refusedLogins: Counter
  readonly #commitSizes: Histogram
  readonly #waits: Histogram
  readonly #isRead: Gauge
  readonly #gauges = new Map<string, Gauge>()
  #readFigures: () => Promise<readonly Figure[]> = async () => []

  constructor() {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#calls = new Histogram({
      name: `${prefix}call_duration_seconds`,
      help: 'Duration of calls, by endpoint and response class',
      labelNames: ['endpoint', 'class'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 20],
      registers,
    })
    this.#refusedLogins = new Counter({
      name: `${prefix}logins_refused_total`,
      help: 'Refused logins by response status',
      labelNames: ['status'],
      registers,
    })
    // If a counter appeared only with the first failure or refusal, alerts on an increase would miss that failure or
    // refusal.
    for (const status of ['2xx', '5xx']) this.#calls.zero({ endpoint: 'other', class: status })
    for (const status of loginRefused) this.#refusedLogins.inc({ status: String(status) }, 0)
    this.#commitSizes = new Histogram({
      name: `${prefix}commit_writes`,
      help: 'Number of writes that shared one commit',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    })
    this.#waits = new Histogram({
      name: `${prefix}database_wait_seconds`,
      help: 'Time that writes waited for a commit, and that queries waited for a PostgreSQL connection',
      labelNames: ['for'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 5],
      registers,
    })
    this.#isRead = new Gauge({
      name: `${prefix}state_read`,
      help: '1 if the installation state could be read from the database, 0 if not',
      registers,
    })
    subscribe(sharedCommits.name, this.#onCommit)
    subscribe(connectionWaits.name, this.#onConnection)
  }

  /** Sets the source of metrics that are read on demand. */
  readFrom(figures: () => Promise<readonly Figure[]>): void {
    this.#readFigures = figures
  }

  /** Counts an answered call. */
  count(endpoint: string | undefined, { statusCode, elapsedTime }: Pick<FastifyReply, 'statusCode' | 'elapsedTime'>) {
    const labels = { endpoint: endpoint ?? 'other', class: `${Math.floor(statusCode / 100)}xx` }
    this.#calls.observe(labels, elapsedTime / 1000)
    if (endpoint === 'logIn' && loginRefused.has(statusCode)) this.#refusedLogins.inc({ status: String(statusCode) })
  }

  /** Returns all metrics as Prometheus text. Leaves out metrics that can't be read from the database. */
  async text(): Promise<string> {
    const figures = await this.#readFigures().catch(() => undefined)
    // An empty gauge without labels would report 0, which looks like a real value.
    for (const name of this.#gauges.keys()) this.#registry.removeSingleMetric(prefix + name)
    this.#gauges.clear()
    this.#isRead.set(figures ? 1 : 0)
    for (const figure of figures ?? []) this.#gaugeOf(figure).set({ ...figure.labels }, figure.value)
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  stop(): void {
    unsubscribe(sharedCommits.name, this.#onCommit)
    unsubscribe(connectionWaits.name, this.#onConnection)
  }

  #gaugeOf({ name, help, labels = {} }: Figure): Gauge {
    const known = this.#gauges.get(name)
    if (known) return known
    const labelNames = Object.keys(labels)
    const gauge = new Gauge({ name: prefix + name, help, labelNames, registers: [this.#registry] })
    this.#gauges.set(name, gauge)
    return gauge
  }

  readonly #onCommit: ChannelListener = (waits) => {
    if (!Array.isArray(waits)) return
    this.#commitSizes.observe(waits.length)
    for (const wait of waits) this.#waits.observe({ for: 'commit' }, Number(wait) / 1000)
  }

  readonly #onConnection: ChannelListener = (wait) => {
    this.#waits.observe({ for: 'connection' }, Number(wait) / 1000)
  }
}

/** Counts an app's calls. If a token is set, answers `GET /metrics` for clients that send it. */
export function measureCalls(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.addHook('onResponse', async (request, reply) => metrics.count(request.routeOptions.config.endpoint, reply))
  app.addHook('onClose', async () => metrics.stop())
  if (token === undefined) return
  app.get('/metrics', async (request, reply) => {
    requireToken(request, token)
    reply.type(metrics.contentType)
    return metrics.text()
  })
}

/** Answers `GET /metrics` on a separate port for monitoring. */
export async function listenForMetrics(metrics: Metrics, place: { host: string; port: number }): Promise<Server> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.text())
  })
  server.listen(place)
  await once(server, 'listening')
  return server
}

// Compares hashes, because they have equal lengths regardless of what was sent.
function requireToken({ headers }: FastifyRequest, token: string): void {
  const sent = Buffer.from(sha256(headers.authorization ?? ''))
  if (!timingSafeEqual(sent, Buffer.from(sha256(`Bearer ${token}`))))
    throw new Failure('UNAUTHENTICATED', 'Metrics require the METRICS_TOKEN as a bearer token.')
}

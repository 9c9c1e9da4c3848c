import type { HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { secureRandom } from '../crypto/hashes.ts'
import { within } from '../threads/promises.ts'
import { type Call, callOf, countQueries } from './current-call.ts'
import { finishedCalls } from './measures.ts'

/** OpenTelemetry's numeric span kinds. */
const kinds = { server: 1, client: 2 } as const
const failed = 2
const none = { links: [], events: [], droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 }
const scope = { name: 'check-requests' }
const shownOfStatement = 2000
/** The maximum time that an unresponsive collector delays a shutdown, in milliseconds. */
const lastSentWithin = 3000

/** The properties of a span besides its trace and parent. */
type SpanContent = Pick<ReadableSpan, 'name' | 'kind' | 'attributes'> &
  Partial<Pick<ReadableSpan, 'status'>> & { readonly from: number; readonly until: number }

interface Finished {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface TraceExport {
  /** Sends the remaining spans and stops. */
  stop(): Promise<void>
}

/** Publishes that a call was answered, so that its spans are exported if it is recorded. */
export function tellFinished(request: FastifyRequest, reply: FastifyReply): void {
  if (finishedCalls.hasSubscribers) finishedCalls.publish({ request, reply } satisfies Finished)
}

/**
 * Exports a span for each recorded API call, and one for each of its queries, to the collector in the environment
 * variables that OpenTelemetry specifies (`OTEL_EXPORTER_OTLP_ENDPOINT` and others). Spans that can't be sent are
 * dropped and reported to `warn`.
 */
export async function exportTraces(
  { version, dialect }: { readonly version: string; readonly dialect: string },
  warn: (message: string) => void,
): Promise<TraceExport> {
  // Loaded only if traces are exported.
  const [{ DiagLogLevel, diag }, { OTLPTraceExporter }, resources, { BatchSpanProcessor }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const silent = () => undefined
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN)
  const named = resources.detectResources({ detectors: [resources.envDetector] })
  const own = { 'service.name': 'check-requests', 'service.version': version }
  const resource = resources.resourceFromAttributes(own).merge(named)
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })
  const note = (finished: unknown) => {
    for (const span of spansOf(finished as Finished, resource, dialect)) processor.onEnd(span)
  }
  countQueries()
  finishedCalls.subscribe(note)
  return {
    async stop() {
      finishedCalls.unsubscribe(note)
      const late = () => new Error('The last traces couldn’t be sent in time.')
      await within(lastSentWithin, processor.shutdown(), late).catch((error: unknown) => warn(String(error)))
    },
  }
}

function spansOf({ request, reply }: Finished, resource: Resource, dialect: string): ReadableSpan[] {
  const call = callOf(request.raw)
  if (!call.isRecorded || !request.routeOptions.config.endpoint) return []
  const { spanId, parentId } = call.trace
  const queries = call.recorded.map(({ sql, milliseconds, until }) => {
    const attributes = { 'db.system.name': systems[dialect] ?? dialect, 'db.query.text': inShort(sql) }
    const content = { name: firstWord(sql), kind: kinds.client, attributes, from: until - milliseconds, until }
    return spanOf(call, secureRandom(8).toString('hex'), spanId, content, resource)
  })
  return [spanOf(call, spanId, parentId, contentOfCall(request, reply, call), resource), ...queries]
}

/** The names for our databases in OpenTelemetry's conventions. */
const systems: Record<string, string> = { sqlite: 'sqlite', postgres: 'postgresql' }

function contentOfCall(request: FastifyRequest, reply: FastifyReply, { userId, queries }: Call): SpanContent {
  const until = performance.timeOrigin + performance.now()
  const { url: route = '', config } = request.routeOptions
  const isFailed = reply.statusCode >= 500
  return {
    name: `${request.method} ${route}`,
    kind: kinds.server,
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'url.path': request.url.replace(/\?.*/s, ''),
      'url.scheme': request.protocol,
      'client.address': request.ip,
      'check_requests.endpoint': config.endpoint ?? '',
      'check_requests.queries': queries.times,
      ...(userId !== undefined && { 'user.id': String(userId) }),
      ...(isFailed && { 'error.type': String(reply.statusCode) }),
    },
    ...(isFailed && { status: { code: failed } }),
    from: until - reply.elapsedTime,
    until,
  }
}

function spanOf(
  { trace }: Call,
  spanId: string,
  parentId: string | undefined,
  { from, until, status = { code: 0 }, ...content }: SpanContent,
  resource: Resource,
): ReadableSpan {
  const context = { traceId: trace.id, traceFlags: Number.parseInt(trace.flags, 16) }
  return {
    ...none,
    ...content,
    status,
    spanContext: () => ({ ...context, spanId }),
    ...(parentId !== undefined && { parentSpanContext: { ...context, spanId: parentId } }),
    startTime: inTwoParts(from),
    endTime: inTwoParts(until),
    duration: inTwoParts(until - from),
    ended: true,
    resource,
    instrumentationScope: scope,
  }
}

/** Converts milliseconds to seconds and nanoseconds. */
function inTwoParts(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1000)
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)]
}

function firstWord(sql: string): string {
  return /\w+/.exec(sql)?.[0]?.toUpperCase() ?? 'QUERY'
}

function inShort(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim().slice(0, shownOfStatement)
}

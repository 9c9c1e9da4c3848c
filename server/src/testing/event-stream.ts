import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import type { Client } from './client.ts'

/** A hint received from the stream, and the time it arrived. */
export interface Hint {
  readonly topic: string
  readonly id: number | null
  readonly at: number
}

/** An open stream of server-sent events, over a real connection. */
export interface EventStream {
  readonly status: number
  readonly headers: Record<string, unknown>
  /** Everything received so far, unparsed. */
  text(): string
  /** Returns the next hint. Fails after half a minute without one. */
  next(): Promise<Hint>
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>
  close(): void
}

/** The app's address. Makes the app listen if it doesn't yet. */
async function addressOf(app: FastifyInstance): Promise<AddressInfo> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return app.server.address() as AddressInfo
}

/**
 * The maximum delay of a hint, in milliseconds: a second (C2) or, on a busy machine, ten times the duration of the call
 * that caused it.
 */
export const soon = (callTook: number) => Math.max(1000, 10 * callTook)

export async function openStream(app: FastifyInstance, { headers }: Client): Promise<EventStream> {
  const { port } = await addressOf(app)
  const call = request({ host: '127.0.0.1', port, path: '/api/v1/live', headers })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject).end()
  })
  const hints: Hint[] = []
  const waiting: ((hint: Hint) => void)[] = []
  let text = ''
  let read = 0
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part
    for (const [whole, data] of text.slice(read).matchAll(/event: change\ndata: (.+)\n\n/g)) {
      read = text.indexOf(whole, read) + whole.length
      const hint = { ...(JSON.parse(data as string) as { topic: string; id: number | null }), at: performance.now() }
      const first = waiting.shift()
      if (first) first(hint)
      else hints.push(hint)
    }
  })
  const ended = new Promise<void>((resolve) => response.on('end', resolve).on('error', () => resolve()))
  return {
    status: response.statusCode as number,
    headers: response.headers,
    text: () => text,
    next: () => nextOf(hints, waiting),
    ended,
    close: () => call.destroy(),
  }
}

function nextOf(hints: Hint[], waiting: ((hint: Hint) => void)[]): Promise<Hint> {
  const ready = hints.shift()
  if (ready) return Promise.resolve(ready)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No hint came within half a minute')), 30_000)
    waiting.push((hint) => {
      clearTimeout(timer)
      resolve(hint)
    })
  })
}

export interface PlainReply {
  readonly status: number
  readonly text: string
  readonly headers: IncomingHttpHeaders
}

export interface Connection {
  get(path: string, headers: Record<string, string>): Promise<PlainReply>
  close(): void
}

/** A connection that stays open between calls, because a poll is compared with others on its connection. */
export async function openConnection(app: FastifyInstance): Promise<Connection> {
  const { port } = await addressOf(app)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get: async (path, headers) => {
      const call = request({ agent, host: '127.0.0.1', port, path, headers }).end()
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
    },
    close: () => agent.destroy(),
  }
}

import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** The event streams that a thread opens, one per token. */
export interface StreamPlan {
  readonly url: string
  readonly tokens: readonly string[]
}

/**
 * The thread's report: `open` when all streams are open, or else the times at which the first and the last stream
 * received the event, in milliseconds since 1970.
 */
export type Heard = 'open' | { readonly first: number; readonly last: number }

const { url, tokens }: StreamPlan = workerData
const { hostname, port } = new URL(url)
const openAtOnce = 100
const change = /event: change/g
let begun = 0
let open = 0
let heard: number[] = []

for (let index = 0; index < openAtOnce; index += 1) listenNext()
parentPort?.once('message', () => process.exit())

/** Opens the next stream as soon as an earlier one is open, because users don't all arrive at the same time. */
function listenNext(): void {
  const token = tokens[begun]
  begun += 1
  if (token === undefined) return
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  socket.write(`GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\nx-auth-token: ${token}\r\n\r\n`)
  socket.on('data', (part: string) => {
    if (part.includes(': connected')) noteOpen()
    for (const _ of part.matchAll(change)) noteHeard(performance.timeOrigin + performance.now())
  })
  socket.on('close', () => {
    throw new Error(`The server ended a stream when ${open} were open.`)
  })
}

function noteOpen(): void {
  open += 1
  if (open === tokens.length) parentPort?.postMessage('open' satisfies Heard)
  listenNext()
}

function noteHeard(at: number): void {
  heard.push(at)
  if (heard.length < tokens.length) return
  parentPort?.postMessage({ first: Math.min(...heard), last: Math.max(...heard) } satisfies Heard)
  heard = []
}

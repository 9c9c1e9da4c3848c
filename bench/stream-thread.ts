import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** Event streams that a thread opens, one for each token. */
export interface StreamPlan {
  readonly url: string
  readonly tokens: readonly string[]
}

/** What the thread tells: all streams are open; or all have heard, the first and the last so many milliseconds ago. */
export type Heard = 'open' | { readonly first: number; readonly last: number }

const { url, tokens }: StreamPlan = workerData
const { hostname, port } = new URL(url)
const change = /event: change/g
let open = 0
let heard: number[] = []

for (const token of tokens) listen(token)
parentPort?.once('message', () => process.exit())

function listen(token: string): void {
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  socket.write(`GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\nx-auth-token: ${token}\r\n\r\n`)
  socket.on('data', (part: string) => {
    if (part.includes(': connected')) tellWhenAllAreOpen()
    for (const _ of part.matchAll(change)) note(performance.timeOrigin + performance.now())
  })
  socket.on('close', () => {
    throw new Error('The server ended a stream.')
  })
}

function tellWhenAllAreOpen(): void {
  open += 1
  if (open === tokens.length) parentPort?.postMessage('open' satisfies Heard)
}

function note(at: number): void {
  heard.push(at)
  if (heard.length < tokens.length) return
  parentPort?.postMessage({ first: Math.min(...heard), last: Math.max(...heard) } satisfies Heard)
  heard = []
}

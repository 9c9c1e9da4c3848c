import { setTimeout as wait } from 'node:timers/promises'
import type { Ids } from '../../server/src/testing/organization.ts'
import { bodyAt } from '../../server/src/testing/requests.ts'
import { shared } from './network.ts'

const writers = 6
const readers = 4
const url = `http://${shared}:8080`
const json = { 'content-type': 'application/json' }

/** Clients of the product: some create requests continuously, and some keep an event stream open. */
export class Load {
  /** The acknowledged request ids, by idempotency key. */
  readonly acknowledged = new Map<string, number>()
  /** The number of responses that report an ended session. */
  loggedOut = 0
  /** Unexpected responses: neither a success nor a temporary failure. */
  readonly odd: string[] = []
  openStreams = 0
  /** The number of calls that had to be retried because they failed or got no response. */
  failed = 0
  #lastAt = performance.now()
  #longest = 0
  #count = 0
  #isRunning = true
  readonly #ids: Ids
  readonly #tokens: readonly string[]
  #work: Promise<unknown> = Promise.resolve()

  /** `tokens`: the tokens of existing sessions. */
  constructor(ids: Ids, tokens: readonly string[]) {
    this.#ids = ids
    this.#tokens = tokens
  }

  start(): void {
    const write = Array.from({ length: writers }, (_, at) => this.#write(this.#tokenAt(at)))
    const read = Array.from({ length: readers }, (_, at) => this.#listen(this.#tokenAt(at)))
    this.#work = Promise.all([...write, ...read])
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await Promise.race([this.#work, wait(40_000)])
  }

  /** Starts a round: resets the longest pause and the number of failed calls. */
  beginRound(): void {
    this.#longest = 0
    this.failed = 0
    this.#lastAt = performance.now()
  }

  /** The longest time without an acknowledgment since the round began, in seconds. */
  get longestPause(): number {
    return Math.max(this.#longest, performance.now() - this.#lastAt) / 1000
  }

  #tokenAt(at: number): string {
    return this.#tokens[at % this.#tokens.length] as string
  }

  async #write(token: string): Promise<void> {
    while (this.#isRunning) {
      this.#count += 1
      const key = `write-${this.#count}`
      const body = JSON.stringify(bodyAt(this.#ids, 'NWG/TOY/SVC', { memo_line: key }))
      while (this.#isRunning && !(await this.#attempt(token, key, body))) await wait(100)
      await wait(60)
    }
  }

  /** True if the call was acknowledged. */
  async #attempt(token: string, key: string, body: string): Promise<boolean> {
    const headers = { ...json, 'x-auth-token': token, 'idempotency-key': key }
    const call = { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) }
    const reply = await fetch(`${url}/api/v1/check-requests/create-check-req`, call).catch(() => undefined)
    const text = await reply?.text().catch(() => undefined)
    if (reply?.status !== 201) this.failed += 1
    if (!reply || text === undefined) return false
    if (reply.status === 401) this.loggedOut += 1
    else if (reply.status !== 201 && ![502, 503, 504].includes(reply.status)) this.odd.push(`${reply.status} ${text}`)
    if (reply.status !== 201) return false
    this.#acknowledge(key, (JSON.parse(text) as { data: { id: number } }).data.id)
    return true
  }

  #acknowledge(key: string, id: number): void {
    this.acknowledged.set(key, id)
    const now = performance.now()
    this.#longest = Math.max(this.#longest, now - this.#lastAt)
    this.#lastAt = now
  }

  /** Keeps a stream open, and reconnects whenever it ends. */
  async #listen(token: string): Promise<void> {
    while (this.#isRunning) {
      await this.#listenOnce(token).catch(() => {})
      await wait(500)
    }
  }

  async #listenOnce(token: string): Promise<void> {
    const given = new AbortController()
    // The server sends a ping every 25 seconds; a stream that is silent for 40 seconds is closed.
    const patience = () => setTimeout(() => given.abort(), 40_000)
    let timer = patience()
    const reply = await fetch(`${url}/api/v1/live`, { headers: { 'x-auth-token': token }, signal: given.signal })
    if (reply.status === 401) this.loggedOut += 1
    if (!reply.ok || !reply.body) return
    this.openStreams += 1
    try {
      for await (const _part of reply.body) {
        clearTimeout(timer)
        if (!this.#isRunning) return
        timer = patience()
      }
    } finally {
      clearTimeout(timer)
      this.openStreams -= 1
    }
  }
}

export const streams = readers

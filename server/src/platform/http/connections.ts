import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Line } from '../threads/fair-queue.ts'
import { networkOf } from './networks.ts'

const millisecondsATurn = 1

type Connection = Pick<Socket, 'remoteAddress' | 'destroyed'>

/**
 * Admits the first calls of new connections in turn. Otherwise, hundreds of connections opened at once would be read in
 * one turn of the event loop and delay other users until the last one is handled. Networks take turns. After a
 * connection's first call, the others are admitted directly.
 */
export class Arrivals {
  readonly #atOnce: number
  readonly #waiting = new Line<() => void>()
  readonly #known = new WeakSet<Connection>()

  /**
   * `atOnce` is how long first calls are handled in one turn of the event loop, in milliseconds. Each turn handles at
   * least one call.
   */
  constructor(atOnce = millisecondsATurn) {
    this.#atOnce = atOnce
  }

  /** Handles a call now, or when its turn comes, unless its connection is closed by then. */
  letIn(connection: Connection, handle: () => void): void {
    if (this.#known.has(connection)) {
      handle()
      return
    }
    if (this.#waiting.length === 0) setImmediate(() => this.#serve())
    this.#waiting.push(networkOf(connection.remoteAddress ?? ''), () => {
      this.#known.add(connection)
      if (!connection.destroyed) handle()
    })
  }

  #serve(): void {
    const end = performance.now() + this.#atOnce
    do this.#waiting.next()?.()
    while (this.#waiting.length > 0 && performance.now() < end)
    if (this.#waiting.length > 0) setImmediate(() => this.#serve())
  }
}

const callsAtOnce = 20
const closedAfter = 1000

/**
 * Limits the calls in progress on one connection. Only a client that sends calls without waiting for responses has more
 * than one, and nothing else would stop it from sending thousands.
 */
export class Connections {
  readonly #inProgress = new WeakMap<Socket, number>()
  readonly #refused = new WeakSet<Socket>()
  readonly #arrivals = new Arrivals()

  /**
   * Returns false if the connection has too many calls in progress. It is then closed, and the call must not be
   * answered.
   */
  admit(socket: Socket, response: ServerResponse): boolean {
    const before = this.#inProgress.get(socket) ?? 0
    if (before >= callsAtOnce) {
      this.#refuse(socket)
      return false
    }
    this.#inProgress.set(socket, before + 1)
    response.once('close', () => this.#inProgress.set(socket, (this.#inProgress.get(socket) ?? 1) - 1))
    return true
  }

  /**
   * Runs before the framework: admits calls from new connections in turn, answers unchanged polls, and drops further
   * calls from refused connections, because hundreds might have been read along with the call that exceeded the limit.
   */
  guard(server: Server, polls: UnchangedPolls): void {
    const handlers = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request').on('request', (request, response) => {
      this.#arrivals.letIn(request.socket, () => {
        if (this.#refused.has(request.socket) || polls.answer(request, response)) return
        for (const handle of handlers) handle(request, response)
      })
    })
  }

  // A client would reconnect right after an immediate close, so the server stops reading from the connection and closes
  // it a second later.
  #refuse(socket: Socket): void {
    if (this.#refused.has(socket)) return
    this.#refused.add(socket)
    socket.pause().on('resume', () => socket.pause())
    setTimeout(() => socket.destroy(), closedAfter).unref()
  }
}

/** A poll that was answered with 304. */
export interface UnchangedPoll {
  readonly endpoint: string
  readonly address: string
  readonly tag: string
  /** Returns true as long as the same call would be answered with 304 again. */
  readonly isUnchanged: () => boolean
}

interface Remembered extends UnchangedPoll {
  readonly url: string | undefined
  readonly headers: readonly string[]
}

const pollsPerConnection = 8

/**
 * Answers polls before the framework, which takes longer to read a call than to find out that nothing has changed. Only
 * a call that has the same URL and headers as one that was answered with 304 on the same connection is answered here,
 * so all that was checked for that call holds for this one.
 */
export class UnchangedPolls {
  readonly #note: (request: IncomingMessage, poll: UnchangedPoll) => void
  readonly #known = new WeakMap<Socket, readonly Remembered[]>()
  #isStopped = false

  /** `note` logs and counts an answer, because the framework doesn't see it. */
  constructor(note: (request: IncomingMessage, poll: UnchangedPoll) => void) {
    this.#note = note
  }

  remember({ socket, url, rawHeaders }: IncomingMessage, poll: UnchangedPoll): void {
    const others = (this.#known.get(socket) ?? []).filter((other) => other.url !== url)
    this.#known.set(socket, [{ ...poll, url, headers: rawHeaders }, ...others].slice(0, pollsPerConnection))
  }

  /** Returns false if the call must be answered otherwise. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#isStopped) return false
    const { url, rawHeaders } = request
    const poll = this.#known
      .get(request.socket)
      ?.find((other) => other.url === url && isSame(other.headers, rawHeaders))
    if (!poll?.isUnchanged()) return false
    sendUnchanged(response, poll.tag)
    this.#note(request, poll)
    return true
  }

  /** From now on, the framework answers all calls, and closes their connections. */
  stop(): void {
    this.#isStopped = true
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index])
}

/**
 * Writes only the headers that a 304 needs, because other headers would cost more than the rest of the response, which
 * has no content.
 */
export function sendUnchanged(response: ServerResponse, tag: string): void {
  response.writeHead(304, { etag: tag, 'cache-control': 'no-store' }).end()
}

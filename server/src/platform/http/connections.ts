import type { RequestListener, Server, ServerResponse } from 'node:http'
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
   * Runs before the framework: admits calls from new connections in turn, and drops further calls from refused ones,
   * because hundreds might have been read along with the call that exceeded the limit.
   */
  guard(server: Server): void {
    const handlers = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request').on('request', (request, response) => {
      this.#arrivals.letIn(request.socket, () => {
        if (!this.#refused.has(request.socket)) for (const handle of handlers) handle(request, response)
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

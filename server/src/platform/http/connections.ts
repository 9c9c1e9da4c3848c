import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Line } from '../threads/fair-queue.ts'
import { networkOf } from './networks.ts'

const millisecondsATurn = 1

type Connection = Pick<Socket, 'remoteAddress' | 'destroyed'>

/**
 * Lets the first calls of new connections in by turns. Hundreds of connections that are opened in one moment would
 * otherwise keep everybody else waiting until the last of them is handled: they are read in one turn of the event loop.
 * Networks take turns. Once the first call is in, those that follow go straight in.
 */
export class Arrivals {
  readonly #atOnce: number
  readonly #waiting = new Line<() => void>()
  readonly #known = new WeakSet<Connection>()

  /** `atOnce`: for how many milliseconds of one turn of the event loop first calls are handled; one always is. */
  constructor(atOnce = millisecondsATurn) {
    this.#atOnce = atOnce
  }

  /** Handles a call now, or when it is its turn, unless its connection is closed by then. */
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
 * Limits how many calls one connection has in progress. Only a client that sends calls without waiting for responses
 * has more than one, and nothing else would stop it from sending thousands.
 */
export class Connections {
  readonly #inProgress = new WeakMap<Socket, number>()
  readonly #refused = new WeakSet<Socket>()
  readonly #arrivals = new Arrivals()

  /** False when the connection has too many calls in progress: it is closed, and the call must not be answered. */
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
   * Stands before the framework: calls of new connections are let in by turns, and further calls of refused ones
   * dropped; hundreds may have been read together with the one that was too many.
   */
  guard(server: Server): void {
    const handlers = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request').on('request', (request, response) => {
      this.#arrivals.letIn(request.socket, () => {
        if (!this.#refused.has(request.socket)) for (const handle of handlers) handle(request, response)
      })
    })
  }

  // If it were closed at once, its client would be back at once; so it is read no further and closed a second later.
  #refuse(socket: Socket): void {
    if (this.#refused.has(socket)) return
    this.#refused.add(socket)
    socket.pause().on('resume', () => socket.pause())
    setTimeout(() => socket.destroy(), closedAfter).unref()
  }
}

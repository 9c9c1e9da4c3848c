import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Arrivals } from './arrivals.ts'

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

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const callsAtOnce = 20

/**
 * Limits how many calls one connection has in progress. Only a client that sends calls without waiting for responses
 * has more than one, and nothing else would stop it from sending thousands.
 */
export class Connections {
  readonly #inProgress = new WeakMap<Socket, number>()

  /** False when the connection has too many calls in progress: it is closed, and the call must not be answered. */
  admit(socket: Socket, response: ServerResponse): boolean {
    const before = this.#inProgress.get(socket) ?? 0
    if (before >= callsAtOnce) {
      socket.destroy()
      return false
    }
    this.#inProgress.set(socket, before + 1)
    response.once('close', () => this.#inProgress.set(socket, (this.#inProgress.get(socket) ?? 1) - 1))
    return true
  }
}

import type { Socket } from 'node:net'
import { Line } from './line.ts'
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

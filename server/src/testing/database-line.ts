import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy to PostgreSQL that can be cut, silenced, and repaired. */
export class DatabaseLine {
  readonly #open = new Set<Socket>()
  readonly #target: URL
  #server: Server | undefined
  #port = 0
  #isSilent = false
  #cutAt: string | undefined
  #cutAfter: string | undefined

  /** `target` is the database URL. */
  constructor(target: string) {
    this.#target = new URL(target)
  }

  /** The database URL through this proxy. */
  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}${this.#target.pathname}`
  }

  /** Opens the proxy, and ends any silence or cut. */
  async mend(): Promise<void> {
    this.#isSilent = false
    this.#cutAt = undefined
    this.#cutAfter = undefined
    if (this.#server) return
    const server = createServer((near) => this.#join(near, this.#reach()))
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as { port: number }).port
    this.#server = server
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => (this.#server ? this.#server.close(resolve) : resolve(undefined)))
    this.#server = undefined
    for (const socket of this.#open) socket.destroy()
    await closed
  }

  /** Stops all data from now on, without closing connections. */
  silence(): void {
    this.#isSilent = true
  }

  /** Cuts each connection that sends this text, before PostgreSQL receives it. */
  cutAt(text: string): void {
    this.#cutAt = text
  }

  /** Cuts each connection that sends this text, after PostgreSQL receives it and before it can answer. */
  cutAfter(text: string): void {
    this.#cutAfter = text
  }

  #reach(): Socket {
    const folder = this.#target.searchParams.get('host')
    const port = Number(this.#target.port || 5432)
    return folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, this.#target.hostname)
  }

  #join(near: Socket, far: Socket): void {
    near.on('data', (bytes) => this.#say(near, far, bytes))
    far.on('data', (bytes) => this.#isSilent || near.write(bytes))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(one)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          this.#open.delete(one)
          other.end()
        })
    }
  }

  #say(near: Socket, far: Socket, bytes: Buffer): void {
    if (this.#cutAt !== undefined && bytes.includes(this.#cutAt)) return void near.destroy()
    if (this.#isSilent) return
    far.write(bytes)
    if (this.#cutAfter !== undefined && bytes.includes(this.#cutAfter)) near.destroy()
  }
}

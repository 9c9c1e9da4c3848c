import { connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A way to PostgreSQL that can be cut, go silent and be mended. */
export class DatabaseLine {
  readonly #open = new Set<Socket>()
  readonly #target: URL
  #server: Server | undefined
  #port = 0
  #isSilent = false
  #cutAt: string | undefined

  /** `target`: the URL of the database. */
  constructor(target: string) {
    this.#target = new URL(target)
  }

  /** The URL of the database at this end of the line. */
  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}${this.#target.pathname}`
  }

  /** Opens the line, and what was silent or cut works again. */
  async mend(): Promise<void> {
    this.#isSilent = false
    this.#cutAt = undefined
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

  /** From now on nothing comes through, and nobody is told. */
  silence(): void {
    this.#isSilent = true
  }

  /** Cuts each connection that says this, before PostgreSQL hears it. */
  cutAt(text: string): void {
    this.#cutAt = text
  }

  #reach(): Socket {
    const folder = this.#target.searchParams.get('host')
    const port = Number(this.#target.port || 5432)
    return folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, this.#target.hostname)
  }

  #join(near: Socket, far: Socket): void {
    near.pipe(this.#passing(near)).pipe(far)
    far.pipe(this.#passing(near)).pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(one)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          this.#open.delete(one)
          other.destroy()
        })
    }
  }

  #passing(near: Socket): Transform {
    return new Transform({
      transform: (bytes: Buffer, _encoding, done) => {
        if (this.#cutAt !== undefined && bytes.includes(this.#cutAt)) near.destroy()
        else if (!this.#isSilent) return done(null, bytes)
        done()
      },
    })
  }
}

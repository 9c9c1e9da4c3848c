import { ProgramApart } from '../../../platform/threads/isolated-program.ts'
import type { DrawingOrders } from './first-page.ts'
import type { Reading, ReadingOrders } from './read-document.ts'

const longest = 60_000
const longestDrawing = 20_000
/** How long a process with its libraries waits for a document. */
const waitsForDocument = 300_000

/** Reads documents, each in its own unprivileged process with limits on time and memory. */
export class Readings {
  readonly #program: ProgramApart
  readonly #drawing: ProgramApart
  #round: Promise<void> | undefined
  #isAsked = false
  #isStopped = false

  constructor(endsWithin = longest) {
    const readable = ['server/src/documents/readings/*', 'domain/*']
    const reading = new URL('./read-process.ts', import.meta.url)
    this.#program = new ProgramApart({ program: reading, readable, endsWithin, waits: waitsForDocument })
    this.#drawing = new ProgramApart({
      program: new URL('./first-page-process.ts', import.meta.url),
      readable: [...readable, 'server/src/platform/files/gray-png.ts'],
      endsWithin: longestDrawing,
    })
  }

  /** Starts a process that loads its libraries, because a document will probably come soon. */
  async prepare(): Promise<void> {
    // Without it, the document is only read later.
    await this.#program.prepare().catch(() => undefined)
  }

  /** Does this work until there is none. A call during a round only makes that round look again. */
  untilNone(work: () => Promise<boolean>): Promise<void> {
    this.#isAsked = true
    this.#round ??= this.#rounds(work).finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  async #rounds(work: () => Promise<boolean>): Promise<void> {
    while (this.#isAsked && !this.#isStopped) {
      this.#isAsked = false
      while (!this.#isStopped && (await work()));
    }
  }

  /** True once reading was stopped, so that a failure says nothing about the document. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Ends the reading in progress, and begins no other. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all([this.#program.stop(), this.#drawing.stop()])
    await this.#round?.catch(() => undefined)
  }

  /** What a document says, or undefined if reading it takes too much time or memory. */
  async read(content: AsyncIterable<Uint8Array>, orders: ReadingOrders): Promise<Reading | undefined> {
    const output = await this.#program.run(withOrders(content, orders))
    return output && JSON.parse(output.toString())
  }

  /** The first page as a gray PNG file, or undefined if drawing it takes too much time, memory, or bytes. */
  async drawFirstPage(content: AsyncIterable<Uint8Array>, orders: DrawingOrders): Promise<Buffer | undefined> {
    const png = await this.#drawing.run(withOrders(content, orders))
    return png?.length === 0 ? undefined : png
  }
}

async function* withOrders(
  content: AsyncIterable<Uint8Array>,
  orders: ReadingOrders | DrawingOrders,
): AsyncGenerator<Uint8Array> {
  const head = Buffer.from(JSON.stringify(orders))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  yield Buffer.concat([length, head])
  yield* content
}

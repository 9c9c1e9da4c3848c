import { type Name, Turns } from '../../../platform/threads/fair-queue.ts'
import { ProgramApart } from '../../../platform/threads/isolated-program.ts'

const tooMuch = {
  not: 'The documents together are too large for this file. Open this document from the check request.',
} as const

/** Time limits in milliseconds for merging one document, merging all documents, and making the whole file. */
export interface Limits {
  readonly one: number
  readonly all: number
  readonly whole: number
}

/** Reads a document's file by its position in the list. */
export type ReadDocument = (index: number) => Promise<AsyncIterable<Uint8Array>>

/**
 * Makes case files, each in its own unprivileged process, because uploaded files are opened in the process. Dealer
 * groups take turns in the queue.
 */
export class CaseFiles {
  readonly #limits: Limits
  readonly #drawing: ProgramApart
  readonly #turns = new Turns({
    atOnce: 2,
    mostOfOne: 1,
    longestQueue: 20,
    whenFull: 'Your dealer group is making too many case files at the same time. Try again in a minute.',
    retryAfterSeconds: 30,
  })

  constructor(limits: Limits = { one: 5000, all: 9000, whole: 18_000 }) {
    this.#limits = limits
    this.#drawing = new ProgramApart({
      program: new URL('./draw-process.ts', import.meta.url),
      readable: [
        'server/src/documents/case-files/*',
        'server/src/platform/text/font-files.ts',
        'server/src/platform/text/pdf-opening.ts',
      ],
      endsWithin: limits.whole,
    })
  }

  /**
   * Makes the case file and returns the PDF. A document that takes too long is listed but not merged. If the documents
   * take too much memory, none is merged. Returns undefined if even the rest can't be made in time.
   */
  make(contents: Contents, read: ReadDocument, tenant: Name): Promise<Buffer | undefined> {
    return this.#turns.take(tenant, async () => {
      const whole = await this.#drawing.run(this.#inputOf(contents, read))
      if (whole) return whole
      const documents = contents.documents.map((listed) => {
        return 'not' in listed.merged || listed.isOurs ? listed : { ...listed, merged: tooMuch }
      })
      return this.#drawing.run(this.#inputOf({ ...contents, documents }, read))
    })
  }

  async *#inputOf(contents: Contents, read: ReadDocument): AsyncGenerator<Uint8Array> {
    const text = Buffer.from(JSON.stringify(contents))
    const numbers = Buffer.alloc(12)
    for (const [at, number] of [this.#limits.one, this.#limits.all, text.length].entries())
      numbers.writeUInt32BE(number, 4 * at)
    yield numbers
    yield text
    for (const [index, { merged }] of contents.documents.entries()) if (!('not' in merged)) yield* await read(index)
  }
}

/** A labeled line in a case file. */
export interface Fact {
  readonly label: string
  readonly value: string
}

/** An action or comment by a user. Each of the `lines` is a paragraph. */
export interface Entry {
  readonly when: string
  readonly who: string
  readonly lines: readonly string[]
}

/** A document in the list of a case file. */
export interface ListedDocument {
  readonly name: string
  readonly lines: readonly string[]
  /** The type and size in bytes of a merged document, or why the document isn't merged. */
  readonly merged: { readonly type: string; readonly size: number } | { readonly not: string }
  /** Set for documents that the server itself drew, which can't exceed the limits on time and memory. */
  readonly isOurs?: true
}

/**
 * A check for the request. `signature` contains the strokes drawn by the person who picked up the check, and the size
 * of the signature field.
 */
export interface CheckPart {
  readonly heading: string
  readonly facts: readonly Fact[]
  readonly signature: Drawing | null
  readonly story: readonly Entry[]
}

/** Strokes, each a list of points measured from the upper left corner. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly strokes: readonly (readonly (readonly [x: number, y: number])[])[]
}

interface Section {
  readonly heading: string
  readonly facts: readonly Fact[]
}

/** All texts in a case file. The files of merged documents follow in list order. */
export interface Contents {
  readonly title: string
  readonly subtitle: string
  /** The footer on each page drawn by the server. */
  readonly foot: string
  readonly sections: readonly Section[]
  readonly history: readonly Entry[]
  readonly comments: readonly Entry[]
  readonly checks: readonly CheckPart[]
  readonly documents: readonly ListedDocument[]
  /** Sections that follow everything else. */
  readonly closing: readonly Section[]
}

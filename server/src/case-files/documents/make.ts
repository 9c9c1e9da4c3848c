import { ProgramApart } from '../../platform/apart.ts'
import type { Name } from '../../platform/line.ts'
import { Turns } from '../../platform/turns.ts'
import type { Contents } from './contents.ts'

const drawing = new ProgramApart({
  program: new URL('./draw-process.ts', import.meta.url),
  readable: ['server/src/case-files/*', 'server/src/platform/font-files.ts', 'server/src/platform/pdf-tail.ts'],
  endsWithin: 15_000,
})

const tooMuch = { not: 'Together the documents are too large for this file. Open it at the check request.' } as const

/** Reads the file of one of the documents, by its place in the list. */
export type ReadDocument = (index: number) => Promise<AsyncIterable<Uint8Array>>

/**
 * Makes case files, each in a process of its own without rights, since it opens what people have sent. Dealer groups
 * take turns.
 */
export class CaseFiles {
  readonly #turns = new Turns({
    atOnce: 1,
    longestQueue: 20,
    whenFull: 'Too many case files of your dealer group are being made at this moment. Try again in a minute.',
    retryAfterSeconds: 30,
  })

  /** The PDF. Where its documents take more time or memory than they may, they are listed and not merged. */
  make(contents: Contents, read: ReadDocument, tenant: Name): Promise<Buffer> {
    return this.#turns.take(tenant, async () => {
      const whole = await drawing.run(inputOf(contents, read))
      if (whole) return whole
      const documents = contents.documents.map((listed) => {
        return 'not' in listed.merged || listed.isOurs ? listed : { ...listed, merged: tooMuch }
      })
      const bare = await drawing.run(inputOf({ ...contents, documents }, read))
      if (!bare) throw new Error('A case file could not be made.')
      return bare
    })
  }
}

async function* inputOf(contents: Contents, read: ReadDocument): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(JSON.stringify(contents))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  yield length
  yield text
  for (const [index, { merged }] of contents.documents.entries()) if (!('not' in merged)) yield* await read(index)
}

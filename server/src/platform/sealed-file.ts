import { sign, verify } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SigningKey } from './signing-key.ts'

const signatureThenText = /^([0-9a-f]{128}) (.+)$/
const linesAtOnce = 100

/** A line of a sealed file; without its text when the key has not signed it as it stands there. */
export interface SealedLine {
  readonly number: number
  readonly text: string | undefined
}

/**
 * A file of signed lines, to which lines are only added. Who has the private part of the key adds to it, who has the
 * public one can tell what was changed. `purpose` goes into every signature, so that nothing signed for another passes.
 */
export class SealedFile {
  readonly #file: string
  readonly #key: SigningKey
  readonly #purpose: string

  constructor(file: string, key: SigningKey, purpose: string) {
    this.#file = file
    this.#key = key
    this.#purpose = purpose
  }

  get canSign(): boolean {
    return this.#key.privatePart !== undefined
  }

  /** Makes the file, unless it is there. */
  async begin(): Promise<void> {
    const handle = await open(this.#file, 'a')
    await handle.close()
  }

  /** Adds a line to the file, which must be there: an empty mount point is not to be taken for it. Answers when it is on disk. */
  async append(text: string): Promise<void> {
    const { privatePart } = this.#key
    if (!privatePart) throw new Error('Only the public part of the key is there, which cannot sign.')
    const line = `${sign(null, this.#sealed(text), privatePart).toString('hex')} ${text}\n`
    const handle = await open(this.#file, constants.O_RDWR | constants.O_APPEND)
    try {
      await handle.appendFile((await endsWithLine(handle)) ? line : `\n${line}`)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  /** All lines in order, giving way to others in between. */
  async *lines(): AsyncGenerator<SealedLine> {
    let number = 0
    for await (const line of createInterface({ input: createReadStream(this.#file), crlfDelay: Infinity })) {
      number += 1
      if (number % linesAtOnce === 0) await nextTurn()
      if (line !== '') yield { number, text: this.#open(line) }
    }
  }

  #open(line: string): string | undefined {
    const [, signature = '', text = ''] = signatureThenText.exec(line) ?? []
    const isOurs = verify(null, this.#sealed(text), this.#key.publicPart, Buffer.from(signature, 'hex'))
    return isOurs ? text : undefined
  }

  #sealed(text: string): Buffer {
    return Buffer.from(`${this.#purpose}\n${text}`)
  }
}

// A line that a full disk or a power cut has left unfinished must not spoil the next.
async function endsWithLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return true
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}

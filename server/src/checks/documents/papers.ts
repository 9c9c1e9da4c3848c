import { type CheckFace, type CheckFile, type CheckStock, payeeLine } from '@check-requests/domain/checks/front.ts'
import { type Name, Turns } from '../../platform/threads/fair-queue.ts'
import { Thread } from '../../platform/threads/thread.ts'
import { CheckDrawing } from './compose-check.ts'
import { countListPages } from './draw-checks.ts'
import { type LetterRow, Letters } from './letters.ts'
import type { PlainPaper } from './plain-papers.ts'

/** A step in making a file, as sent to the file's thread. */
export type PaperOrder =
  | {
      readonly step: 'begin'
      readonly file: Pick<CheckFile, 'stock' | 'mark'>
      readonly title: string
      readonly date: number
    }
  | { readonly step: 'add'; readonly checks: readonly CheckFace[] }
  | { readonly step: 'finish' }
  | { readonly step: 'letters' }
  | { readonly step: 'test page'; readonly stock: CheckStock }
  | { readonly step: 'plain'; readonly paper: PlainPaper }

/** The finished file after the last step, or the table of characters. */
export type PaperAnswer = Uint8Array | readonly LetterRow[] | undefined

const checksInStep = 25
const idleMilliseconds = 60_000

type PaperThread = Thread<PaperOrder, PaperAnswer>

/**
 * Creates PDF files of checks and related documents, one at a time in a separate thread, so that no call waits for
 * drawing. Dealer groups take turns. The same input gives the same bytes. The thread ends after a minute without use.
 */
export class CheckPapers {
  readonly #turns = new Turns({
    atOnce: 1,
    longestQueue: 20,
    whenFull: 'Your dealer group is generating too many check files at once. Try again in a minute.',
    retryAfterSeconds: 30,
  })

  readonly #thread = newThread()
  /** The number of checks drawn so far for each print run whose file is in progress. */
  readonly #drawn = new Map<number, number>()
  #idle: NodeJS.Timeout | undefined
  #letters: Promise<Letters> | undefined

  /**
   * The reason why a check can't be printed, as a sentence that says what to change; undefined if the check can be
   * printed. Called before a number is taken. Takes less than a millisecond, except for the first call, which takes a
   * second while a thread reads the fonts.
   */
  async whyNotWritable(file: Pick<CheckFile, 'stock' | 'mark'>, face: CheckFace): Promise<string | undefined> {
    return whyNotWritable(await this.readLetters(), file, face)
  }

  /** The pages on plain paper that follow the checks of a run, because their stubs are too short. */
  async listPages({ stock, checks }: Pick<CheckFile, 'stock' | 'checks'>): Promise<number> {
    const letters = await this.readLetters()
    return checks.reduce((sum, face) => sum + countListPages(letters, stock.layout, face), 0)
  }

  /** Loads the fonts in advance, so that no transaction waits for them when it checks printability. */
  async readLetters(): Promise<Letters> {
    this.#letters ??= readLetters()
    try {
      return await this.#letters
    } catch (error) {
      this.#letters = undefined
      throw error
    }
  }

  /**
   * The checks of a print run in order, followed by the lists that stubs refer to, on plain paper. Each check must be
   * printable (`whyNotWritable`). `onProgress` receives the number of checks drawn so far.
   */
  checks(file: CheckFile, tenant: Name, onProgress?: (drawn: number) => void): Promise<Buffer> {
    return this.#make(tenant, async (thread) => {
      const { stock, mark, checks } = file
      await thread.ask({ step: 'begin', file: { stock, mark }, title: titleOf(file), date: dateOf(file) })
      for (let at = 0; at < checks.length; at += checksInStep) {
        await thread.ask({ step: 'add', checks: checks.slice(at, at + checksInStep) })
        onProgress?.(Math.min(at + checksInStep, checks.length))
      }
      return thread.ask({ step: 'finish' })
    })
  }

  /** The file of a print run. `drawnOf` reports its progress while the file is created. */
  async ofRun(runId: number, file: CheckFile, tenant: Name): Promise<Buffer> {
    this.#drawn.set(runId, 0)
    try {
      return await this.checks(file, tenant, (drawn) => this.#drawn.set(runId, drawn))
    } finally {
      this.#drawn.delete(runId)
    }
  }

  /** The number of checks drawn so far for a print run; undefined if its file isn't in progress. */
  drawnOf(runId: number): number | undefined {
    return this.#drawn.get(runId)
  }

  /** The test page of an account: rulers, the outlines of every field, and how to read offsets from them. */
  testPage(stock: CheckStock, tenant: Name): Promise<Buffer> {
    return this.#make(tenant, (thread) => thread.ask({ step: 'test page', stock }))
  }

  /** Creates a cover sheet, labels, letters, or a list on plain paper. */
  plain(paper: PlainPaper, tenant: Name): Promise<Buffer> {
    return this.#make(tenant, (thread) => thread.ask({ step: 'plain', paper }))
  }

  #make(tenant: Name, steps: (thread: PaperThread) => Promise<PaperAnswer>): Promise<Buffer> {
    return this.#turns.take(tenant, async () => {
      clearTimeout(this.#idle)
      try {
        const file = await steps(this.#thread)
        if (!(file instanceof Uint8Array)) throw new Error('The check paper thread returned no file.')
        return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
      } finally {
        this.#idle = setTimeout(() => this.#thread.end(), idleMilliseconds).unref()
      }
    })
  }
}

function newThread(): PaperThread {
  return new Thread(new URL('./check-paper-thread.ts', import.meta.url))
}

/** Reads the fonts in a separate thread, because the thread for files might be busy. */
async function readLetters(): Promise<Letters> {
  const thread = newThread()
  try {
    const rows = await thread.ask({ step: 'letters' })
    if (rows === undefined || rows instanceof Uint8Array) throw new Error('The check paper thread returned no letters.')
    return new Letters(rows)
  } finally {
    await thread.end()
  }
}

function titleOf({ mark, checks }: CheckFile): string {
  const numbers = checks.map(({ number }) => number)
  const range =
    numbers.length === 1 ? `Check ${numbers[0]}` : `Checks ${Math.min(...numbers)} to ${Math.max(...numbers)}`
  return mark === 'copy' ? `Copy of ${range}` : range
}

/** The date of the first check, used as the file's date so that the file is identical each time it is created. */
function dateOf({ checks: [first] }: CheckFile): number {
  return Date.parse(`${first?.date}T00:00:00Z`)
}

/**
 * The reason why a check can't be printed, as a sentence that says what to change; undefined if the check can be
 * printed.
 */
function whyNotWritable(
  letters: Letters,
  file: Pick<CheckFile, 'stock' | 'mark'>,
  face: CheckFace,
): string | undefined {
  return whyNoLetters(letters, file, face) ?? new CheckDrawing(letters, file, face).compose().refusals[0]
}

function whyNoLetters(
  letters: Letters,
  { stock: { payer, bank } }: Pick<CheckFile, 'stock'>,
  face: CheckFace,
): string | undefined {
  const { facts, lines } = face.stub
  const texts = [
    payeeLine(face),
    ...face.addressLines,
    face.memo ?? '',
    ...face.signers,
    payer.name,
    ...payer.addressLines,
    bank.name,
    bank.place,
    ...facts.flatMap(({ label, value }) => [label, value]),
    ...lines.flatMap(({ number, description }) => [number ?? '', description]),
  ]
  for (const text of texts) {
    const letter = letters.lacking(text)
    if (letter !== undefined) return `No installed font has the character ${letter} in “${text}”. Use other characters.`
  }
  return undefined
}

import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Word } from '@check-requests/domain/documents/readings/page-layout.ts'
import { library, pathOf } from './libraries.ts'
import type { Picture } from './picture.ts'

interface Engine {
  readonly FS: { writeFile(name: string, data: Uint8Array): void; unlink(name: string): void }
  readonly TessBaseAPI: new () => EngineCalls
}

interface EngineCalls {
  Init(path: null, language: string, mode: number): number
  SetVariable(name: string, value: string): void
  SetImageFile(orientation: number, angle: number): number
  Recognize(monitor: null): number
  GetTSVText(page: number): string
  Clear(): void
}

type Start = (options: object) => Promise<Engine>

const onlyNeural = 1

/** Recognizes the words of a prepared picture. One engine for each file, so that no file changes another's reading. */
export class FirstReader {
  readonly #engine: Engine
  readonly #calls: EngineCalls

  private constructor(engine: Engine, calls: EngineCalls) {
    this.#engine = engine
    this.#calls = calls
  }

  static async open(): Promise<FirstReader> {
    const { default: start } = await library<{ default: Start }>('tesseract.js-core/tesseract-core-relaxedsimd-lstm.js')
    const model = pathOf('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz')
    const engine = await start({ print: () => undefined, printErr: () => undefined })
    engine.FS.writeFile('eng.traineddata', gunzipSync(await readFile(model)))
    const calls = new engine.TessBaseAPI()
    if (calls.Init(null, 'eng', onlyNeural) !== 0) throw new Error('the recognition model didn’t load')
    calls.SetVariable('user_defined_dpi', '200')
    return new FirstReader(engine, calls)
  }

  /** The words with places in pixels. `mode` is the engine's number for how it looks for text. */
  read({ width, height, pixels }: Picture, mode: number): Word[] {
    const head = Buffer.from(`P5\n${width} ${height}\n255\n`)
    this.#engine.FS.writeFile('/input', Buffer.concat([head, pixels]))
    this.#calls.SetVariable('tessedit_pageseg_mode', String(mode))
    if (this.#calls.SetImageFile(1, 0) !== 0) throw new Error('the picture didn’t load')
    this.#calls.Recognize(null)
    const words = wordsIn(this.#calls.GetTSVText(0))
    this.#calls.Clear()
    return words
  }
}

const wordLevel = '5'

function wordsIn(table: string): Word[] {
  return table.split('\n').flatMap((line) => {
    const [level, , , , , , left = '', top = '', width = '', height = '', certainty = '', text = ''] = line.split('\t')
    if (level !== wordLevel || text.trim() === '') return []
    const [x, y] = [Number(left), Number(top)]
    return [
      {
        text: text.trim(),
        left: x,
        top: y,
        right: x + Number(width),
        bottom: y + Number(height),
        certainty: Number(certainty),
      },
    ]
  })
}

/** Words of two ways to look at a page. The second one adds what the first overlooked, and corrects what it doubted. */
export function bothWords(words: readonly Word[], more: readonly Word[]): Word[] {
  const all = [...words]
  for (const word of more) {
    const at = all.findIndex((other) => isSamePlace(other, word))
    const known = all[at]
    if (!known && word.certainty > leastCertain) all.push(word)
    else if (known && known.certainty < doubtful && word.certainty > known.certainty + 30) all[at] = word
  }
  return all
}

const leastCertain = 50
const doubtful = 60

export function isSamePlace(one: Word, other: Word): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const isAcross = across > 0.3 * Math.min(one.right - one.left, other.right - other.left)
  return isAcross && down > 0.4 * Math.min(one.bottom - one.top, other.bottom - other.top)
}

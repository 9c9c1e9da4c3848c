import * as fontkit from '@cantoo/fontkit'
import type { PDFDocument } from '@cantoo/pdf-lib'
import {
  type FontFile,
  FontFiles,
  type HanLanguage,
  hanLanguageOf,
  hasBold,
  readFontFile,
  type Weight,
} from '../../../platform/text/font-files.ts'
import { Face, invisible, lettersIn } from './font-face.ts'

/** A letter with its combining marks, and a font that has all of them. */
export interface Letter {
  readonly text: string
  readonly face: Face
  /** Set if the letter should be bold, but the font has no bold weight. */
  readonly isTooThin: boolean
}

interface Kind {
  readonly weight: Weight
  readonly language: HanLanguage
}

/**
 * The fonts in a case file: Noto, with one font file per script. A document includes only the fonts and glyphs that it
 * needs.
 */
export class Fonts {
  readonly #document: PDFDocument
  readonly #files = new FontFiles()
  readonly #faces = new Map<string, Face>()
  readonly #found = new Map<string, Face | undefined>()

  constructor(document: PDFDocument) {
    this.#document = document
  }

  /** Chooses a font for each letter. Replaces a letter that no font has by its code point, such as `[U+13000]`. */
  async lettersOf(text: string, weight: Weight): Promise<Letter[]> {
    const letters: Letter[] = []
    const kind = { weight, language: hanLanguageOf(text) }
    for (const whole of lettersIn(text.normalize('NFC'))) {
      const face = await this.#faceWith(whole, kind)
      if (face) letters.push(letterOf(whole, face, kind))
      else for (const part of whole) letters.push(...(await this.#lettersFor(part, kind)))
    }
    return letters
  }

  async #lettersFor(part: string, kind: Kind): Promise<Letter[]> {
    const face = await this.#faceWith(part, kind)
    if (face) return [letterOf(part, face, kind)]
    if (invisible.test(part)) return []
    const text = `[U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
    const plain = await this.#faceWith(text, kind)
    return plain ? [letterOf(text, plain, kind)] : []
  }

  /** Adds the fonts and glyphs that were drawn to the document. */
  embed(): void {
    for (const face of this.#faces.values()) face.embed()
  }

  /** Returns a font that has all parts of a letter. */
  async #faceWith(letter: string, kind: Kind): Promise<Face | undefined> {
    const key = `${kind.weight} ${kind.language} ${letter}`
    if (!this.#found.has(key)) {
      const visible = [...letter].filter((part) => !invisible.test(part))
      this.#found.set(
        key,
        await this.#findFace(
          visible.map((part) => part.codePointAt(0) ?? 0),
          kind,
        ),
      )
    }
    return this.#found.get(key)
  }

  async #findFace(parts: readonly number[], { weight, language }: Kind): Promise<Face | undefined> {
    const [first] = parts
    if (first === undefined) return undefined
    for await (const file of this.#files.filesWith(first, language)) {
      const key = `${file.library} ${file.subset} ${hasBold(file) ? weight : 'normal'}`
      const face = this.#faces.get(key) ?? (await this.#open(file, weight))
      this.#faces.set(key, face)
      if (parts.every((part) => face.has(part))) return face
    }
    return undefined
  }

  async #open(file: FontFile, weight: Weight): Promise<Face> {
    const opened = fontkit.create(await readFontFile(file, weight))
    if ('fonts' in opened) throw new Error('A font file contains several fonts.')
    return new Face(this.#document, opened, { name: `Noto${this.#faces.size}`, hasOneWeight: !hasBold(file) })
  }
}

function letterOf(text: string, face: Face, { weight }: Kind): Letter {
  return { text, face, isTooThin: weight === 'bold' && face.hasOneWeight }
}

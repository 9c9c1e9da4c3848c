import {
  beginText,
  type Color,
  endMarkedContent,
  endText,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  popGraphicsState,
  pushGraphicsState,
  setFillingColor,
  setFontAndSize,
  setLineWidth,
  setStrokingColor,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from '@cantoo/pdf-lib'
import bidiFactory from 'bidi-js'
import type { Face, Glyph } from './font-face.ts'
import type { Letter } from './fonts.ts'

/** A piece of a line in one font and one direction. */
export interface Run {
  readonly face: Face
  readonly isTooThin: boolean
  readonly glyphs: readonly Glyph[]
  /** The width in multiples of the font size. */
  readonly width: number
}

/** The total width of the runs, in multiples of the font size. */
export function widthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { width }) => sum + width, 0)
}

interface Piece extends Letter {
  readonly level: number
}

const bidi = bidiFactory()
const words = new Intl.Segmenter('en-US', { granularity: 'word' })
// Scripts without spaces between words, punctuation that ends a word in them, and signs that must not start a line.
const unspaced =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u303f\uff00-\uffef]/u
const ending = /[\s\u0f0b\u1361]$/u
const opening = /[\p{Ps}\p{Pi}]$/u
const closing = /^[\p{Pe}\p{Pf}\p{Po}\s]/u

/** A text without line breaks, with its break opportunities and the display order of its letters. */
export class Paragraph {
  readonly #letters: readonly Piece[]

  constructor(letters: readonly Letter[]) {
    const { levels } = bidi.getEmbeddingLevels(textOf(letters))
    let at = 0
    this.#letters = letters.map((letter) => {
      const level = levels[at] ?? 0
      at += letter.text.length
      return { ...letter, level }
    })
  }

  /** Breaks the text into lines of this width, in multiples of the font size. */
  linesWithin(room: number): Run[][] {
    const lines: Run[][] = []
    let [from, width] = [0, 0]
    for (const [first, end] of this.#wordsWithin(room)) {
      if (first > from && width + this.#widthOf(first, this.#trimmed(first, end)) > room) {
        lines.push(this.#runsOf(from, this.#trimmed(from, first)))
        from = first
        width = 0
      }
      width += this.#widthOf(first, end)
    }
    return [...lines, this.#runsOf(from, this.#trimmed(from, this.#letters.length))]
  }

  /** Yields the start and end of each word. A word wider than the line, such as a hash or a URL, is split. */
  *#wordsWithin(room: number): Generator<[first: number, end: number]> {
    for (const [first, end] of wordsIn(this.#letters)) {
      let from = first
      let width = 0
      const isTooWide = this.#widthOf(first, this.#trimmed(first, end)) > room
      for (let at = first; isTooWide && at < end; at += 1) {
        const wider = width + this.#widthOf(at, at + 1)
        const isFull = at > from && wider > room
        if (isFull) yield [from, at]
        if (isFull) from = at
        width = isFull ? wider - width : wider
      }
      yield [from, end]
    }
  }

  #trimmed(from: number, end: number): number {
    let last = end
    while (last > from && this.#letters[last - 1]?.text.trim() === '') last -= 1
    return last
  }

  #widthOf(from: number, end: number): number {
    return widthOf(this.#runsOf(from, end))
  }

  /** The runs of a line, from left to right. */
  #runsOf(from: number, end: number): Run[] {
    const pieces: Piece[] = []
    for (const letter of this.#letters.slice(from, end)) {
      const { face, level } = letter
      const shown = level % 2 === 1 ? mirrored(letter.text, face) : letter.text
      const last = pieces.at(-1)
      if (last?.face === face && last.level === level) pieces[pieces.length - 1] = { ...last, text: last.text + shown }
      else pieces.push({ ...letter, text: shown })
    }
    return inOrder(pieces).map(({ face, isTooThin, level, text }) => ({
      face,
      isTooThin,
      ...face.drawn(text, level % 2 === 1),
    }))
  }
}

function wordsIn(letters: readonly Letter[]): [first: number, end: number][] {
  const bounds = new Set(Array.from(words.segment(textOf(letters)), ({ index }) => index))
  let offset = 0
  const firsts = letters.flatMap(({ text }, index) => {
    const before = letters[index - 1]?.text ?? ''
    const isBound = bounds.has(offset)
    offset += text.length
    if (before === '' || /^\s/u.test(text)) return []
    if (ending.test(before)) return [index]
    const isBetween = isBound && (unspaced.test(before) || unspaced.test(text))
    return isBetween && !opening.test(before) && !closing.test(text) ? [index] : []
  })
  return [0, ...firsts].map((first, index) => [first, firsts[index] ?? letters.length])
}

/** Returns a bracket mirrored for right-to-left text. */
function mirrored(text: string, face: Face): string {
  const other = bidi.getMirroredCharacter(text)
  return other !== null && face.has(other.codePointAt(0) ?? 0) ? other : text
}

/** Reorders pieces from left to right by rule L2 of the Unicode bidirectional algorithm. */
function inOrder(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces]
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let end = from
      while ((ordered[end]?.level ?? -1) >= level) end += 1
      ordered.splice(from, end - from, ...ordered.slice(from, end).reverse())
      from = Math.max(from, end - 1)
    }
  return ordered
}

function textOf(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join('')
}

/** `x` and `y` are the start of a line, in points. */
interface Place {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly color: Color
}

/** Draws a line from left to right. Fonts are referred to by the names of their faces. */
export function operatorsOfLine(runs: readonly Run[], place: Place): PDFOperator[] {
  let { x } = place
  return runs.flatMap((run) => {
    const operators = operatorsOf(run, { ...place, x })
    x += run.width * place.size
    return operators
  })
}

function operatorsOf({ face, isTooThin, glyphs }: Run, { x, y, size, color }: Place): PDFOperator[] {
  const thicker = [
    setTextRenderingMode(TextRenderingMode.FillAndOutline),
    setStrokingColor(color),
    setLineWidth(size / 30),
  ]
  // Glyphs without text come last, because a PDF reader would end a word at anything drawn in between.
  const ordered = [...glyphs.filter(({ text }) => text !== ''), ...glyphs.filter(({ text }) => text === '')]
  const shown = piecesOf(ordered).flatMap((piece) => {
    const show = [
      setTextMatrix(1, 0, 0, 1, x + piece.x * size, y + piece.y * size),
      showText(PDFHexString.of(piece.codes)),
    ]
    return piece.isWordless ? [saysNothing, ...show, endMarkedContent()] : show
  })
  return [
    pushGraphicsState(),
    beginText(),
    setFillingColor(color),
    ...(isTooThin ? thicker : []),
    setFontAndSize(face.name, size),
    ...shown,
    endText(),
    popGraphicsState(),
  ]
}

/** Groups glyphs that need no repositioning between them. */
function piecesOf(glyphs: readonly Glyph[]) {
  const pieces: { codes: string; x: number; y: number; isWordless: boolean }[] = []
  let next = Number.NaN
  for (const { code, text, x, y, advance } of glyphs) {
    const last = pieces.at(-1)
    const isWordless = text === ''
    if (last && Math.abs(x - next) < 0.0005 && y === last.y && isWordless === last.isWordless) last.codes += code
    else pieces.push({ codes: code, x, y, isWordless })
    next = x + advance
  }
  return pieces
}

const saysNothing = PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [
  PDFName.of('Span'),
  '<</ActualText ()>>',
])

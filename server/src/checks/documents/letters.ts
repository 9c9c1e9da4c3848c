import { smallestLetters } from '@check-requests/domain/checks/layouts.ts'
import { readFont, type Script, scripts, type Weight } from '../../platform/text/font-files.ts'

/** A font whose glyphs can be embedded in a file. */
export interface FontName {
  readonly script: Script
  readonly weight: Weight
}

interface Face {
  readonly font: FontName
  /** The character's width in points, at a font size of one point. */
  readonly width: number
}

/** A printable character: its code point, the index of its script, and its normal and bold widths. */
export type LetterRow = readonly [letter: number, script: number, normal: number, bold: number]

const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' })

/**
 * A table of printable characters and their widths, because parsing the fonts takes too long in a process that serves
 * calls. Texts are measured and drawn character by character.
 */
export class Letters {
  readonly #faces: ReadonlyMap<number, Readonly<Record<Weight, Face>>>

  constructor(rows: readonly LetterRow[]) {
    this.#faces = new Map(
      rows.map(([letter, place, normal, bold]) => {
        const script = scripts[place] ?? scripts[0]
        const face = (weight: Weight, width: number): Face => ({ font: { script, weight }, width })
        return [letter, { normal: face('normal', normal), bold: face('bold', bold) }]
      }),
    )
  }

  /** The width of a text in points. */
  widthOf(text: string, size: number, weight: Weight = 'normal'): number {
    return lettersOf(text).reduce((width, letter) => width + (this.faceOf(letter, weight)?.width ?? 0), 0) * size
  }

  /**
   * The first unprintable character of a text; undefined if there is none. Combining accents without a letter can't be
   * placed, so they are unprintable.
   */
  lacking(text: string): string | undefined {
    const signs = Array.from(graphemes.segment(lettersOf(text).join('')), ({ segment }) => segment)
    return signs.find((sign) => [...sign].some((letter) => !this.faceOf(letter, 'normal')))
  }

  /** A text with `?` for unprintable characters, for documents that aren't checks. */
  printable(text: string): string {
    return lettersOf(text)
      .map((letter) => (this.faceOf(letter, 'normal') ? letter : '?'))
      .join('')
  }

  /** The font that has a character; undefined if none does. */
  faceOf(letter: string, weight: Weight): Face | undefined {
    return this.#faces.get(letter.codePointAt(0) ?? 0)?.[weight]
  }
}

/** The characters of a text as printed, with plain spaces. */
export function lettersOf(text: string): string[] {
  return [...text.normalize('NFC').replaceAll(/\s/gu, ' ')]
}

/** The layout of a text: its font size and its lines. */
export interface Fitted {
  readonly size: number
  readonly lines: readonly string[]
}

/** The available width for a text in points, and the text's size and weight. */
interface Room {
  readonly width: number
  readonly size: number
  readonly weight?: Weight
}

const fewestAsterisks = 3

/**
 * Fits a text on one line, in a smaller size if needed, or on two lines in the smallest size. Returns undefined if the
 * text doesn't fit.
 */
export function fitLine(letters: Letters, text: string, { width, size, weight }: Room): Fitted | undefined {
  const fitting = sizesFrom(size).find((one) => letters.widthOf(text, one, weight) <= width)
  if (fitting !== undefined) return { size: fitting, lines: [text] }
  const lines = wrap(letters, text, { width, size: smallestLetters, ...(weight && { weight }) })
  return lines && lines.length <= 2 ? { size: smallestLetters, lines } : undefined
}

/**
 * Fits an amount in words, filled with asterisks to the end of the line. Returns undefined if the amount doesn't fit.
 */
export function fitWords(letters: Letters, words: string, { width, size }: Room): Fitted | undefined {
  for (const one of sizesFrom(size)) {
    const line = filled(letters, words, width, one)
    if (line !== undefined) return { size: one, lines: [line] }
  }
  const [first, second, ...more] = wrap(letters, words, { width, size: smallestLetters }) ?? []
  const last = second && filled(letters, second, width, smallestLetters)
  return first !== undefined && last !== undefined && more.length === 0
    ? { size: smallestLetters, lines: [first, last] }
    : undefined
}

function filled(letters: Letters, words: string, width: number, size: number): string | undefined {
  const left = width - letters.widthOf(`${words} `, size)
  const asterisks = Math.floor(left / letters.widthOf('*', size))
  return asterisks < fewestAsterisks ? undefined : `${words} ${'*'.repeat(asterisks)}`
}

/** Fits lines into a rectangle, in a smaller size or wrapped if needed. `pitch` is a multiple of the size. */
export function fitBlock(
  letters: Letters,
  lines: readonly string[],
  { width, height, size, pitch, weight = 'normal' }: Room & { readonly height: number; readonly pitch: number },
): Fitted | undefined {
  // The first baseline is nine tenths of the size below the upper edge.
  const isLowEnough = (count: number, one: number) => (count - 1) * one * pitch + one * 0.9 <= height
  const sizes = sizesFrom(size)
  const fitting = sizes.find(
    (one) => isLowEnough(lines.length, one) && lines.every((line) => letters.widthOf(line, one, weight) <= width),
  )
  if (fitting !== undefined) return { size: fitting, lines }
  for (const one of sizes) {
    const wrapped = lines.map((line) => wrap(letters, line, { width, size: one, weight }))
    const all = wrapped.flatMap((parts) => parts ?? [])
    if (!wrapped.includes(undefined) && isLowEnough(all.length, one)) return { size: one, lines: all }
  }
  return undefined
}

/** Wraps a text to as many lines as needed. Returns undefined if a word is wider than a line. */
function wrap(letters: Letters, text: string, { width, size, weight }: Room): string[] | undefined {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  if (words.some((word) => letters.widthOf(word, size, weight) > width)) return undefined
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && letters.widthOf(longer, size, weight) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Wraps a text to as many lines as needed. Splits a word that is wider than a line. */
export function wrapAnyway(letters: Letters, text: string, room: Room): string[] {
  const parts = text.split(/\s+/u).flatMap((word) => divided(letters, word, room))
  return wrap(letters, parts.join(' '), room) ?? []
}

function divided(letters: Letters, word: string, { width, size, weight }: Room): string[] {
  const parts: string[] = []
  for (const letter of lettersOf(word)) {
    const longer = `${parts.at(-1) ?? ''}${letter}`
    if (parts.length > 0 && letters.widthOf(longer, size, weight) <= width) parts[parts.length - 1] = longer
    else parts.push(letter)
  }
  return parts
}

/** Fits a text on one line. If the text is too long, uses the smallest size and truncates it. */
export function cutLine(letters: Letters, text: string, { width, size, weight }: Room): { size: number; line: string } {
  const fitting = sizesFrom(size).find((one) => letters.widthOf(text, one, weight) <= width)
  if (fitting !== undefined) return { size: fitting, line: text }
  const kept = lettersOf(text)
  while (kept.length > 0 && letters.widthOf(`${kept.join('').trimEnd()}…`, smallestLetters, weight) > width) kept.pop()
  return { size: smallestLetters, line: `${kept.join('').trimEnd()}…` }
}

/** Fits a text into a rectangle. If the text is too long, uses the smallest size, splits words, and truncates it. */
export function cutBlock(
  letters: Letters,
  text: string,
  room: Room & { readonly height: number; readonly pitch: number },
): Fitted {
  const whole = fitBlock(letters, [text], room)
  if (whole) return whole
  const small = { width: room.width, size: smallestLetters }
  const lines = wrapAnyway(letters, text, small)
  const most = 1 + Math.floor((room.height - smallestLetters * 0.9) / (smallestLetters * room.pitch))
  if (lines.length <= most) return { size: smallestLetters, lines }
  const last = cutLine(letters, lines.slice(most - 1).join(' '), small).line
  return { size: smallestLetters, lines: [...lines.slice(0, most - 1), last] }
}

function sizesFrom(size: number): number[] {
  return Array.from({ length: (size - smallestLetters) * 2 + 1 }, (_, index) => size - index / 2)
}

// Combining accents that aren't part of a character, and invisible characters.
const unprintable = /[\p{M}\p{Cc}\p{Cf}]/u

/** Reads the characters of all fonts, which takes a few tenths of a second. */
export async function readLetters(): Promise<LetterRow[]> {
  // Loaded here, because only the thread that reads the fonts needs this library.
  const fontkit = await import('@cantoo/fontkit')
  const openFont = async (script: Script, weight: Weight) => {
    const font = fontkit.create(await readFont(script, weight))
    if ('fonts' in font) throw new Error('A font file contains several fonts.')
    return {
      letters: font.characterSet,
      widthOf: (letter: number) => (font.glyphForCodePoint(letter)?.advanceWidth ?? 0) / font.unitsPerEm,
    }
  }
  const rows = new Map<number, LetterRow>()
  for (const [place, script] of scripts.entries()) {
    const [normal, bold] = [await openFont(script, 'normal'), await openFont(script, 'bold')]
    for (const letter of normal.letters)
      if (!rows.has(letter) && !unprintable.test(String.fromCodePoint(letter)))
        rows.set(letter, [letter, place, normal.widthOf(letter), bold.widthOf(letter)])
  }
  return [...rows.values()]
}

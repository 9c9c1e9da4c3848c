import { type Script, scripts, type Weight } from '../../platform/font-files.ts'

/** A font of which a file may take in letters. */
export interface FontName {
  readonly script: Script
  readonly weight: Weight
}

interface Face {
  readonly font: FontName
  /** In points, in letters of one point. */
  readonly width: number
}

/** A letter that can be printed: its code point, the place of its script in the list, and its widths as of `Face`. */
export type LetterRow = readonly [letter: number, script: number, normal: number, bold: number]

const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' })

/**
 * How wide texts are, and which letters there are: a table, since the fonts themselves take too long to read for a
 * process that answers others. Texts are measured and drawn letter by letter.
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

  /** In points. */
  widthOf(text: string, size: number, weight: Weight = 'normal'): number {
    return lettersOf(text).reduce((width, letter) => width + (this.faceOf(letter, weight)?.width ?? 0), 0) * size
  }

  /** The first letter that cannot be printed; undefined when all can. Loose accents find no place above a letter. */
  lacking(text: string): string | undefined {
    const signs = Array.from(graphemes.segment(lettersOf(text).join('')), ({ segment }) => segment)
    return signs.find((sign) => [...sign].some((letter) => !this.faceOf(letter, 'normal')))
  }

  /** A text with `?` for what cannot be printed: for paper that pays nobody. */
  printable(text: string): string {
    return lettersOf(text)
      .map((letter) => (this.faceOf(letter, 'normal') ? letter : '?'))
      .join('')
  }

  /** The font that has a letter; undefined when none has. */
  faceOf(letter: string, weight: Weight): Face | undefined {
    return this.#faces.get(letter.codePointAt(0) ?? 0)?.[weight]
  }
}

/** A text as it is printed, letter by letter, with plain blanks. */
export function lettersOf(text: string): string[] {
  return [...text.normalize('NFC').replaceAll(/\s/gu, ' ')]
}

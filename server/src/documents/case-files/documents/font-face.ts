import type * as fontkit from '@cantoo/fontkit'
import { type PDFDocument, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib'

/** Characters that draw nothing and only affect their neighbors. */
export const invisible = /\p{Default_Ignorable_Code_Point}/u
const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' })

interface Line {
  readonly text: string
  readonly isRightToLeft: boolean
  /** The width of each glyph. */
  readonly advances: readonly number[]
}

/** Splits a text into letters, each with its combining marks. */
export function lettersIn(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/**
 * Returns the text for each glyph. `parts` are the letters as the library knows them. Letters keep their written order
 * even if the glyphs don't, so that copied text reads as it was written.
 */
function textsOf(parts: readonly string[], line: Line): string[] {
  const { text, isRightToLeft, advances } = line
  if (!isRightToLeft && !advances.includes(0) && parts.join('') === text) return [...parts]
  const said = parts.map(() => '')
  const letters = lettersIn(text)
  // The library remembers only the first letter that a glyph was part of. If the letters differ, at least their number
  // might be right.
  const isKnown = sortedUnits(parts.join('')).join() === sortedUnits(text).join()
  const places = [...parts.keys()].filter((place) => parts[place] !== '')
  let [from, together]: [number, number[]] = [0, []]
  const share = (end: number) => {
    const whole = letters.slice(from, end).join('')
    for (const [place, part] of sharesOf(whole, together, line)) said[place] = part
    ;[from, together] = [end, []]
  }
  for (const place of isRightToLeft ? places.reverse() : places) {
    together.push(place)
    const found = sortedUnits(together.map((one) => parts[one]).join(''))
    let end = from
    while (end < letters.length && sortedUnits(letters.slice(from, end).join('')).length < found.length) end += 1
    const own = sortedUnits(letters.slice(from, end).join(''))
    if (own.length === found.length && (!isKnown || own.join() === found.join())) share(end)
  }
  share(letters.length)
  return said
}

/** Divides a letter's text among its glyphs: one part for each glyph, and the rest for the last one. */
function sharesOf(text: string, places: readonly number[], { advances, isRightToLeft }: Line): [number, string][] {
  const known = partsOf(text)
  // Marks get no text, because readers would take their offset positions for separate lines.
  const wide = places.filter((place) => advances[place] !== 0)
  const speaking = wide.length > 0 ? wide : places
  const parts = speaking.length > known.length ? partsOf(text.normalize('NFD')) : known
  return speaking.map((place, index) => {
    const own = index < speaking.length - 1 ? [parts[index] ?? ''] : parts.slice(index)
    // Readers reverse right-to-left text letter by letter.
    return [place, (isRightToLeft ? [...own.join('')].reverse() : own).join('')]
  })
}

function partsOf(text: string): string[] {
  return text.match(/.\p{Default_Ignorable_Code_Point}*/gsu) ?? []
}

/** Returns the visible characters. */
function visibleOf(codePoints: readonly number[]): string {
  return codePoints
    .map((one) => String.fromCodePoint(one))
    .filter((one) => !invisible.test(one))
    .join('')
}

/** Splits letters into the parts that fonts draw, and sorts the parts. */
function sortedUnits(text: string): string[] {
  return [...text.normalize('NFKD')].filter((part) => !invisible.test(part)).sort()
}

/** A glyph and its distance from the start of its text, in multiples of the font size. */
export interface Glyph {
  /** The glyph's code in the file, in hexadecimal digits. */
  readonly code: string
  /** The text for this glyph; empty if another glyph has the text. */
  readonly text: string
  readonly x: number
  readonly y: number
  /** How far a PDF reader moves on by itself after this glyph. */
  readonly advance: number
}

interface Shown {
  readonly code: string
  readonly glyph: number
  readonly text: string
  readonly advance: number
}

interface Options {
  /** The font's name in page resources. */
  readonly name: string
  /** Set if the font has no bold weight. */
  readonly hasOneWeight: boolean
}

const features = { kern: false }
// Readers that ignore ActualText skip a format character.
const wordless = '\u2060'

/**
 * A font of which a document includes only the glyphs that it shows. One glyph can be part of several letters, because
 * Arabic letters can differ only in dots that are separate glyphs. So each glyph has a separate code for each text.
 */
export class Face {
  readonly name: string
  readonly hasOneWeight: boolean
  #ref: PDFRef | undefined
  readonly #document: PDFDocument
  readonly #font: fontkit.Font
  readonly #subset: fontkit.Subset
  readonly #shown = new Map<string, Shown>()

  constructor(document: PDFDocument, font: fontkit.Font, { name, hasOneWeight }: Options) {
    this.name = name
    this.hasOneWeight = hasOneWeight
    this.#document = document
    this.#font = font
    this.#subset = font.createSubset()
  }

  get ref(): PDFRef {
    this.#ref ??= this.#document.context.nextRef()
    return this.#ref
  }

  has(letter: number): boolean {
    return this.#font.hasGlyphForCodePoint(letter)
  }

  /** Shapes a text for drawing from left to right, with letters joined and marks positioned. */
  drawn(text: string, isRightToLeft: boolean): { glyphs: Glyph[]; width: number } {
    const asRead = this.#font.layout(text, features)
    // A font knows the direction of its script but not that of the surrounding text, so numbers and signs might need to
    // be reversed.
    const isTurned = (asRead.direction === 'rtl') !== isRightToLeft
    const shown = isTurned ? lettersIn(text).reverse().join('') : text
    const { glyphs, positions, direction } = isTurned ? this.#font.layout(shown, features) : asRead
    const advances = glyphs.map(({ advanceWidth }, index) => positions?.[index]?.xAdvance ?? advanceWidth)
    const visible = glyphs.map((glyph, index) => (isHidden(glyph, advances[index]) ? '' : visibleOf(glyph.codePoints)))
    const texts = textsOf(visible, { text: shown, isRightToLeft: direction === 'rtl', advances })
    const unit = this.#font.unitsPerEm
    let width = 0
    const drawn = glyphs.flatMap((glyph, index) => {
      const { xOffset = 0, yOffset = 0 } = positions?.[index] ?? {}
      const place = { x: width + xOffset / unit, y: yOffset / unit, advance: glyph.advanceWidth / unit }
      width += (advances[index] ?? 0) / unit
      if (isHidden(glyph, advances[index])) return []
      const said = texts[index] ?? ''
      return [{ code: this.#codeOf(glyph, said), text: said, ...place }]
    })
    return { glyphs: drawn, width }
  }

  #codeOf(glyph: fontkit.Glyph, text: string): string {
    const key = `${glyph.id} ${text}`
    const known = this.#shown.get(key)
    if (known) return known.code
    const code = hex(this.#shown.size + 1)
    const advance = (glyph.advanceWidth / this.#font.unitsPerEm) * 1000
    this.#shown.set(key, { code, glyph: this.#subset.includeGlyph(glyph), text: text || wordless, advance })
    return code
  }

  /** Adds the glyphs that were drawn to the document. */
  embed(): void {
    if (this.#shown.size === 0) return
    const { context } = this.#document
    const shown = [...this.#shown.values()]
    const glyphs = Buffer.from(['0000', ...shown.map(({ glyph }) => hex(glyph))].join(''), 'hex')
    const font = PDFName.of(`${tagOf(this.name)}+${this.#font.postscriptName ?? this.name}`)
    const letters = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: font,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: this.#describe(font),
      W: [1, shown.map(({ advance }) => advance)],
      CIDToGIDMap: context.register(context.flateStream(glyphs)),
    })
    const whole = {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: font,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(letters)],
      ToUnicode: context.register(context.flateStream(meaningsOf(shown))),
    }
    context.assign(this.ref, context.obj(whole))
  }

  #describe(name: PDFName): PDFRef {
    const { context } = this.#document
    const { ascent, descent, capHeight, bbox, italicAngle, unitsPerEm } = this.#font
    const scaled = (value: number) => (value / unitsPerEm) * 1000
    const description = {
      Type: 'FontDescriptor',
      FontName: name,
      // Marks the font as symbolic, because its codes aren't a standard encoding.
      Flags: 4,
      FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map(scaled),
      ItalicAngle: italicAngle,
      Ascent: scaled(ascent),
      Descent: scaled(descent),
      CapHeight: scaled(capHeight || ascent),
      StemV: 0,
      FontFile2: context.register(context.flateStream(this.#subset.encode())),
    }
    return context.register(context.obj(description))
  }
}

/** Returns true if a glyph is hidden. For invisible characters, fonts draw only a space without width. */
function isHidden({ codePoints }: fontkit.Glyph, advance: number | undefined): boolean {
  return advance === 0 && codePoints.length === 1 && codePoints[0] === 0x20
}

/** The table that maps codes to text, so that users can search in the file and copy from it. */
function meaningsOf(shown: readonly Shown[]): string {
  const rows = shown.map(({ code, text }) => `<${code}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`)
  const blocks = Array.from({ length: Math.ceil(rows.length / 100) }, (_, index) => {
    const some = rows.slice(100 * index, 100 * index + 100)
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`
  })
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}

/** Six capital letters that mark an embedded font as a subset. */
function tagOf(name: string): string {
  return [...name.slice(-6).padStart(6, 'A')]
    .map((sign) => String.fromCharCode(65 + ((sign.codePointAt(0) ?? 0) % 26)))
    .join('')
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(4, '0')
}

/** A rectangle on a page in points, from the upper left corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A word as a reader found it. `certainty` goes from 0 to 100; text layers are always certain. */
export interface Word extends Box {
  readonly text: string
  readonly certainty: number
}

export interface ReadPage {
  readonly number: number
  readonly width: number
  readonly height: number
  /** Where the words come from: the file's text layer, or recognized in a picture. */
  readonly from: 'text' | 'picture'
  readonly words: readonly Word[]
}

/** Words next to each other on a line, such as the text of a table cell. */
export interface Segment extends Box {
  readonly page: number
  readonly words: readonly Word[]
  readonly text: string
  /** The height of its letters. */
  readonly size: number
  /** Neighbors on the same line. */
  readonly line: readonly Segment[]
}

/** The gap that ends a segment, as a multiple of the letter height. Words of one text are closer together. */
const cellGap = 0.95
/** The font size as a multiple of the height of a capital letter. */
const emPerCapital = 1.3
const leastCertain = 15

/** Splits the words of a page into lines from top to bottom, each with segments from left to right. */
export function segmentsOf(page: ReadPage): Segment[] {
  const isSeen = page.from === 'picture'
  const lines = linesOf(isSeen ? page.words.filter(isWord) : page.words)
  const space = isSeen ? spaceOfTypewriter(page.words) : 0
  return lines
    .map((line) => (isSeen ? leveled(line) : line))
    .flatMap((line) => {
      const size = median(line.map(({ top, bottom }) => bottom - top))
      const cells = cellsOf(line, size, space).flatMap(splitAtColons)
      const made: Segment[] = []
      for (const words of cells) made.push(segmentOf(words, page.number, made.slice()))
      return made
    })
}

/** Specks and rules that a reader took for letters are no words. */
function isWord({ text, certainty }: Word): boolean {
  return certainty >= leastCertain && /[\p{L}\p{N}&#$€£%]/u.test(text)
}

/** Recognized words are as high as their letters: `on` is lower than `To`. Gives those of a line the same height. */
function leveled(line: readonly Word[]): Word[] {
  const heights = line.map(({ top, bottom }) => bottom - top).toSorted((one, other) => one - other)
  const usual = heights[Math.floor(heights.length * 0.7)] ?? 0
  return line.map((word) => {
    const height = word.bottom - word.top
    if (height < 0.4 * usual || height > 1.3 * usual) return word
    const [middle, half] = [middleOf(word), (usual * emPerCapital) / 2]
    return { ...word, top: middle - half, bottom: middle + half }
  })
}

function segmentOf(words: readonly Word[], page: number, line: readonly Segment[]): Segment {
  // Titles can have gaps between their letters.
  const isSpaced = words.length > 3 && words.every(({ text }) => text.length === 1)
  const text = words.map((word) => word.text).join(isSpaced ? '' : ' ')
  return { ...boxAround(words), page, words, text, size: median(words.map((word) => word.bottom - word.top)), line }
}

export function boxAround(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  }
}

function linesOf(words: readonly Word[]): Word[][] {
  const lines: Word[][] = []
  for (const word of words.toSorted((one, other) => middleOf(one) - middleOf(other))) {
    const line = lines.findLast((each) => isOnLine(word, each))
    if (line) line.push(word)
    else lines.push([word])
  }
  return lines.map((line) => line.toSorted((one, other) => one.left - other.left))
}

/** Compares with the nearest word of the line, since lines of photos aren't quite level. */
function isOnLine(word: Word, line: readonly Word[]): boolean {
  if (line.some((other) => areOverlaid(other, word))) return false
  const gapTo = (other: Word) => Math.max(other.left - word.right, word.left - other.right)
  const nearest = line.reduce((best, other) => (gapTo(other) < gapTo(best) ? other : best))
  const shared = Math.min(word.bottom, nearest.bottom) - Math.max(word.top, nearest.top)
  return shared > 0.55 * Math.min(word.bottom - word.top, nearest.bottom - nearest.top)
}

/** True for words that can't be on the same line because they cover each other. */
function areOverlaid(one: Word, other: Word): boolean {
  const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  return shared > 0.5 * Math.min(one.right - one.left, other.right - other.left)
}

/** The widest space between words of a typewriter's text, whose characters are equally wide; otherwise 0. */
function spaceOfTypewriter(words: readonly Word[]): number {
  const widths = words
    .filter(({ text, certainty }) => /^[A-Za-z]{4,}$/.test(text) && certainty > 80)
    .map(({ text, left, right }) => (right - left) / (text.length - sideBearing))
    .toSorted((one, other) => one - other)
  const at = (share: number) => widths[Math.floor(widths.length * share)] ?? 0
  return widths.length >= 12 && at(0.8) < 1.1 * at(0.2) ? 1.7 * at(0.5) : 0
}

/** The white beside the letters of a word, in characters. */
const sideBearing = 0.2

function cellsOf(line: readonly Word[], size: number, space: number): Word[][] {
  const cells: Word[][] = []
  for (const word of line) {
    const last = cells.at(-1)?.at(-1)
    if (last && word.left - last.right < Math.max(space, gapAfter(last, word, size)) && isAsTall(last, word))
      cells.at(-1)?.push(word)
    else cells.push([word])
  }
  return cells
}

/** Values that people fill in are taller than their labels. */
function isAsTall(one: Word, other: Word): boolean {
  const [low = 1, high = 1] = [one.bottom - one.top, other.bottom - other.top].toSorted((less, more) => less - more)
  return high / low < 1.4
}

function gapAfter(last: Word, word: Word, size: number): number {
  return cellGap * Math.max(size, Math.min(last.bottom - last.top, word.bottom - word.top))
}

/** A label of address fields in forms, without a colon. */
const addressLabel = /^(?:address|city\/state\/zip|city\/st\/zip)$/i

/** Separates labels such as `Date:` from what follows. */
function splitAtColons(words: readonly Word[]): Word[][] {
  const parts: Word[][] = [[]]
  for (const [at, word] of words.entries()) {
    parts.at(-1)?.push(word)
    const isLabel = /[:;]$/.test(word.text) && !/^att/i.test(word.text)
    if ((isLabel || (at === 0 && addressLabel.test(word.text))) && at < words.length - 1) parts.push([])
  }
  return parts
}

function middleOf({ top, bottom }: Box): number {
  return (top + bottom) / 2
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

/** The segments to the left on the same line, nearest first. */
export function leftOf(segment: Segment): Segment[] {
  return segment.line.toReversed()
}

/** The nearest segment above in the same column, at most this many letter heights away. */
export function above(segment: Segment, all: readonly Segment[], most = 2.6): Segment | undefined {
  const size = Math.max(segment.size, 6)
  const near = all.filter(
    (other) =>
      other.page === segment.page &&
      other !== segment &&
      other.bottom <= segment.top + size * 0.45 &&
      segment.top - other.bottom <= most * size &&
      sharesColumn(other, segment),
  )
  return near.toSorted(
    (one, other) => other.bottom - one.bottom || distance(one, segment) - distance(other, segment),
  )[0]
}

/** The label of the cell that a value is in: on the line right above, the last one that begins left of the value. */
export function cellLabel(segment: Box & Pick<Segment, 'page' | 'size'>, all: readonly Segment[]): Segment | undefined {
  const size = Math.max(segment.size, 6)
  const near = all.filter(
    (other) =>
      other.page === segment.page &&
      other.left <= segment.left + size &&
      other.bottom <= segment.top + size * 0.45 &&
      segment.top - other.bottom <= 1.4 * size &&
      segment.left - other.right < 26 * size,
  )
  const lowest = Math.max(...near.map(({ bottom }) => bottom))
  return near.filter(({ bottom }) => lowest - bottom < size / 2).toSorted((one, other) => other.left - one.left)[0]
}

function sharesColumn(one: Box, other: Box): boolean {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0
}

function distance(one: Box, other: Box): number {
  return Math.min(
    Math.abs(one.left - other.left),
    Math.abs(one.right - other.right),
    Math.abs(one.left + one.right - other.left - other.right) / 2,
  )
}

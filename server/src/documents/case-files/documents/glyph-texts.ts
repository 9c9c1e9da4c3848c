/** What only tells how its neighbors are drawn. */
export const invisible = /\p{Default_Ignorable_Code_Point}/u
const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' })

interface Line {
  readonly text: string
  readonly isRightToLeft: boolean
  /** How much room each glyph takes. */
  readonly advances: readonly number[]
}

/** Letters with their marks, which belong together. */
export function lettersIn(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/**
 * What each glyph says, of which `parts` are the letters that the library knows. Letters stand in their order where
 * glyphs do not, so that they are read as they were written.
 */
export function textsOf(parts: readonly string[], line: Line): string[] {
  const { text, isRightToLeft, advances } = line
  if (!isRightToLeft && !advances.includes(0) && parts.join('') === text) return [...parts]
  const said = parts.map(() => '')
  const letters = lettersIn(text)
  // The library remembers for a glyph the letter of which it was first a part, so that only the count may be right.
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

/** Each glyph says one part of a letter, and the last of them the rest. */
function sharesOf(text: string, places: readonly number[], { advances, isRightToLeft }: Line): [number, string][] {
  const known = partsOf(text)
  // Marks say nothing, since they stand beside the line: readers take them for lines of their own.
  const wide = places.filter((place) => advances[place] !== 0)
  const speaking = wide.length > 0 ? wide : places
  const parts = speaking.length > known.length ? partsOf(text.normalize('NFD')) : known
  return speaking.map((place, index) => {
    const own = index < speaking.length - 1 ? [parts[index] ?? ''] : parts.slice(index)
    // Readers turn what they find from right to left letter by letter.
    return [place, (isRightToLeft ? [...own.join('')].reverse() : own).join('')]
  })
}

function partsOf(text: string): string[] {
  return text.match(/.\p{Default_Ignorable_Code_Point}*/gsu) ?? []
}

/** The letters that somebody sees. */
export function visibleOf(codePoints: readonly number[]): string {
  return codePoints
    .map((one) => String.fromCodePoint(one))
    .filter((one) => !invisible.test(one))
    .join('')
}

/** The parts of letters that fonts draw, whatever their order. */
function sortedUnits(text: string): string[] {
  return [...text.normalize('NFKD')].filter((part) => !invisible.test(part)).sort()
}

import { filledValues } from '../documents/readings/filling.ts'
import type { ReadPage, Word } from '../documents/readings/page-layout.ts'
import { understand } from '../documents/readings/understand.ts'

export const unknown = { payees: [], own: [] }

/** The values of a page’s only document that fill a form, without a second reader. */
export function filled(page: ReadPage) {
  const [document] = understand([page], unknown)
  const unchecked = Object.entries(document?.fields ?? {}).map(([field, candidates]) => [
    field,
    candidates.map(({ value, score, certainty }) => ({ value, score, certainty, agreed: null })),
  ])
  return filledValues(Object.fromEntries(unchecked))
}

/** A text with its place on the page, and the height of its letters. */
export type Line = readonly [left: number, top: number, text: string, size?: number]

export function pageOf(lines: readonly Line[], number = 1): ReadPage {
  return { number, width: 612, height: 792, from: 'text', words: lines.flatMap(wordsOf) }
}

function wordsOf([left, top, text, size = 9]: Line): Word[] {
  const perLetter = size / 2
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    left: left + index * perLetter,
    right: left + (index + word.length) * perLetter,
    top,
    bottom: top + size,
    certainty: 100,
  }))
}

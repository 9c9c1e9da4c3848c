import { withoutHidden } from './hidden-characters.ts'

const marks = /[\u0300-\u036f]/g
const quotation = /['"\u2018-\u201f\u2032-\u2036\u2039\u203a\u00ab\u00bb\u00b4`\u02b9-\u02bd\u055a\uff02\uff07]/g
const dashes = /[\u2010-\u2015\u2212]/g

/** Letters that Unicode does not take apart, as people type them on other keyboards. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
}
const isSpelled = new RegExp(`[${Object.keys(spelled).join('')}]`, 'g')

/**
 * How searched texts and search words are compared (T3): without letter case, accents (`renee` finds `Renée`), widths
 * and ligatures (`ﬁ`), quotation marks and apostrophes, double spaces, and characters that nobody sees; `ß`, `ø`, `ł`
 * and their like as they are spelled. Lines stay lines. A text of nothing but accents and quotation marks stays as it is.
 */
export function fold(text: string): string {
  const visible = withoutHidden(text)
  const bare = visible.replace(quotation, '').normalize('NFKD').replace(marks, '')
  // Some letters have their accent only when they are small.
  const small = bare
    .toLowerCase()
    .replace(marks, '')
    .replace(isSpelled, (letter) => spelled[letter] ?? letter)
  const folded = small
    .replace(dashes, '-')
    .replace(/[^\S\n]+/g, ' ')
    .normalize('NFC')
  return folded.trim() === '' ? visible : folded
}

const mostWords = 8

/** Whether a folded word has the three letters that indexes of words need. */
export function isLongWord(word: string): boolean {
  return [...word].length >= 3
}

/**
 * The folded words that a text must contain, in any order, to be found; none for blanks. Short words alone are one
 * phrase, and so is what follows the seventh word.
 */
export function searchedWords(search: string): string[] {
  const all = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (!all.some(isLongWord)) return all.length > 0 ? [all.join(' ')] : []
  const words = all.length > mostWords ? [...all.slice(0, mostWords - 1), all.slice(mostWords - 1).join(' ')] : all
  return [...new Set(words)]
}

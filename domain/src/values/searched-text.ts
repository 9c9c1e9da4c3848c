import { withoutHidden } from './hidden-characters.ts'

const marks = /[\u0300-\u036f]/g
const quotation = /['"\u2018-\u201f\u2032-\u2036\u2039\u203a\u00ab\u00bb\u00b4`\u02b9-\u02bd\u055a\uff02\uff07]/g
const dashes = /[\u2010-\u2015\u2212]/g

/** Letters that Unicode doesn't decompose, with the spellings that users type on keyboards without these letters. */
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
 * Folds texts and search words for comparison (T3): ignores letter case, accents (`renee` finds `Renée`), widths and
 * ligatures (`ﬁ`), quotation marks and apostrophes, double spaces, and invisible characters; spells out `ß`, `ø`, `ł`,
 * and similar letters. Keeps line breaks. A text that consists only of accents and quotation marks stays unchanged.
 */
export function fold(text: string): string {
  const visible = withoutHidden(text)
  const bare = visible.replace(quotation, '').normalize('NFKD').replace(marks, '')
  // Some letters lose their accents only in lowercase.
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

/** Whether a folded word has at least the three letters that word indexes need. */
export function isLongWord(word: string): boolean {
  return [...word].length >= 3
}

/**
 * The folded words that a matching text must contain, in any order; empty for blanks. If all words are short, they form
 * one phrase. Everything after the seventh word also forms one phrase.
 */
export function searchedWords(search: string): string[] {
  const all = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (!all.some(isLongWord)) return all.length > 0 ? [all.join(' ')] : []
  const words = all.length > mostWords ? [...all.slice(0, mostWords - 1), all.slice(mostWords - 1).join(' ')] : all
  return [...new Set(words)]
}

import type { CalendarDate } from '../values/calendar-date.ts'
import { withoutHidden } from '../values/hidden-characters.ts'
import { listWithAnd } from '../values/lists.ts'

/** Characters that compatibility decomposition (Unicode NFKD) leaves unchanged, with their ASCII spellings. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ð: 'd',
  Ð: 'D',
  đ: 'd',
  Đ: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'n',
  Ŋ: 'N',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '-',
  '·': '-',
  '×': 'x',
  '⁄': '/',
  '£': 'GBP',
  '€': 'EUR',
  '©': '(C)',
  '®': '(R)',
}

const printable = /^[ -~]*$/

/** A text in ASCII, and the letters that have no ASCII equivalent, which appear in the text as question marks. */
export interface AsciiText {
  readonly text: string
  readonly unknown: readonly string[]
}

/**
 * A single line of text that bank systems accept: accents are removed, Latin letters are spelled in ASCII, typographic
 * punctuation becomes ASCII punctuation, and each run of spaces and control characters becomes one space. Trimmed.
 */
export function toAscii(written: string): AsciiText {
  const unknown = new Set<string>()
  const text = [...withoutHidden(written).normalize('NFC')]
    .map((letter) => {
      const bare = letter
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[\s\p{Cc}]/gu, ' ')
      const plain = [...bare].map((one) => plainLetters[one] ?? one).join('')
      if (printable.test(plain)) return plain
      unknown.add(letter)
      return '?'
    })
    .join('')
  return { text: text.replace(/ +/g, ' ').trim(), unknown: [...unknown] }
}

/** A warning that no bank file can contain a check's payee; undefined if files can. */
export function warningOfPayee(payee: string): string | undefined {
  const { unknown } = toAscii(payee)
  if (unknown.length === 0) return undefined
  const letters = listWithAnd(unknown.map((letter) => `“${letter}”`))
  return `No bank file can contain ${letters}, so positive-pay files leave this check out. Spell the payee in English letters, or report the check on the bank’s website.`
}

/** Date formats in bank files, with an example of each. */
export const dateForms = {
  MMDDYY: '112026',
  MMDDYYYY: '11202026',
  YYMMDD: '261120',
  YYYYMMDD: '20261120',
  'MM/DD/YY': '11/20/26',
  'MM/DD/YYYY': '11/20/2026',
  'YYYY-MM-DD': '2026-11-20',
} as const
export type DateForm = keyof typeof dateForms

/** Formats a calendar date in one of these formats. */
export function writeDate(date: CalendarDate, form: DateForm): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return form.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', day)
}

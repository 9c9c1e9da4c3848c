import { isCalendarDate } from '../../values/calendar-date.ts'

/** An amount as printed: hundredths of the currency's unit, or less for rates such as a per diem. */
export interface PrintedAmount {
  readonly text: string
  /** A decimal number as text, such as `-195.68`. */
  readonly value: string
  readonly currency: string | undefined
  readonly isEuropean: boolean
}

const signs: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }
export const currencyCodes = ['USD', 'CAD', 'EUR', 'GBP', 'MXN', 'CHF', 'JPY', 'AUD', 'SEK', 'CNY']
const prefix = String.raw`(?:(?:US|CA|C|A)?\$|[€£¥]|(?:${currencyCodes.join('|')})\s?\$?)`
const american = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)?\.\d{2,4}`
const european = String.raw`(?:\d{1,3}(?:[.\s']\d{3})+|\d+),\d{2}`
const whole = String.raw`\d{1,3}(?:,\d{3})+|\d+`
const shape = new RegExp(
  String.raw`^(?<open>[-–(]*)\s*(?<sign>${prefix})?\s?(?<minus>[-–]?)(?:(?<us>${american})|(?<eu>${european})|(?<whole>${whole}))(?<close>\)|-|–|\s?CR|cr)?\s?(?<after>€|${currencyCodes.join('|')})?[.,;*]?$`,
)

/** Reads an amount, or returns undefined. A number without cents is an amount only after a currency sign. */
export function amountIn(text: string): PrintedAmount | undefined {
  const groups = shape.exec(text.trim())?.groups
  if (!groups) return undefined
  const { open = '', sign, minus = '', us, eu, whole: units, close = '', after } = groups
  if (units !== undefined && sign === undefined) return undefined
  const plain = decimalOf(us, eu, units)
  const isNegative = /[-–(]/.test(open) || minus !== '' || close !== ''
  if (open.includes('(') && !close.includes(')')) return undefined
  const number = plain.startsWith('.') ? `0${plain}` : plain
  const isZero = Number(number) === 0
  return {
    text,
    value: isNegative && !isZero ? `-${number}` : number,
    currency: currencyOf(after ?? sign),
    isEuropean: eu !== undefined,
  }
}

function decimalOf(american: string | undefined, european: string | undefined, units = ''): string {
  if (american) return american.replaceAll(',', '')
  if (european) return european.replace(/[.\s']/g, '').replace(',', '.')
  return `${units.replaceAll(',', '')}.00`
}

function currencyOf(sign: string | undefined): string | undefined {
  if (!sign) return undefined
  const code = currencyCodes.find((each) => sign.includes(each))
  if (code) return code
  if (/^CA?\$$/.test(sign)) return 'CAD'
  if (/^A\$$/.test(sign)) return 'AUD'
  return signs[sign.at(-1) ?? '']
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNames = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const dates: readonly (readonly [RegExp, (parts: string[], isDayFirst: boolean) => (string | undefined)[]])[] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, ([year, month, day]) => [year, month, day]],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/, ([one, two, year], first) => dayOrMonth(one, two, year, first)],
  [/^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})$/, ([one, two, year], first) => dayOrMonth(one, two, year, first)],
  [
    new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[-\\s.]+${monthNames}[-\\s,.]+(\\d{4}|\\d{2})$`, 'i'),
    ([day, month, year]) => [year, numberOfMonth(month), day],
  ],
  [
    new RegExp(`^${monthNames}[-\\s.]*(\\d{1,2})(?:st|nd|rd|th)?[-\\s,.]+(\\d{4})$`, 'i'),
    ([month, day, year]) => [year, numberOfMonth(month), day],
  ],
]

/** Reads a date, or returns undefined. Numeric dates have the month first, unless only the other order exists. */
export function dateIn(text: string, isDayFirst = false): string | undefined {
  const trimmed = text.trim().replace(/[.,;:)]+$/, '')
  for (const [pattern, order] of dates) {
    const found = pattern.exec(trimmed)
    if (!found) continue
    const [year = '', month = '', day = ''] = order(found.slice(1), isDayFirst)
    const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (isCalendarDate(date) && date > '2000' && date < '2100') return date
  }
  return undefined
}

function dayOrMonth(one: string | undefined, two: string | undefined, year: string | undefined, isDayFirst: boolean) {
  const swaps = (isDayFirst && Number(two) <= 12) || Number(one) > 12
  return swaps ? [year, two, one] : [year, one, two]
}

function numberOfMonth(name = ''): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const letterValues: Readonly<Record<string, number>> = Object.fromEntries(
  [...'ABCDEFGH', ...'JKLMN', ...'P', ...'R', ...'STUVWXYZ'].map((letter) => [letter, valueOfLetter(letter)]),
)

function valueOfLetter(letter: string): number {
  if (letter >= 'S') return letter.charCodeAt(0) - 'S'.charCodeAt(0) + 2
  if (letter >= 'J') return letter.charCodeAt(0) - 'J'.charCodeAt(0) + 1
  return letter.charCodeAt(0) - 'A'.charCodeAt(0) + 1
}

/**
 * True for a vehicle identification number with a correct check digit and a first character that countries use for
 * vehicles sold here. Two errors can cancel each other out, so a recognized number also needs a second reader.
 */
export function isVin(text: string): boolean {
  if (!/^[1-9A-HJ-NPR-TV-Z][A-HJ-NPR-Z0-9]{16}$/.test(text)) return false
  const sum = [...text].reduce((total, character, at) => {
    const value = letterValues[character] ?? Number(character)
    return total + value * (weights[at] ?? 0)
  }, 0)
  const digit = sum % 11
  return text[8] === (digit === 10 ? 'X' : String(digit)) && /[0-9]{4}$/.test(text)
}

/** The number with letters replaced that VINs never contain. */
export function vinOf(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[OQ]/g, '0')
    .replaceAll('I', '1')
}

/** A name in comparison form: letters and digits, without legal forms. */
export function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(?:inc|llc|co|corp|corporation|company|ltd|llp|the|incorporated)\b/g, ' ')
    .replace(/\s+/g, '')
}

/** True if a name begins with another one, as a full name does with its brand. */
export function beginsWith(one: string, start: string): boolean {
  const key = nameKey(start)
  return key.length > 4 && nameKey(one).startsWith(key)
}

/** True for names that differ only in legal forms, or in what follows. */
export function isSameName(one: string, other: string): boolean {
  const [first, second] = [nameKey(one), nameKey(other)]
  if (first.length < 3 || second.length < 3) return false
  return (
    first === second ||
    (Math.min(first.length, second.length) > 6 && (first.startsWith(second) || second.startsWith(first)))
  )
}

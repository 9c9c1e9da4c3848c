import type { CalendarDate } from '../../values/calendar-date.ts'
import type { LineKind } from './lines.ts'
import { markedNumber, meaningOf, numberInText } from './payment-words.ts'
import { type Bai2Profile, bai2Fields, plainBai2 } from './profile.ts'
import { isSerial, readCheckNumber } from './values.ts'

/**
 * A check, reversal, or credit whose number is chosen when all are known. `written`: the record as it is in the file.
 * `isStated`: true if its type code, and not its text, says what it is. `statement`: the group that has it.
 */
export interface Detail {
  readonly is: LineKind
  readonly isStated: boolean
  readonly line: number
  readonly cents: number
  readonly date: CalendarDate
  readonly statement: Statement
  readonly bankReference: string
  readonly customerReference: string
  readonly text: string
  readonly written: string
}

/** A group of a file. `isInterim`: true if a later group can tell its payments again. */
export interface Statement {
  readonly isInterim: boolean
}

type Field = (typeof bai2Fields)[number]
type Reader = (detail: Detail) => number | null | undefined

/** How the numbers of a file are read, which is the same for a guess and for the profile that keeps it. */
export interface NumberChoice {
  readonly field: Field
  readonly read: Reader
  /** True if the texts of this file have numbers of something else than the check. */
  readonly hasOtherTexts: boolean
}

/**
 * The field with the check numbers: that of the profile, or else the customer reference, unless hardly any check has a
 * serial number there. Equal numbers, as of a check paid twice or taken back, don't count against a field.
 */
export function choiceOf(details: readonly Detail[], { number_in, number_after }: Bai2Profile): NumberChoice {
  const readers: Readonly<Record<Field, Reader>> = {
    'customer reference': ({ customerReference }) => readCheckNumber(customerReference),
    'bank reference': ({ bankReference }) => readCheckNumber(bankReference),
    text: ({ text }) => (number_after === null ? numberInText(text) : markedNumber(text, number_after)),
  }
  const looked = tellingOf(details)
  const serials = (field: Field) => serialsOf(looked, field, readers[field])
  const inText = serials('text')
  const isSaid = number_after !== null || areShorter(inText, serials('customer reference'))
  const order: readonly Field[] = isSaid ? ['text', ...bai2Fields] : bai2Fields
  const hasEnough = (one: Field) => serials(one).length * leastShare >= Math.max(1, looked.length)
  const field = number_in ?? order.find(hasEnough) ?? bai2Fields[0]
  return { field, read: readers[field], hasOtherTexts: areOthers(looked, readers[field]) }
}

/** The details that tell the field best: checks, and each only once, because interim statements repeat them. */
function tellingOf(details: readonly Detail[]): readonly Detail[] {
  const stated = details.filter(({ isStated }) => isStated)
  const checks = stated.filter(({ is }) => is === 'check')
  const final = checks.filter(({ statement }) => !statement.isInterim)
  return [final, checks, stated].find(({ length }) => length > 0) ?? []
}

function areOthers(details: readonly Detail[], read: Reader): boolean {
  return details.some((detail) => {
    const [number, inText] = [read(detail), numberInText(detail.text)]
    return isSerial(number) && inText !== null && inText !== number
  })
}

/** At least one of this many checks has its serial number in the field. */
const leastShare = 4

/** Bank references of this length are more often traces than the serial numbers of checks. */
const longestInBankReference = 7

/** The numbers of a field that can be serial numbers: not those of a store that all checks have, nor the day. */
function serialsOf(details: readonly Detail[], field: Field, read: Reader): number[] {
  const found = details.flatMap((detail) => {
    const number = read(detail)
    return isSerial(number) && !isDay(number, detail.date) ? [{ number, cents: detail.cents }] : []
  })
  const numbers = found.map(({ number }) => number)
  const isOfAll = new Set(numbers).size === 1 && new Set(found.map(({ cents }) => cents)).size > 1
  if (isOfAll) return []
  return field === 'bank reference' ? numbers.filter((one) => String(one).length <= longestInBankReference) : numbers
}

function isDay(number: number, date: CalendarDate): boolean {
  const [year = '', month = '', day = ''] = date.split('-')
  const short = year.slice(2)
  return [`${short}${month}${day}`, `${year}${month}${day}`, `${month}${day}${short}`, `${month}${day}${year}`].some(
    (written) => Number(written) === number,
  )
}

const longestUsual = 6

/** True if texts name numbers as long as those of most checks, and the other numbers are longer. */
function areShorter(inText: readonly number[], others: readonly number[]): boolean {
  const isUsual = (number: number) => String(number).length <= longestUsual
  return inText.length > 0 && inText.every(isUsual) && !others.some(isUsual)
}

/** The number of a detail; undefined for letters, which mean something else than a check. */
export function numberOf(detail: Detail, { read, hasOtherTexts }: NumberChoice): number | null | undefined {
  const found = read(detail)
  const inText = hasOtherTexts && detail.isStated ? null : numberInText(detail.text)
  if (!detail.isStated) return inText ?? (isSerial(found) ? found : null)
  // A long number is a trace, which doesn’t hide the number in the text.
  return isSerial(found) ? found : (inText ?? found)
}

/**
 * The details without those that an interim statement and a later one of the same day both tell: of each payment, as
 * many as the statement that has the most. The rest are `repeated`.
 */
export function withoutInterim(details: readonly Detail[], choice: NumberChoice) {
  const taken = new Map<string, Map<Statement, number>>()
  const repeated = new Set<Detail>()
  for (const detail of details) {
    const { statement, is, cents, date, bankReference, text } = detail
    const number = numberOf(detail, choice) ?? `${bankReference} ${text}`
    const key = [is, date, cents, number].join('|')
    const counts = taken.get(key) ?? new Map<Statement, number>()
    taken.set(key, counts)
    const count = (counts.get(statement) ?? 0) + 1
    counts.set(statement, count)
    const isListed = ([other, before]: readonly [Statement, number]) =>
      other !== statement && (other.isInterim || statement.isInterim) && before >= count
    if ([...counts].some(isListed)) repeated.add(detail)
  }
  return { kept: details.filter((detail) => !repeated.has(detail)), repeated: [...repeated] }
}

/** What a record 16 is; undefined if it is no check. `isStated`: true if the type code alone says it. */
export interface Bai2Kind {
  readonly is: LineKind | undefined
  readonly isStated: boolean
}

interface Facts {
  readonly code: string
  readonly means: ReturnType<typeof meaningOf>['means']
  readonly text: string
  readonly profile: Bai2Profile
}

interface KindRule extends Bai2Kind {
  readonly when: (facts: Facts) => boolean
}

/** Debit Reversal and Return Item: credits that can take back a check. */
const returnCodes: readonly string[] = ['252', '266']

// BAI2, appendix A: 100 to 399 are credits. The bank’s own codes are 920 to 959 for credits and 960 to 999 for debits.
const isCredit = (code: string) => /^([1-3]\d\d|9[2-5]\d)$/.test(code)
const isOwnDebit = (code: string) => /^9[6-9]\d$/.test(code)

/**
 * What type codes say, first match first. Codes for returned deposits, such as 555, are no reversals of checks. A
 * credit with the number and amount of a check is its reversal.
 */
// biome-ignore format: a table, one row each
const kindRules: readonly KindRule[] = [
  { when: ({ code, profile }) => profile.check_codes.includes(code), is: 'check', isStated: true },
  { when: ({ code, profile }) => profile.reversal_codes.includes(code) || plainBai2.reversal_codes.includes(code), is: 'reversal', isStated: true },
  { when: ({ code, means }) => isOwnDebit(code) && means === 'check', is: 'check', isStated: true },
  { when: ({ code, means, text }) => isCredit(code) && means === 'returned' && numberInText(text) !== null && !/deposit/i.test(text), is: 'reversal', isStated: false },
  { when: ({ code, means }) => returnCodes.includes(code) || (isCredit(code) && means === 'returned'), is: 'credit', isStated: false },
  { when: () => true, is: undefined, isStated: false },
]

/** What a record 16 with this type code and text is. */
export function bai2Kind(code: string, text: string, profile: Bai2Profile): Bai2Kind {
  const facts = { code, text, profile, means: meaningOf([text]).means }
  const { is, isStated } = kindRules.find(({ when }) => when(facts)) ?? { is: undefined, isStated: false }
  return { is, isStated }
}

/**
 * The fields on both sides of the routing number in the bank's format: copied from its specification or from a voided
 * check, because no rule defines them. Letters: `P` on-us symbol, `-` dash, `S` blank, `C` digit of the check number,
 * `A` digit of the account number, and literal digits. Several `C` or `A` are padded with leading zeros; a single one
 * stands for all digits of the number.
 */
export interface MicrTemplate {
  /** Left of the routing number, such as `PCCCCCCPS`; empty for none. Ends at position 44, which stays blank. */
  readonly auxOnUs: string
  /** Right of the routing number, such as `SAP`, `SAPSCCCC`, or `SAAA-AAAAAAAP12`. */
  readonly onUs: string
  /** The position (14 to 31) of the on-us symbol after the account number; null if the field begins at position 32. */
  readonly onUsAt: number | null
}

/** The template of most business checks. */
export const businessTemplate: MicrTemplate = { auxOnUs: 'PCCCCCCPS', onUs: 'SAP', onUsAt: null }

/** The numbers for a template. `accountNumber`: digits. */
export interface TemplateNumbers {
  readonly accountNumber: string
  readonly checkNumber: number
}

/** Why a template can never produce a line, as a sentence; undefined when it is valid. */
export function whyNotTemplate({ auxOnUs, onUs, onUsAt }: MicrTemplate): string | undefined {
  const wrong = /[^PSCA\d-]/u.exec(`${auxOnUs}${onUs}`)?.[0]
  if (wrong !== undefined)
    return `A MICR template can’t contain ${wrong}. Use only P, S, C, A, dashes, and digits. The routing number is added automatically.`
  if (auxOnUs.includes('A')) return 'Move the account number to the right of the routing number.'
  if (auxOnUs !== '' && !auxOnUs.endsWith('S'))
    return 'The template left of the routing number must end with S because position 44 stays blank.'
  if (!/^[^P]*AP/.test(onUs))
    return 'The template right of the routing number needs A for the account number, followed directly by P.'
  if (onUsAt !== null && !(Number.isInteger(onUsAt) && onUsAt >= 14 && onUsAt <= 31))
    return 'Enter an on-us symbol position from 14 to 31.'
  return undefined
}

/** The number of sample sheets for the bank's MICR test, and of the numbers kept for them: three to a sheet at most. */
export const sampleSheets = 10
export const keptForSamples = 3 * sampleSheets

const usualPlaces = 6
const mostPlaces = 10

/** The first of the numbers kept for an account's samples: the highest that its MICR line has room for. */
export function firstSampleNumber({ auxOnUs, onUs }: Pick<MicrTemplate, 'auxOnUs' | 'onUs'>): number {
  const places = [auxOnUs, onUs].map((field) => countOf('C', field)).filter((count) => count > 1)
  return 10 ** Math.min(mostPlaces, ...(places.length > 0 ? places : [usualPlaces])) - keptForSamples
}

/** Why a check can't have a number, given the first numbers of the ranges kept for samples; undefined if it can. */
export function refusalOfSampleNumber(number: number, kept: readonly number[]): string | undefined {
  const first = kept.find((one) => one <= number && number < one + keptForSamples)
  return first === undefined
    ? undefined
    : `Number ${number} is kept for samples of the MICR line (${first} to ${first + keptForSamples - 1}). Continue at a different number.`
}

type TextOrNot = { readonly text: string } | { readonly refusal: string }

/**
 * A field with its numbers, as in a line: `U` on-us, `D` dash; or the sentence that explains why a number doesn't fit.
 */
export function fillTemplate(field: string, { accountNumber, checkNumber }: TemplateNumbers): TextOrNot {
  const account = digitsFor('A', field, accountNumber)
  const check = digitsFor('C', field, String(checkNumber))
  if (!/^\d+$/.test(accountNumber)) return { refusal: 'The account number must contain only digits.' }
  if (account === undefined) return { refusal: tooLong('The account number', accountNumber, 'A', field) }
  if (check === undefined) return { refusal: tooLong(`Check number ${checkNumber}`, String(checkNumber), 'C', field) }
  const text = field.replaceAll('P', 'U').replaceAll('-', 'D').replaceAll('S', ' ')
  return { text: putDigits('C', putDigits('A', text, account), check) }
}

function countOf(letter: string, field: string): number {
  return field.split(letter).length - 1
}

/** The digits for a letter; undefined if it has too few places. */
function digitsFor(letter: string, field: string, digits: string): string | undefined {
  const places = countOf(letter, field)
  if (places <= 1) return digits
  return digits.length > places ? undefined : digits.padStart(places, '0')
}

function putDigits(letter: string, text: string, digits: string): string {
  if (countOf(letter, text) <= 1) return text.replace(letter, digits)
  let next = 0
  return text.replaceAll(letter, () => digits.charAt(next++))
}

function tooLong(what: string, digits: string, letter: string, field: string): string {
  return `${what} has ${digits.length} digits, but its MICR template has room for only ${countOf(letter, field)}.`
}

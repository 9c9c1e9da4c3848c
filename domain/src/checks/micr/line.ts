import { whyNotRoutingNumber } from '../routing-number.ts'
import { type MicrSymbol, micrCell } from './glyphs.ts'
import { fillTemplate, type MicrTemplate, whyNotTemplate } from './template.ts'

/** The data of a check's MICR line. `accountNumber`: digits. */
export interface MicrParts {
  readonly routingNumber: string
  readonly accountNumber: string
  readonly checkNumber: number
  readonly template: MicrTemplate
}

/** A MICR line, or the sentence that explains why there is none. */
type LineOrNot = { readonly line: string } | { readonly refusal: string }

const positions = 65
const routingFrom = 43
const aux = { last: 44, longest: 19 } as const
const onUs = { first: 32, last: 14 } as const

/**
 * Inches from the right edge of the check to the right edge of the symbol at position 1, and between adjacent symbols.
 */
const rightmost = 0.3295
const pitch = 0.125

/** The baseline of the line above the bottom edge of the check, in points: 0.254 inch. */
export const micrBaseline = 18.288

const symbolOf: Readonly<Record<string, MicrSymbol>> = { T: 'transit', U: 'onUs', D: 'dash' }

/**
 * The MICR line of a check: 65 characters, from position 65 on the left to position 1 on the right. Digits, blanks, and
 * `T` transit, `U` on-us, `D` dash; the amount (positions 12 to 1) stays blank because the bank adds it.
 */
export function micrLine({ routingNumber, template, ...numbers }: MicrParts): LineOrNot {
  const refusal = whyNotRoutingNumber(routingNumber) ?? whyNotTemplate(template)
  if (refusal !== undefined) return { refusal }
  const left = fillTemplate(template.auxOnUs, numbers)
  const right = fillTemplate(template.onUs, numbers)
  if ('refusal' in left) return left
  if ('refusal' in right) return right
  const first = firstOfOnUs(right.text, template.onUsAt)
  const tooLong = whyTooLong(left.text, first, right.text)
  if (tooLong !== undefined) return { refusal: tooLong }
  const fields = new Map([
    [aux.last + left.text.length - 1, left.text],
    [routingFrom, `T${routingNumber}T`],
    [first, right.text],
  ])
  return { line: lineOf(fields) }
}

/**
 * The beginning of the on-us field: position 32, or the position that puts its on-us symbol where the bank wants it.
 */
function firstOfOnUs(text: string, onUsAt: number | null): number {
  return onUsAt === null ? onUs.first : onUsAt + text.indexOf('U')
}

function whyTooLong(left: string, first: number, right: string): string | undefined {
  if (left.length > aux.longest)
    return `The field left of the routing number has ${left.length} characters, but there is room for only ${aux.longest}. Shorten its template.`
  if (first > onUs.first)
    return `The field right of the routing number would begin too far left (by ${first - onUs.first}). Move its on-us symbol to the right, or shorten its template.`
  const past = onUs.last - (first - right.length + 1)
  if (past > 0)
    return `The field right of the routing number is too long (by ${past}) and would overlap the bank’s amount. Shorten its template.`
  return undefined
}

function lineOf(fields: ReadonlyMap<number, string>): string {
  const line = new Array<string>(positions).fill(' ')
  for (const [first, text] of fields)
    for (const [index, character] of [...text].entries()) line[positions - first + index] = character
  return line.join('')
}

/** A symbol of a line with its right edge, in points from the left edge of the check. */
export interface PlacedSymbol {
  readonly symbol: MicrSymbol
  readonly position: number
  readonly right: number
  /** The left edge of the symbol's box, which is 7 cells wide. */
  readonly left: number
}

/** The positions of a line's symbols on a check of this width in points, from left to right. */
export function placedSymbols(line: string, width: number): PlacedSymbol[] {
  return [...line].flatMap((character, index) => {
    if (character === ' ') return []
    const position = positions - index
    const right = width - 72 * (rightmost + (position - 1) * pitch)
    return [{ symbol: symbolOf[character] ?? digit(character), position, right, left: right - 7 * micrCell }]
  })
}

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

function digit(character: string): MicrSymbol {
  const found = digits[Number(character)]
  if (found === undefined) throw new Error(`E-13B has no symbol for ${JSON.stringify(character)}.`)
  return found
}

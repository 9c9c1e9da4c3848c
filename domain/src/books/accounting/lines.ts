import { z } from 'zod'
import { amountField } from '../../values/fields.ts'
import { type Cents, centsToDollars, formatDollars } from '../../values/money.ts'
import { optionalLine } from '../../values/text.ts'

/** An account charged with part of a request's amount. */
export interface AccountingLine {
  /** The account's number in the dealer group's chart of accounts. */
  readonly account: string
  /** The key of the entry in the account's schedule, such as a stock or deal number. */
  readonly controlNumber: string | null
  readonly cents: Cents
}

/** A general ledger account, in the form that accounting lines use. */
export interface ChartAccount {
  readonly number: string
  readonly name: string
  readonly isActive: boolean
}

/**
 * A problem with accounting lines, as a sentence that says what to do. `line`: the index of the line; null if the
 * problem concerns all lines.
 */
export interface LineFault {
  readonly line: number | null
  readonly message: string
}

/** The total of all lines in cents. */
export function sumOf(lines: readonly Pick<AccountingLine, 'cents'>[]): Cents {
  return lines.reduce((sum, { cents }) => sum + cents, 0)
}

/** True if there is at least one line and the lines add up exactly to the request's amount. */
export function addUp(lines: readonly Pick<AccountingLine, 'cents'>[], amount: Cents): boolean {
  return lines.length > 0 && sumOf(lines) === amount
}

/**
 * The lines of a request whose amount has grown automatically, as a payoff's does by its per diem: the difference is
 * added to the first of the largest lines.
 */
export function linesWith(lines: readonly AccountingLine[], amount: Cents): AccountingLine[] {
  const largest = lines.reduce((at, { cents }, index) => (cents > (lines[at]?.cents ?? 0) ? index : at), 0)
  const difference = amount - sumOf(lines)
  return lines.map((line, index) => (index === largest ? { ...line, cents: line.cents + difference } : line))
}

/** All problems with the lines of a request, in order; empty if there are none. */
export function faultsOf(
  lines: readonly AccountingLine[],
  amount: Cents,
  chart: ReadonlyMap<string, ChartAccount>,
): LineFault[] {
  if (lines.length === 0) return []
  const faults = lines.flatMap((line, index) => {
    const message = faultOfAccount(line, chart) ?? faultOfRepeat(lines, index)
    return message === undefined ? [] : [{ line: index, message }]
  })
  return addUp(lines, amount) ? faults : [...faults, { line: null, message: differenceInWords(lines, amount) }]
}

function faultOfAccount({ account }: AccountingLine, chart: ReadonlyMap<string, ChartAccount>): string | undefined {
  const found = chart.get(account)
  if (!found) return `The chart of accounts has no account ${account}. Choose another account.`
  return found.isActive ? undefined : `Account ${account}, ${found.name}, is inactive. Choose another account.`
}

function faultOfRepeat(lines: readonly AccountingLine[], index: number): string | undefined {
  const key = keyOf(lines[index])
  const first = lines.findIndex((line) => keyOf(line) === key)
  if (first === index) return undefined
  return `This line has the same account and control number as line ${first + 1}. Combine the two lines.`
}

function keyOf(line: AccountingLine | undefined): string {
  return JSON.stringify([line?.account, line?.controlNumber?.toLowerCase() ?? null])
}

function differenceInWords(lines: readonly AccountingLine[], amount: Cents): string {
  const sum = sumOf(lines)
  const [total, difference] = [sum, Math.abs(amount - sum)].map((cents) => formatDollars(centsToDollars(cents)))
  const how = sum < amount ? 'less' : 'more'
  return `The lines add up to ${total}, ${difference} ${how} than the amount of the request. Change the lines until their total matches the amount.`
}

/** The default account for a purpose, either at one dealership or at all dealerships that have no specific default. */
export interface DefaultAccount {
  readonly purposeId: number
  readonly dealershipId: number | null
  readonly account: string
}

/** The default account for the purpose at the dealership, or else the purpose's general default account. */
export function defaultFor(
  defaults: readonly DefaultAccount[],
  { purposeId, dealershipId }: { readonly purposeId: number; readonly dealershipId: number | null },
): string | undefined {
  const ofPurpose = defaults.filter((one) => one.purposeId === purposeId)
  const own = dealershipId !== null && ofPurpose.find((one) => one.dealershipId === dealershipId)
  return (own || ofPurpose.find((one) => one.dealershipId === null))?.account
}

interface StoredLine {
  readonly account: string
  readonly control_number: string | null
  readonly cents: number
}

/** Lines as stored and recorded in the audit trail: JSON; null for none. */
export function writeLines(lines: readonly AccountingLine[]): string | null {
  if (lines.length === 0) return null
  const stored = lines.map(
    ({ account, controlNumber, cents }): StoredLine => ({ account, control_number: controlNumber, cents }),
  )
  return JSON.stringify(stored)
}

export function readLines(stored: string | null): AccountingLine[] {
  const lines: StoredLine[] = stored === null ? [] : JSON.parse(stored)
  return lines.map(({ account, control_number, cents }) => ({ account, controlNumber: control_number, cents }))
}

export function linesInWords(stored: string): string {
  return readLines(stored).map(inWords).join(', ')
}

function inWords({ account, controlNumber, cents }: AccountingLine): string {
  return [account, controlNumber, formatDollars(centsToDollars(cents))].filter((part) => part !== null).join(' ')
}

/** Maximum number of lines in a request. */
export const mostLines = 50
const longestControlNumber = 50

const numberForm = 'An account number has up to 20 letters, digits, dots, dashes, or slashes'

/** An account number in the general ledger. A string, because leading zeros are significant. */
export const accountNumberField = z
  .string({ error: 'Account number is required' })
  .trim()
  .min(1, { error: 'Account number is required' })
  .toUpperCase()
  .regex(/^(?:[A-Z0-9][A-Z0-9./-]{0,19})?$/, { error: numberForm })

/**
 * The lines of a request in a body: amounts are parsed from dollars into cents. A missing value and an empty list both
 * mean that there are no lines.
 */
export const accountingField = z
  .array(
    z.strictObject({
      account: accountNumberField,
      control_number: optionalLine(longestControlNumber),
      amount: amountField,
    }),
  )
  .max(mostLines, { error: `A request can have at most ${mostLines} accounting lines.` })
  .nullish()
  .transform((lines) =>
    (lines ?? []).map(({ account, control_number, amount }) => ({
      account,
      controlNumber: control_number,
      cents: amount,
    })),
  )
  .describe('The accounts that the amount is charged to; the lines add up to the amount. Absent if there are no lines')

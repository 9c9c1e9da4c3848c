import { payeeKey } from '../payees/identity.ts'
import { addDays, type CalendarDate, formatDate } from '../values/calendar-date.ts'
import { type Cents, centsToDollars, formatDollars } from '../values/money.ts'

/** The red flags of a check. They aren't proof of fraud: most flagged checks are fine. */
export const redFlagKinds = [
  'round amount',
  'just below a limit',
  'new payee with a post box',
  'twice in a week',
  'weekend',
  'voided and paid again',
] as const
export type RedFlagKind = (typeof redFlagKinds)[number]

/** The parts of a check that matter to red flags. */
export interface FlaggableCheck {
  readonly number: number
  readonly amountCents: Cents
  readonly payee: string
  /** The mailing address; null for pickup. */
  readonly address: string | null
  readonly checkDate: CalendarDate
  /** The first known date of the payee: the date it was added to the payee list, or the date of its first check. */
  readonly payeeSince: CalendarDate
  /** Voided or stopped. */
  readonly isTakenBack: boolean
  /** The number of the replaced check. */
  readonly replaces: number | null
}

/** The amounts above which an additional approval or signature is needed, in cents. */
export interface FlagLimits {
  readonly limits: readonly Cents[]
}

export interface RedFlag {
  readonly kind: RedFlagKind
  readonly sentence: string
  /** The number of the other check in the sentence; null if there is none. */
  readonly about: number | null
}

/** A red flag of a check, with the number of another check if one is involved. */
interface Found {
  readonly sentence: string
  readonly about?: number
}

/** A check with at least one red flag. */
export interface FlaggedCheck<Check extends FlaggableCheck = FlaggableCheck> {
  readonly check: Check
  readonly flags: readonly RedFlag[]
}

/** Real costs are rarely whole thousands of dollars. */
const roundCents = 100_000
/** How far below a limit an amount can be and still count as close, in percent of the limit. */
const closePercent = 5
const daysNew = 30
const daysOfWeek = 7

const postBox = /\b(p\.? ?o\.? ?|post office )box(?![a-z])|\bpmb(?![a-z])/

/**
 * The flagged checks of an account or a group, in the given order. `twice in a week` and `voided and paid again` need
 * the checks of the week before to be included.
 */
export function redFlags<Check extends FlaggableCheck>(
  checks: readonly Check[],
  { limits }: FlagLimits,
): FlaggedCheck<Check>[] {
  const before = checksBefore(checks)
  const byNumber = new Map(checks.map((check) => [check.number, check]))
  return checks.flatMap((check) => {
    const found = [
      said(roundAmount(check)),
      said(belowLimit(check, limits)),
      said(newWithPostBox(check)),
      twiceInWeek(check, before.get(check)),
      said(onWeekend(check)),
      paidAgain(check, byNumber),
    ]
    const flags = found.flatMap((one, index) => {
      const kind = redFlagKinds[index]
      return one && kind ? [{ kind, sentence: one.sentence, about: one.about ?? null }] : []
    })
    return flags.length > 0 ? [{ check, flags }] : []
  })
}

function said(sentence: string | undefined): Found | undefined {
  return sentence === undefined ? undefined : { sentence }
}

function dollars(cents: Cents): string {
  return formatDollars(centsToDollars(cents))
}

function roundAmount({ amountCents }: FlaggableCheck): string | undefined {
  if (amountCents === 0 || amountCents % roundCents !== 0) return undefined
  return `${dollars(amountCents)} is a round amount.`
}

function belowLimit({ amountCents }: FlaggableCheck, limits: readonly Cents[]): string | undefined {
  const near = limits.filter((limit) => amountCents <= limit && (limit - amountCents) * 100 <= limit * closePercent)
  const [limit] = near.toSorted((one, other) => one - other)
  if (limit === undefined) return undefined
  return `${dollars(amountCents)} is at or just below the limit of ${dollars(limit)}, above which another person must also decide.`
}

/** True for an address with a PO box or a private mailbox. */
export function hasPostBox(address: string | null): boolean {
  return postBox.test((address ?? '').toLowerCase().replace(/\s+/g, ' '))
}

function newWithPostBox({ payee, address, payeeSince, checkDate }: FlaggableCheck): string | undefined {
  if (!hasPostBox(address) || addDays(payeeSince, daysNew) < checkDate) return undefined
  return `${payee} has been a payee only since ${formatDate(payeeSince)} and has a post office box.`
}

/** For each check that wasn't voided or stopped, the previous such check to the same payee. */
function checksBefore(checks: readonly FlaggableCheck[]): Map<FlaggableCheck, FlaggableCheck> {
  const counted = checks.filter(({ isTakenBack }) => !isTakenBack)
  const ofPayees = Map.groupBy(counted, ({ payee }) => payeeKey(payee)).values()
  const pairs = [...ofPayees].flatMap((ofPayee) => {
    const [, ...later] = ofPayee.sort(
      (one, other) => one.checkDate.localeCompare(other.checkDate) || one.number - other.number,
    )
    return later.map((check, index) => [check, ofPayee[index] ?? check] as const)
  })
  return new Map(pairs)
}

function twiceInWeek(check: FlaggableCheck, before: FlaggableCheck | undefined): Found | undefined {
  if (!before || before.checkDate <= addDays(check.checkDate, -daysOfWeek)) return undefined
  const { number: about, checkDate } = before
  return {
    about,
    sentence: `${check.payee} was already paid by check ${about} on ${formatDate(checkDate)}, less than a week earlier.`,
  }
}

function onWeekend({ checkDate }: FlaggableCheck): string | undefined {
  const weekday = new Date(`${checkDate}T00:00:00Z`).getUTCDay()
  if (weekday !== 0 && weekday !== 6) return undefined
  return `The check is dated ${formatDate(checkDate)}, a ${weekday === 0 ? 'Sunday' : 'Saturday'}.`
}

function paidAgain(check: FlaggableCheck, byNumber: ReadonlyMap<number, FlaggableCheck>): Found | undefined {
  if (check.replaces === null || check.isTakenBack) return undefined
  const first = byNumber.get(check.replaces)
  const on = first ? ` of ${formatDate(first.checkDate)}` : ''
  const sentence = `The check replaces check ${check.replaces}${on}, which was voided or stopped.`
  return { about: check.replaces, sentence }
}

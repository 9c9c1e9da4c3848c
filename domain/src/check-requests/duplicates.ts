import { type Status, statuses, willNeverBePaid } from './lifecycle.ts'

/** What two requests can have in common that makes one look like a repeat of the other, and how people call it. */
export const matchKinds = ['payment', 'vin', 'po'] as const
export type MatchKind = (typeof matchKinds)[number]

/** Requests are compared when no more than so many days lie between them. */
const comparedWithinDays = 90

/** So many are named at most; the others are counted. */
export const namedDuplicates = 5

/** What a request says that a repeat of it would say again. */
export interface Payment {
  readonly payee_name_1?: string | null | undefined
  readonly amount_cents?: number | null | undefined
  readonly vin_last_digits?: string | null | undefined
  readonly po_purchase_no?: string | null | undefined
}

/** Of each kind the text that two requests have in common when they are alike in it; null where there is nothing to compare. */
export type MatchKeys = Readonly<Record<MatchKind, string | null>>

const day = 86_400_000
const spaces = /\s+/gu
const punctuationAtEnds = /^\p{P}+|\p{P}+$/gu

/** What people write where a number is asked for and there is none. */
const noNumber = /^(\p{P}*|0+|x+|n\/?a|none|tbd|tba|pending|unknown)$/u

/**
 * What a request is compared by: payee and amount together, the VIN, the PO number. Letter case, spaces, and punctuation
 * at the ends make no difference. What only says that there is no number is compared with nothing.
 */
export function matchKeys({ payee_name_1, amount_cents, vin_last_digits, po_purchase_no }: Payment): MatchKeys {
  const payee = folded(payee_name_1 ?? '')
  return {
    payment: payee !== '' && amount_cents ? `${payee} ${amount_cents}` : null,
    vin: numberKey(vin_last_digits),
    po: numberKey(po_purchase_no),
  }
}

/** In what two requests are alike. */
export function matchesOf(one: MatchKeys, other: MatchKeys): MatchKind[] {
  return matchKinds.filter((kind) => one[kind] !== null && one[kind] === other[kind])
}

/** The moments (ISO 8601) between which other requests are compared with one of this moment (milliseconds, UTC). */
export function comparedSpan(at: number): { from: string; to: string } {
  const reach = comparedWithinDays * day
  return { from: new Date(at - reach).toISOString(), to: new Date(at + reach).toISOString() }
}

/** Statuses at which a request counts as a possible duplicate: all at which money was or can still be paid. */
export function comparedStatuses(): Status[] {
  return statuses.filter(({ name }) => !willNeverBePaid(name))
}

function numberKey(text: string | null | undefined): string | null {
  const key = folded(text ?? '')
  return noNumber.test(key) ? null : key
}

// Large letters first: some small ones have the same large letter, such as both forms of sigma.
function folded(text: string): string {
  const bare = text.normalize('NFC').replace(spaces, '')
  return (bare.replace(punctuationAtEnds, '') || bare).toUpperCase().toLowerCase()
}
